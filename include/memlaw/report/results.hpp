// Results: everything a report says, as plain data. The experiment fills it, the writers read it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "memlaw/expr/parse.hpp"
#include "memlaw/metrics/metrics.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {

// One model, fitted on the training rows of one split and judged on its test rows.
struct FitRecord {
  std::string model;
  std::string split;
  std::size_t rows_train = 0;
  std::size_t rows_test = 0;
  Metrics metrics;           // on the test rows
  std::size_t size = 0;      // Regressor::size
  double fit_seconds = 0.0;  // of the fit itself, without tuning
  // Of tuning; without it 0 and empty.
  std::size_t configurations = 0;  // tried
  double tune_seconds = 0.0;
  std::map<std::string, std::string> settings;  // of all that could be chosen: what was
  std::string description;                      // Regressor::description
  std::string expression;                       // infix; empty when the model is not a formula
  std::vector<std::size_t> rows;                // test rows of the dataset
  std::vector<double> predicted;                // one per entry of `rows`
};

// The formula that is exported.
struct FinalFormula {
  std::string model;      // which model it is
  std::string fitted_on;  // "all 304 rows", "the training rows of random-3"
  Formula formula;
  Metrics metrics;  // on the rows it was fitted on
  std::string description;
  std::vector<FrontEntry> front;  // of its search, ascending complexity; empty for other models
  double training_loss = 0.0;     // of the formula in the search; meaningless without `front`
  double fit_seconds = 0.0;
};

struct Results {
  std::string title;
  std::string data_source;
  std::string target;
  std::string target_unit;
  Variables variables;
  std::size_t rows = 0;
  std::string split_description;  // "10 random splits, 30 % of the rows held out, seed 1"
  std::string loss;
  std::vector<std::string> models;  // in the order they ran
  std::vector<std::string> splits;  // names of all splits, finished or not
  std::vector<FitRecord> fits;      // split by split
  std::vector<double> measured;     // target of every row of the dataset
  std::vector<std::uint32_t> line_of_row;
  std::optional<FinalFormula> final_formula;
  std::vector<std::string> notes;  // what reading the data decided unasked: columns left out, ...
  bool interrupted = false;
  std::string config_text;
  std::map<std::string, std::string> environment;  // version, compiler, processor, ...
  double elapsed_seconds = 0.0;
};

// Spread of one figure over splits. NaN when any split gives NaN.
struct Spread {
  double median = 0.0;
  double low = 0.0;   // 10th percentile
  double high = 0.0;  // 90th percentile
};

struct ModelSummary {
  std::string model;
  std::size_t splits = 0;
  Spread mape_percent, rmse, mae, r2, bias_percent, max_ape_percent, size, fit_seconds;
};

// One entry per model that has a fit, the least median MAPE first (NaN last, ties in model order).
std::vector<ModelSummary> summarize(const Results& results);

// What the figures say, one sentence each. Names the most accurate model whichever it is.
std::vector<std::string> findings(const Results& results);

}  // namespace memlaw
