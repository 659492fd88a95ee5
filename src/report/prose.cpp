#include "prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figures.hpp"

namespace memlaw {
namespace {

std::string unit_phrase(const std::string& unit) { return unit.empty() ? "no unit" : "in " + unit; }

}  // namespace

std::string formula_caption(const Results& results) {
  const FinalFormula& final_formula = *results.final_formula;
  std::string text =
      fmt::format("{} ({}), {} model, {} nodes.", results.target, unit_phrase(results.target_unit),
                  final_formula.model, final_formula.formula.expression.size());
  for (const ModelSummary& model : summarize(results)) {
    if (model.model != final_formula.model) continue;
    text += fmt::format(" Error on rows not seen: {} (median of {} {}).",
                        percent(model.mape_percent.median), model.splits,
                        model.splits == 1 ? "split" : "splits");
  }
  text += fmt::format(" The constants shown were fitted on {}, where the error is {}.",
                      final_formula.fitted_on, percent(final_formula.metrics.mape_percent));
  return text;
}

TextTable variable_table(const Results& results) {
  TextTable table;
  table.prose = true;
  table.header = {"variable", "unit", "levels"};
  if (!results.final_formula) return table;
  const Formula& formula = results.final_formula->formula;
  std::set<std::size_t> used;
  for (const Node& node : formula.expression.nodes()) {
    if (node.op == Op::feature || node.op == Op::category) used.insert(node.feature);
  }
  for (const std::size_t f : used) {
    const Variable& variable = formula.variables[f];
    table.rows.push_back(
        {variable.name, variable.unit, fmt::format("{}", fmt::join(variable.levels, ", "))});
  }
  return table;
}

TextTable split_table(const Results& results) {
  TextTable table;
  table.header = {"split", "model", "train", "test", "MAPE", "RMSE", "R2", "bias", "worst", "size"};
  for (const FitRecord& fit : results.fits) {
    table.rows.push_back({fit.split, fit.model, std::to_string(fit.rows_train),
                          std::to_string(fit.rows_test), percent(fit.metrics.mape_percent),
                          quantity(fit.metrics.rmse, results.target_unit),
                          fmt::format("{:.4f}", fit.metrics.r2), percent(fit.metrics.bias_percent),
                          percent(fit.metrics.max_ape_percent), std::to_string(fit.size)});
  }
  return table;
}

std::vector<std::string> method_sentences(const Results& results) {
  std::vector<std::string> sentences = {
      fmt::format("Data: {}, {} rows, {} features; target {} ({}).", results.data_source,
                  results.rows, results.variables.size(), results.target,
                  unit_phrase(results.target_unit)),
      fmt::format("Splits: {}.", results.split_description),
      fmt::format("The search minimises {} on the training rows; scaling, selection and every "
                  "constant come from training rows only.",
                  results.loss)};
  const bool tuned = std::any_of(results.fits.begin(), results.fits.end(),
                                 [](const FitRecord& fit) { return fit.configurations > 0; });
  if (tuned) {
    sentences.push_back(
        "Settings were tuned for each split by validation inside its training rows: random "
        "configurations, of which each fold kept the better half. In that race a search had a "
        "tenth of its limits and a network one training run.");
  }
  for (const std::string& note : results.notes) sentences.push_back("Data note: " + note);
  for (const FitRecord& fit : results.fits) {
    if (fit.model == "basic") {
      sentences.push_back(fmt::format("The basic model is {}.", fit.description));
      break;
    }
  }
  if (results.final_formula && !results.final_formula->description.empty()) {
    sentences.push_back(
        "How the exported formula was found: " + results.final_formula->description + ".");
  }
  return sentences;
}

std::string reading_guide() {
  return "Figures are medians over the splits, on test rows. MAPE: mean of |predicted - measured| "
         "/ "
         "|measured|; 10th and 90th pct: its percentiles over the splits. bias: (sum predicted - "
         "sum "
         "measured) / sum |measured|. worst: the largest error of one row. size: nodes of the "
         "formula.";
}

TextTable file_table(const Results& results) {
  TextTable table;
  table.prose = true;
  table.header = {"file", "content"};
  table.rows = {{"report.html, report.md", "this report"},
                {"metrics.csv, metrics.json", "one row per model and split, and the summary"},
                {"predictions.csv", "every test row of every split, measured and predicted"},
                {"run.json", "configuration, versions, hardware, timings"}};
  if (results.final_formula) {
    table.rows.push_back(
        {"formula.expr, .hpp, .py, .tex", "the formula as text, C++, Python, LaTeX"});
    table.rows.push_back({"model.json", "the fitted model, for memlaw predict and export"});
    if (!results.final_formula->front.empty()) {
      table.rows.push_back({"pareto.csv", "the best formula found at each complexity"});
    }
  }
  return table;
}

}  // namespace memlaw
