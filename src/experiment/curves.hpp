// The curves of a report: what each model predicts along one variable.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/data/split.hpp"
#include "memlaw/models/regressor.hpp"
#include "memlaw/report/results.hpp"

namespace memlaw {

// The split whose models are drawn: the first one of the most training rows in a learning curve,
// else the first one.
const Split& curve_split(std::span<const Split> splits, SplitKind kind);

// A curve for each of `variables` along which something is measured: two rows at least that differ
// in it alone. For every other one a sentence in `notes` says why it is left out. InputError naming
// report.curves for a name that is no feature or one of a category.
std::vector<Curve> plan_curves(const Dataset& data, const Split& split,
                               std::span<const std::string> variables,
                               std::vector<std::string>& notes);

// One prediction for each x of the curve.
std::vector<double> follow_curve(const Regressor& model, const Dataset& data, const Curve& curve);

}  // namespace memlaw
