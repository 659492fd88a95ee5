// Which formula of a Pareto front is reported. Training rows only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "fit.hpp"
#include "individual.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/data/split.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// Description length in bits of the training targets given the formula, plus that of the formula
// (Rissanen 1978; the form for symbolic regression follows Bartlett, Desmond & Ferreira, IEEE TEVC
// 2023): n log2(residual scale) + p/2 log2 n + nodes * log2(symbols), with p fitted constants. The
// residual scale is the loss on the scale of residuals (its square root for squared losses), with a
// floor of 1e-12 of the target's scale so that an exact fit is finite.
double description_length(double loss, LossKind kind, double floor, std::size_t rows,
                          std::size_t constants, std::size_t nodes, std::size_t symbols);

// The parts of the training rows on which a rule refits and judges formulas; empty for
// description_length. Whole groups stay together.
//   cross_validation: 5 folds.
//   extrapolation: the rows with the largest targets are held out, three times: about 20, 35 and
//     50 % of them. (Forward validation, as for time series: Tashman, Int. J. Forecasting 16,
//     2000.)
// InputError naming search.selection when there are fewer groups than folds, or only one.
std::vector<Split> validation_splits(SelectionRule rule, const Dataset& data, std::uint64_t seed);

// Mean loss over the rows held out by `splits` with the constants refitted on the others; infinite
// when a fit or a prediction is not finite.
double validated_loss(const Individual& individual, const Dataset& data, const Loss& loss,
                      const FitBudget& budget, std::span<const Split> splits, FitScratch& scratch);

// Scale below which a loss of this kind on these targets is rounding error.
double loss_floor(const Loss& loss, const Dataset& data);

}  // namespace memlaw
