// The summary over splits as a table.
#pragma once

#include "memlaw/report/results.hpp"
#include "text_table.hpp"

namespace memlaw {

TextTable summary_table(const Results& results);

// Median test MAPE of every model at every training size of a learning curve, whose splits are named
// "train-SIZE-NUMBER"; without rows for other kinds of splits.
TextTable learning_curve_table(const Results& results);

}  // namespace memlaw
