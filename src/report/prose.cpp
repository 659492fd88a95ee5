#include "prose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "figures.hpp"
#include "memlaw/expr/format.hpp"
#include "summary_table.hpp"

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
                          determination(fit.metrics.r2), percent(fit.metrics.bias_percent),
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

std::string reading_guide(const Results& results) {
  std::string text =
      "Figures are medians over the splits, on test rows. MAPE: mean of |predicted - measured| / "
      "|measured|; 10th and 90th pct: its percentiles over the splits. ";
  if (floor_flatters(summarize(results))) {
    text +=
        "above floor: sum of |predicted - measured| over the sum of |measured - floor|, where the "
        "floor is the least target of the training rows; 100 % is what predicting the floor "
        "everywhere scores. ";
  }
  if (!learning_curve(results).sizes.empty()) {
    text += "Splits of every training size enter alike; the learning curve tells them apart. ";
  }
  return text + fmt::format(
                    "MSE: in {}. bias: (sum predicted - sum measured) / sum |measured|. worst: the "
                    "largest relative error of one row.",
                    results.target_unit.empty() ? "the square of the target's unit"
                                                : results.target_unit + " squared");
}

std::string cost_guide() {
  return "size: nodes of formulas and trees, parameters of networks. stored: bytes of the saved "
         "model, as JSON. tune, fit and predict: wall time, medians over the splits.";
}

std::string comparison_guide() {
  return fmt::format(
      "Every other model against the most accurate one, on the same splits. MAPE difference: "
      "median "
      "over the splits, in percentage points. p: two-sided Wilcoxon signed-rank test, "
      "Holm-corrected over the rows of this table. real: p is below {:g}. Splits of one dataset "
      "share rows, so these p-values are too small rather than too large.",
      ModelComparison::kSignificance);
}

std::string curve_caption(const Results& results, const Curve& curve) {
  const Variable& variable = results.variables[curve.variable];
  std::string text = fmt::format(
      "{} against {}, fitted on the training rows of {}; the dashed line is the largest {} among "
      "them: to its right every model extrapolates. ",
      results.target, variable.name, curve.split, variable.name);
  text +=
      "Dots are measured: filled ones were trained on, rings were not; small grey ones, drawn "
      "where "
      "these are few, are rows of other settings, through which no curve need pass. ";
  if (!curve.held.empty()) text += fmt::format("Held: {}.", curve.held);
  return text;
}

TextTable front_table(const Results& results) {
  TextTable table;
  table.prose = true;
  table.header = {"complexity", "loss", "formula"};
  if (!results.final_formula) return table;
  for (const FrontEntry& entry : results.final_formula->front) {
    table.rows.push_back({figure(entry.complexity), figure(entry.loss),
                          format_infix(entry.expression, results.variables)});
  }
  return table;
}

TextTable file_table(const Results& results) {
  TextTable table;
  table.prose = true;
  table.header = {"file", "content"};
  table.rows = {{"report.html, report.md", "this report"},
                {"report.tex", "its summary as a LaTeX table"},
                {"metrics.csv, metrics.json", "one row per model and split, and the summary"},
                {"predictions.csv", "every test row of every split, measured and predicted"},
                {"run.json", "configuration, versions, hardware, timings"}};
  if (results.final_formula) {
    table.rows.push_back(
        {"formula.expr, .hpp, .py, .tex", "the formula as text, C++, Python, LaTeX"});
    table.rows.push_back(
        {"model.json", "the model of that formula, for memlaw predict and export"});
    if (!results.final_formula->front.empty()) {
      table.rows.push_back({"pareto.csv", "the best formula found at each complexity"});
    }
  }
  if (results.best_model) {
    table.rows.push_back(
        {"best_model.json", fmt::format("the most accurate model, {}, for memlaw predict",
                                        results.best_model->model)});
  }
  return table;
}

}  // namespace memlaw
