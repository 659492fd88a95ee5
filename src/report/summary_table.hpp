// The summary over splits as tables.
#pragma once

#include <string>
#include <vector>

#include "memlaw/report/results.hpp"
#include "text_table.hpp"

namespace memlaw {

// Errors of every model, the most accurate first. The error above the floor is a column when a
// floor flatters the percentages (floor_flatters).
TextTable summary_table(const Results& results);

// Size of every model and the time it takes, in the same order.
TextTable cost_table(const Results& results);

// Every other model against the most accurate one; without rows when there is one model or split.
TextTable comparison_table(const Results& results);

// Median test MAPE of every model at every training size of a learning curve, whose splits are
// named "train-SIZE-NUMBER"; without sizes for other kinds of splits. NaN where a model has no fit.
struct LearningCurve {
  std::vector<std::string> sizes;                 // in the order of their first split
  std::vector<std::vector<double>> mape_percent;  // [size][model of results.models]
};
LearningCurve learning_curve(const Results& results);
TextTable learning_curve_table(const Results& results);

}  // namespace memlaw
