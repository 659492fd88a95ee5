#include "summary_table.hpp"

#include <fmt/format.h>

#include "figures.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {

TextTable summary_table(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  bool spread = false;
  for (const ModelSummary& model : summaries) spread = spread || model.splits > 1;
  TextTable table;
  table.header = {"model", "test MAPE"};
  if (spread) table.header.insert(table.header.end(), {"10 %", "90 %"});
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

std::string summary_text(const Results& results) { return summary_table(results).to_text(); }

}  // namespace memlaw
