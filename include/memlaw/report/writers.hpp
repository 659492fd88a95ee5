// Results as text: one function per file of a run folder. All are pure.
#pragma once

#include <string>
#include <vector>

#include "memlaw/report/results.hpp"

namespace memlaw {

// One row per model and split:
// model,split,rows_train,rows_test,mse,rmse,mae,mape_percent,r2,bias_percent,max_ape_percent,floor,
// error_above_floor_percent,size,model_bytes,fit_seconds,predict_seconds,tune_seconds. Numbers in
// their shortest round-trip form. The same seed gives the same bytes but for the columns of
// seconds, the last ones.
std::string metrics_csv(const Results& results);
// The same rows, the summary over splits, and every model against the most accurate one.
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
// The summary as a LaTeX table, "median [10th percentile, 90th percentile]" in every cell. pdflatex
// compiles the text as it stands, without packages beyond LaTeX itself, and a document may \input
// it. The rules are those of booktabs where that is loaded.
std::string report_latex(const Results& results);
// SVG elements shown in the page; an empty one is left out.
struct ReportPlots {
  std::string predicted_against_measured;
  std::string error_against_size;
  std::string pareto_front;
  std::string learning_curve;
  std::string ablation;
  std::vector<std::string> curves;  // one for each of Results::curves, or none at all
};
// The whole report as one self-contained page.
std::string report_html(const Results& results, const ReportPlots& plots);

}  // namespace memlaw
