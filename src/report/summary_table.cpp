#include "summary_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "figures.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {

TextTable summary_table(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  bool spread = false;
  for (const ModelSummary& model : summaries) spread = spread || model.splits > 1;
  TextTable table;
  table.header = {"model", "test MAPE"};
  if (spread) table.header.insert(table.header.end(), {"10th pct", "90th pct"});
  table.header.insert(table.header.end(), {"RMSE", "MAE", "R2", "bias", "worst", "size", "fit s"});
  for (const ModelSummary& model : summaries) {
    std::vector<std::string> row = {model.model, percent(model.mape_percent.median)};
    if (spread) {
      row.push_back(percent(model.mape_percent.low));
      row.push_back(percent(model.mape_percent.high));
    }
    row.push_back(quantity(model.rmse.median, results.target_unit));
    row.push_back(quantity(model.mae.median, results.target_unit));
    row.push_back(fmt::format("{:.4f}", model.r2.median));
    row.push_back(percent(model.bias_percent.median));
    row.push_back(percent(model.max_ape_percent.median));
    row.push_back(figure(model.size.median));
    row.push_back(fmt::format("{:.1f}", model.fit_seconds.median));
    table.rows.push_back(std::move(row));
  }
  return table;
}

TextTable learning_curve_table(const Results& results) {
  // Splits of one size share the name before the last dash. In the order of their first split.
  std::vector<std::string> sizes;
  for (const std::string& split : results.splits) {
    const std::string size = split.substr(0, split.rfind('-'));
    if (!size.starts_with("train-")) return {};
    if (std::find(sizes.begin(), sizes.end(), size) == sizes.end()) sizes.push_back(size);
  }
  TextTable table;
  table.header = {"training rows"};
  table.header.insert(table.header.end(), results.models.begin(), results.models.end());
  for (const std::string& size : sizes) {
    std::vector<std::string> row = {size.substr(std::string_view("train-").size())};
    for (const std::string& model : results.models) {
      std::vector<double> errors;
      for (const FitRecord& fit : results.fits) {
        if (fit.model == model && fit.split.substr(0, fit.split.rfind('-')) == size) {
          errors.push_back(fit.metrics.mape_percent);
        }
      }
      row.push_back(percent(median(errors)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string summary_text(const Results& results) {
  std::string text = summary_table(results).to_text();
  if (const TextTable curve = learning_curve_table(results); !curve.rows.empty()) {
    text += "\ntest MAPE, median at each training size\n" + curve.to_text();
  }
  return text;
}

}  // namespace memlaw
