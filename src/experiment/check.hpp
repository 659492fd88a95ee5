// Whether models can be fitted at all, found out before the first fit.
#pragma once

#include <span>

#include "memlaw/data/dataset.hpp"
#include "memlaw/data/split.hpp"
#include "memlaw/experiment/config.hpp"

namespace memlaw {

// InputError for fewer than two rows, a target that is constant, or not allowed by the loss or by a
// model, and formulas whose variables the data lack.
void check_data(const Dataset& data, const ExperimentConfig& config);
// InputError, naming the split, for training rows that cannot be fitted: of one target only, or too
// few for search.selection or a network.
void check_splits(const Dataset& data, std::span<const Split> splits,
                  const ExperimentConfig& config);

}  // namespace memlaw
