// From a fitted individual to the formula that is reported.
#pragma once

#include "fit.hpp"
#include "individual.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// Removes, one at a time, the terms whose removal (with all constants refitted) lowers the
// description length most, until none does.
void drop_terms(Individual& individual, const Evaluator& evaluator, const Dataset& data,
                const SearchOptions& options, FitScratch& scratch);

// Replaces nonlinear constants by nearby simple values (integers, small fractions, powers of two)
// or fewer digits wherever the loss, with the other constants refitted, does not rise.
void snap_constants(Individual& individual, const Evaluator& evaluator,
                    const SearchOptions& options, FitScratch& scratch);

// Training loss of an expression by the scalar reference.
double expression_loss(const Expression& expression, const Dataset& data, const Loss& loss);

// Algebraically simplified, every constant rounded to the fewest digits that leave the loss
// unchanged (to 0.1 % relative), powers of two excepted. Never has a higher loss than that allows.
Expression simplify_and_round(const Expression& expression, const Dataset& data, const Loss& loss,
                              double floor);

// Per-level constants of levels that no training row has cannot be fitted: they are set to the mean
// of the fitted ones, weighted by rows.
void fill_unseen_levels(Individual& individual, const Dataset& data);

}  // namespace memlaw
