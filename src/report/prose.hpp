// Sentences and tables that the Markdown and the HTML report share.
#pragma once

#include <string>
#include <vector>

#include "memlaw/report/results.hpp"
#include "text_table.hpp"

namespace memlaw {

// "peak_bytes, bytes; 41 nodes; test error 3.1 % ...": what stands under the formula.
std::string formula_caption(const Results& results);
// Name, unit and levels of the variables that the exported formula uses.
TextTable variable_table(const Results& results);
// One row per model and split.
TextTable split_table(const Results& results);
// Data, splits, loss.
std::vector<std::string> method_sentences(const Results& results);
// How the columns of summary_table, cost_table and comparison_table are meant.
std::string reading_guide(const Results& results);
std::string cost_guide();
std::string comparison_guide();
// What stands under the plot of a curve.
std::string curve_caption(const Results& results, const Curve& curve);
// The formulas of the Pareto front.
TextTable front_table(const Results& results);
// File name and content of everything a run folder holds.
TextTable file_table(const Results& results);

}  // namespace memlaw
