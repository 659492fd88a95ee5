// Several runs side by side, from the metrics.json that each left in its folder.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "memlaw/report/results.hpp"

namespace memlaw {

// What a finished or interrupted run says about its models.
struct RunSummary {
  struct Model {
    std::string name;
    std::size_t splits = 0;  // finished
    Spread mape_percent;
    double rmse = 0.0;  // median over the splits
    double r2 = 0.0;    // median over the splits
  };
  std::string label;  // what the run is called beside others
  std::string data;   // file, as the config names it
  std::string target;
  std::string target_unit;
  std::size_t rows = 0;
  std::string splits;  // "10 random, 30 % of the rows held out, seed 1"
  bool interrupted = false;
  std::vector<Model> models;  // the most accurate first
};

// Reads FOLDER/metrics.json. The label is the name of the folder. InputError with the path when the
// folder or the file is missing, the file is cut off, or it is not the metrics.json of a run (the
// field is named).
RunSummary read_run_summary(const std::filesystem::path& folder);

// Tables of median MAPE, RMSE and R2, one row a model and one column a run, under one line for each
// run. "-" where a run has no such model. They say when the runs differ in their data or splits, so
// that their test rows are not the same.
std::string compare_runs_text(std::span<const RunSummary> runs);
std::string compare_runs_markdown(std::span<const RunSummary> runs);
// run,data,target,target_unit,rows,model,splits,mape_percent,mape_percent_10,mape_percent_90,rmse,r2:
// one row per run and model.
std::string compare_runs_csv(std::span<const RunSummary> runs);

}  // namespace memlaw
