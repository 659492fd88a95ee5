// Plots, drawn by gnuplot when it is installed.
#pragma once

#include "memlaw/report/writers.hpp"

namespace memlaw {

// Runs gnuplot once per plot. A plot is empty when gnuplot is missing, fails or has nothing to
// draw: a report without plots is still a report. The SVG elements draw text and axes in the colour
// of the surrounding text, so that they read on light and dark pages.
ReportPlots draw_plots(const Results& results);

}  // namespace memlaw
