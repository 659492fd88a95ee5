// Results as text: one function per file of a run folder. All are pure.
#pragma once

#include <string>

#include "memlaw/report/results.hpp"

namespace memlaw {

// One row per model and split:
// model,split,rows_train,rows_test,mse,rmse,mae,mape_percent,r2,bias_percent,max_ape_percent,size,
// fit_seconds. Numbers in their shortest round-trip form. The same seed gives the same bytes but
// for the last column.
std::string metrics_csv(const Results& results);
// The same rows and the summary over splits.
std::string metrics_json(const Results& results);
// model,split,line,measured,predicted: one row per test row, `line` in the data file.
std::string predictions_csv(const Results& results);
// complexity,loss,score,size,formula: the front of the exported formula's search.
std::string pareto_csv(const Results& results);
// Configuration, environment, timings.
std::string run_json(const Results& results);

// The summary over splits for a terminal.
std::string summary_text(const Results& results);
// The whole report.
std::string report_markdown(const Results& results);
// The whole report as one self-contained page; `plots` are SVG elements shown inside it.
struct ReportPlots {
  std::string predicted_against_measured;  // empty: left out
  std::string pareto_front;
};
std::string report_html(const Results& results, const ReportPlots& plots);

}  // namespace memlaw
