#include <fmt/format.h>

#include <system_error>
#include <utility>

#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/version.hpp"
#include "memlaw/experiment/run.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/report/plots.hpp"
#include "memlaw/report/writers.hpp"
#include "run_state.hpp"

namespace memlaw {
namespace {

// What stands at the head of every exported form. Free of times, so that a seed gives the same
// bytes.
std::string export_comment(const Results& results) {
  const FinalFormula& final_formula = *results.final_formula;
  std::string text = fmt::format("memlaw {}: {} model of {}, fitted on {} of {}.\n", version(),
                                 final_formula.model, results.target, final_formula.fitted_on,
                                 results.data_source);
  for (const ModelSummary& model : summarize(results)) {
    if (model.model != final_formula.model) continue;
    text += fmt::format("Mean absolute percentage error on rows not seen, median of {} {}: {} %.",
                        model.splits, model.splits == 1 ? "split" : "splits",
                        format_significant(model.mape_percent.median, 4));
  }
  return text;
}

}  // namespace

void write_run_folder(const ExperimentRun& run, const std::filesystem::path& folder) {
  const Results& results = run.results;
  make_folder(folder);
  // The report comes last: who sees it finds the files it names.
  std::vector<std::pair<std::string, std::string>> files = {
      {"metrics.csv", metrics_csv(results)},
      {"metrics.json", metrics_json(results)},
      {"predictions.csv", predictions_csv(results)},
      {"run.json", run_json(results)}};
  std::vector<std::string> absent;
  if (results.final_formula) {
    const Formula& formula = results.final_formula->formula;
    const std::string comment = export_comment(results);
    files.emplace_back("formula.expr", format_formula(formula, comment));
    files.emplace_back("formula.hpp", format_cpp(formula, comment));
    files.emplace_back("formula.py", format_python(formula, comment));
    TexOptions tex;
    tex.document = true;
    files.emplace_back("formula.tex", format_latex(formula, tex));
  } else {
    absent = {"formula.expr", "formula.hpp", "formula.py", "formula.tex", "model.json"};
  }
  if (results.final_formula && !results.final_formula->front.empty()) {
    files.emplace_back("pareto.csv", pareto_csv(results));
  } else {
    absent.emplace_back("pareto.csv");
  }
  if (!run.best_model) absent.emplace_back("best_model.json");
  files.emplace_back("report.tex", report_latex(results));
  files.emplace_back("report.md", report_markdown(results));
  files.emplace_back("report.html", report_html(results, draw_plots(results)));

  std::error_code ignored;
  for (const std::string& name : absent) std::filesystem::remove(folder / name, ignored);
  if (run.final_model) save_model(*run.final_model, run.data, folder / "model.json");
  if (run.best_model) save_model(*run.best_model, run.data, folder / "best_model.json");
  for (const auto& [name, text] : files) write_file(folder / name, text);
  if (!results.interrupted) std::filesystem::remove(state_path(folder), ignored);
}

}  // namespace memlaw
