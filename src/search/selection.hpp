// Which formula of a Pareto front is reported. Training rows only.
#pragma once

#include <vector>

#include "fit.hpp"
#include "individual.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// Description length in bits of the training targets given the formula, plus that of the formula
// (Rissanen 1978; the form for symbolic regression follows Bartlett, Desmond & Ferreira, IEEE TEVC
// 2023): n log2(residual scale) + p/2 log2 n + nodes * log2(symbols), with p fitted constants. The
// residual scale is the loss on the scale of residuals (its square root for squared losses), with a
// floor of 1e-12 of the target's scale so that an exact fit is finite.
double description_length(double loss, LossKind kind, double floor, std::size_t rows,
                          std::size_t constants, std::size_t nodes, std::size_t symbols);

// Mean loss over k folds (whole groups) with the constants refitted on the other folds.
double cross_validated_loss(const Individual& individual, const Dataset& data, const Loss& loss,
                            const FitBudget& budget, int folds, std::uint64_t seed,
                            FitScratch& scratch);

// Scale below which a loss of this kind on these targets is rounding error.
double loss_floor(const Loss& loss, const Dataset& data);

}  // namespace memlaw
