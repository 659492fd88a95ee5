// Results: everything a report says, as plain data. The experiment fills it, the writers read it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "memlaw/expr/parse.hpp"
#include "memlaw/metrics/comparison.hpp"
#include "memlaw/metrics/metrics.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {

// How models see one variable: the target against it, every other variable held at its value in one
// row, the reference. The reference is the row whose twins (rows that differ from it in the
// variable only) have the most distinct values of the variable; among equals, the one with the
// median target.
struct Curve {
  struct Point {
    double x = 0.0;        // value of the variable
    double y = 0.0;        // measured
    bool trained = false;  // a training row of `split`
  };
  std::size_t variable = 0;      // index into Results::variables; numeric
  std::size_t reference = 0;     // row of the dataset
  std::string held;              // "levels = 3, mode = train": the other variables in that row
  std::string split;             // whose training rows the models were fitted on
  std::vector<double> x;         // ascending: from the least value of the data to twice the largest
  double largest_trained = 0.0;  // largest value of the variable in the training rows
  std::vector<Point> points;     // the reference and its twins, ascending x
  std::vector<Point> others;     // every other row, at its own settings
};

// One model, fitted on the training rows of one split and judged on its test rows.
struct FitRecord {
  std::string model;
  std::string split;
  std::size_t rows_train = 0;
  std::size_t rows_test = 0;
  Metrics metrics;                         // on the test rows
  double floor = 0.0;                      // the smallest target of the training rows
  double error_above_floor_percent = 0.0;  // on the test rows, above `floor`
  std::size_t size = 0;                    // Regressor::size
  std::size_t model_bytes = 0;             // of the saved state, as JSON without blanks
  double fit_seconds = 0.0;                // of the fit itself, without tuning
  double predict_seconds = 0.0;            // for the test rows
  // Of tuning; without it 0 and empty.
  std::size_t configurations = 0;  // tried
  double tune_seconds = 0.0;
  std::map<std::string, std::string> settings;  // of all that could be chosen: what was
  std::string description;                      // Regressor::description
  std::string expression;                       // infix; empty when the model is not a formula
  std::vector<std::size_t> rows;                // test rows of the dataset
  std::vector<double> predicted;                // one per entry of `rows`
  // What the model predicts along Results::curves, one value per x; empty for splits other than
  // Curve::split.
  std::vector<std::vector<double>> curves;
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

// The most accurate model over the splits, where the formula that is exported is of another model.
struct BestModel {
  std::string model;
  std::string fitted_on;  // "all 304 rows"
  std::string description;
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
  std::vector<Curve> curves;        // those of the config key report.curves that are measured
  std::vector<double> measured;     // target of every row of the dataset
  std::vector<std::uint32_t> line_of_row;
  std::optional<FinalFormula> final_formula;
  std::optional<BestModel> best_model;
  // What was decided unasked, for the reader: columns left out, curves left out, ...
  std::vector<std::string> notes;
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
  bool is_formula = false;  // else it is a learned model
  Spread mape_percent, mse, rmse, mae, r2, bias_percent, max_ape_percent;
  Spread floor, error_above_floor_percent;
  Spread size, model_bytes, fit_seconds, tune_seconds;
  Spread predict_seconds;  // for 1,000 rows, from the time for the test rows
};

// One entry per model that has a fit, the least median MAPE first (NaN last, ties in model order).
std::vector<ModelSummary> summarize(const Results& results);

// How one model compares with another on the splits that both finished.
struct ModelComparison {
  std::string model;
  PairedComparison paired;  // MAPE of the reference (a) against that of `model` (b)
  double p_adjusted = 1.0;  // Holm-corrected over all models compared with the reference
  // A real difference: p_adjusted is below kSignificance.
  bool is_real() const { return p_adjusted < kSignificance; }
  static constexpr double kSignificance = 0.05;
};

// Every other model that has a fit against `reference`, in the order of summarize().
std::vector<ModelComparison> compare_with(const Results& results, const std::string& reference);

// False when the splits are so few that even a model which wins on each of them is not told apart:
// every p-value that the paired tests could give is at least kSignificance.
bool can_tell_apart(const std::vector<ModelComparison>& comparisons);

// True when a constant part of the target flatters relative errors: the constant model, which knows
// no feature, has a median MAPE of at most twice the best model's. Look at the error above the
// floor then. False when no constant model was fitted.
bool floor_flatters(const std::vector<ModelSummary>& summaries);

// What the figures say, one sentence each. Names the most accurate model whichever it is, and the
// learned models that a searched formula loses to.
std::vector<std::string> findings(const Results& results);

}  // namespace memlaw
