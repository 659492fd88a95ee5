#include "summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "figures.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {
namespace {

bool has_spread(const std::vector<ModelSummary>& summaries) {
  return std::any_of(summaries.begin(), summaries.end(), [](auto& s) { return s.splits > 1; });
}

// Percentage points.
std::string points(double value) { return std::isnan(value) ? "-" : figure(value) + " points"; }

std::string verdict(const ModelComparison& comparison, bool can_tell) {
  if (std::isnan(comparison.p_adjusted)) return "-";
  if (comparison.is_real()) return "yes";
  return can_tell ? "not distinguishable" : "too few splits";
}

}  // namespace

TextTable summary_table(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  const bool spread = has_spread(summaries);
  const bool floor = floor_flatters(summaries);
  TextTable table;
  table.header = {"model", "test MAPE"};
  if (spread) table.header.insert(table.header.end(), {"10th pct", "90th pct"});
  if (floor) table.header.emplace_back("above floor");
  table.header.insert(table.header.end(), {"MSE", "RMSE", "MAE", "R2", "bias", "worst"});
  for (const ModelSummary& model : summaries) {
    std::vector<std::string> row = {model.model, percent(model.mape_percent.median)};
    if (spread) {
      row.push_back(percent(model.mape_percent.low));
      row.push_back(percent(model.mape_percent.high));
    }
    if (floor) row.push_back(percent(model.error_above_floor_percent.median));
    row.push_back(figure(model.mse.median));
    row.push_back(quantity(model.rmse.median, results.target_unit));
    row.push_back(quantity(model.mae.median, results.target_unit));
    row.push_back(determination(model.r2.median));
    row.push_back(percent(model.bias_percent.median));
    row.push_back(percent(model.max_ape_percent.median));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable cost_table(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  const bool tuned = std::any_of(summaries.begin(), summaries.end(),
                                 [](auto& s) { return s.tune_seconds.high > 0.0; });
  TextTable table;
  table.header = {"model", "size", "stored", "fit", "predict 1000 rows"};
  if (tuned) table.header.insert(table.header.begin() + 3, "tune");
  for (const ModelSummary& model : summaries) {
    std::vector<std::string> row = {
        model.model, figure(model.size.median), quantity(model.model_bytes.median, "bytes"),
        duration(model.fit_seconds.median), duration(model.predict_seconds.median)};
    if (tuned) {
      const double seconds = model.tune_seconds.median;
      row.insert(row.begin() + 3, seconds > 0.0 ? duration(seconds) : "-");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable comparison_table(const Results& results) {
  TextTable table;
  const std::vector<ModelSummary> summaries = summarize(results);
  if (summaries.size() < 2 || !has_spread(summaries)) return table;
  const std::string& best = summaries.front().model;
  const std::vector<ModelComparison> comparisons = compare_with(results, best);
  const bool can_tell = can_tell_apart(comparisons);
  table.header = {"model", "MAPE minus that of " + best, best + " better in", "p", "real"};
  for (const ModelComparison& comparison : comparisons) {
    const PairedComparison& paired = comparison.paired;
    table.rows.push_back({comparison.model, points(-paired.median_difference),
                          fmt::format("{} of {}", paired.wins_a, paired.pairs),
                          figure(comparison.p_adjusted), verdict(comparison, can_tell)});
  }
  return table;
}

LearningCurve learning_curve(const Results& results) {
  static constexpr std::string_view kPrefix = "train-";
  const auto size_of = [](const std::string& split) { return split.substr(0, split.rfind('-')); };
  LearningCurve curve;
  for (const std::string& split : results.splits) {
    const std::string size = size_of(split);
    if (!size.starts_with(kPrefix)) return {};
    if (std::find(curve.sizes.begin(), curve.sizes.end(), size) == curve.sizes.end()) {
      curve.sizes.push_back(size);
    }
  }
  for (std::string& size : curve.sizes) {
    std::vector<double>& row = curve.mape_percent.emplace_back();
    for (const std::string& model : results.models) {
      std::vector<double> errors;
      for (const FitRecord& fit : results.fits) {
        if (fit.model == model && size_of(fit.split) == size) {
          errors.push_back(fit.metrics.mape_percent);
        }
      }
      row.push_back(median(errors));
    }
    size.erase(0, kPrefix.size());
  }
  return curve;
}

TextTable learning_curve_table(const Results& results) {
  const LearningCurve curve = learning_curve(results);
  TextTable table;
  table.header = {"training rows"};
  table.header.insert(table.header.end(), results.models.begin(), results.models.end());
  for (std::size_t s = 0; s < curve.sizes.size(); ++s) {
    std::vector<std::string> row = {curve.sizes[s]};
    for (const double error : curve.mape_percent[s]) row.push_back(percent(error));
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string summary_text(const Results& results) {
  std::string text = summary_table(results).to_text() + "\n" + cost_table(results).to_text();
  if (const TextTable curve = learning_curve_table(results); !curve.rows.empty()) {
    text += "\ntest MAPE, median at each training size\n" + curve.to_text();
  }
  return text;
}

}  // namespace memlaw
