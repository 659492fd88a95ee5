// The plots of a report, one function each. All give an SVG element, empty when there is nothing to
// draw.
#pragma once

#include <string>
#include <vector>

#include "memlaw/report/results.hpp"

namespace memlaw {

// Test rows of one model in a plot with one point a row.
inline constexpr std::size_t kMostPlottedRows = 2000;

std::string draw_predictions(const Results& results);
std::string draw_errors(const Results& results);
std::string draw_front(const Results& results);
std::string draw_learning_curve(const Results& results);
std::string draw_ablation(const Results& results);
// results.curves[index].
std::string draw_curve(const Results& results, std::size_t index);

}  // namespace memlaw
