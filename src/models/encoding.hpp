// Features as numbers: what learned models see of a dataset.
#pragma once

#include <cstddef>
#include <vector>

#include "memlaw/data/dataset.hpp"

namespace memlaw {

// Column-major: columns[c][r].
using Columns = std::vector<std::vector<double>>;

// The feature that each encoded column belongs to: a numeric feature has one column, a categorical
// one has one for each of its levels. The schema alone decides, so levels without training rows
// have columns too.
std::vector<std::size_t> feature_of_column(const Variables& variables);

// Numeric features as they are; 1 in the column of a row's level and 0 in those of the others, in
// the order of Variable::levels.
Columns encode(const Dataset& data);

}  // namespace memlaw
