#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "memlaw/expr/format.hpp"
#include "memlaw/report/writers.hpp"
#include "plot_kinds.hpp"
#include "prose.hpp"
#include "summary_table.hpp"
#include "tuning_table.hpp"

namespace memlaw {
namespace {

constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --ink: #1c2024; --page: #ffffff; --soft: #f2f4f6; --line: #d5d9dd; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e8ea; --page: #14171a; --soft: #1f2428; --line: #3a4148; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: var(--ink); background: var(--page);
  font: 1rem/1.5 system-ui, sans-serif; }
p, li { max-width: 46rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.formula { background: var(--soft); padding: 1rem; border-radius: .5rem; overflow-x: auto; }
math { font-size: 1.15rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid var(--line); text-align: right;
  white-space: nowrap; }
th:first-child, .text td, .text th { text-align: left; }
.text td { white-space: normal; }
.plots { display: grid; gap: 1rem 2rem; align-items: start; margin-bottom: 1rem;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 28rem), 1fr)); }
figure { margin: 0; min-width: 0; } figure svg { width: 100%; height: auto; max-width: 38rem; }
figcaption { max-width: 38rem; font-size: .9rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; background: var(--soft); padding: .75rem; border-radius: .5rem; }
@media print {
  :root { --ink: #000; --page: #fff; --soft: #fff; --line: #999; }
  .formula, pre { border: 1px solid var(--line); } pre { white-space: pre-wrap; }
  figure, tr { break-inside: avoid; }
}
)";

std::string list(const std::vector<std::string>& sentences) {
  std::string text = "<ul>\n";
  for (const std::string& sentence : sentences) text += "<li>" + html_escape(sentence) + "</li>\n";
  return text + "</ul>\n";
}

std::string plot(const std::string& svg, const std::string& caption) {
  if (svg.empty()) return {};
  return "<figure>\n" + svg + "\n<figcaption>" + html_escape(caption) +
         "</figcaption>\n</figure>\n";
}

std::string paragraph(const std::string& text) { return "<p>" + html_escape(text) + "</p>\n"; }

// Said where not every test row is a point.
std::string thinned(const Results& results) {
  std::map<std::string, std::size_t> rows;
  for (const FitRecord& fit : results.fits) rows[fit.model] += fit.rows.size();
  const bool many = std::any_of(rows.begin(), rows.end(),
                                [](const auto& entry) { return entry.second > kMostPlottedRows; });
  return many ? fmt::format(" At most {} rows of each model are drawn, taken evenly.",
                            kMostPlottedRows)
              : std::string();
}

std::string plot_section(const Results& results, const ReportPlots& plots) {
  std::string text = plot(plots.learning_curve,
                          "Median test MAPE of every model against the rows it was trained on.");
  text +=
      plot(plots.ablation,
           "Parts of the BiGRU-Transformer and the whole: median test MAPE over the splits, with "
           "its 10th and 90th percentile.");
  text +=
      plot(plots.predicted_against_measured,
           "Predicted against measured on the test rows of all splits; on the line they agree." +
               thinned(results));
  text += plot(plots.error_against_size,
               "Relative error against measured size on the test rows of all splits; above 0 the "
               "prediction is too large. Errors beyond the frame stand on its edge." +
                   thinned(results));
  for (std::size_t i = 0; i < plots.curves.size(); ++i) {
    text += plot(plots.curves[i], curve_caption(results, results.curves[i]));
  }
  text += plot(plots.pareto_front,
               "Training loss of the best formula found at each complexity; the ring is the one "
               "exported. Each point names its formula; the table below holds them all.");
  if (!text.empty()) text = "<h2>Plots</h2>\n<div class=\"plots\">\n" + text + "</div>\n";
  if (const TextTable front = front_table(results); !front.rows.empty()) {
    text += "<details><summary>The " + std::to_string(front.rows.size()) +
            " formulas of the front</summary>\n<div class=\"text\">" + front.to_html() +
            "</div></details>\n";
  }
  return text;
}

}  // namespace

std::string report_html(const Results& results, const ReportPlots& plots) {
  std::string text = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      html_escape(results.title), kStyle);
  if (results.final_formula) {
    // Four digits to read; the exported files hold every digit.
    text += "<div class=\"formula\">\n" + format_mathml(results.final_formula->formula, 4) +
            "\n</div>\n" + paragraph(formula_caption(results));
  }
  text += "<h2>Findings</h2>\n" + list(findings(results));
  text += "<h2>Accuracy on rows not seen</h2>\n" + summary_table(results).to_html() +
          paragraph(reading_guide(results));
  if (const TextTable comparison = comparison_table(results); !comparison.rows.empty()) {
    text += "<h2>Which differences are real</h2>\n" + comparison.to_html() +
            paragraph(comparison_guide());
  }
  text += "<h2>Size and time</h2>\n" + cost_table(results).to_html() + paragraph(cost_guide());
  if (const TextTable curve = learning_curve_table(results); !curve.rows.empty()) {
    text += "<h2>Test MAPE, median at each training size</h2>\n" + curve.to_html();
  }
  text += plot_section(results, plots);
  if (const TextTable tuning = tuning_table(results); !tuning.rows.empty()) {
    text += "<h2>Tuning</h2>\n<div class=\"text\">" + tuning.to_html() + "</div>\n";
  }
  text += "<h2>Method</h2>\n" + list(method_sentences(results));
  if (const TextTable variables = variable_table(results); !variables.rows.empty()) {
    text += "<h2>Variables of the formula</h2>\n<div class=\"text\">" + variables.to_html() +
            "</div>\n";
  }
  if (results.final_formula) {
    const Formula& formula = results.final_formula->formula;
    text +=
        "<h2>The formula with every digit</h2>\n<pre>" +
        html_escape(results.target + " = " + format_infix(formula.expression, formula.variables)) +
        "</pre>\n";
  }
  text += "<h2>Files</h2>\n<div class=\"text\">" + file_table(results).to_html() + "</div>\n";
  text += "<h2>Every split</h2>\n<details><summary>" + std::to_string(results.fits.size()) +
          " fits</summary>\n" + split_table(results).to_html() + "</details>\n";
  text += "<h2>Configuration</h2>\n<details><summary>every key</summary>\n<pre>" +
          html_escape(results.config_text) + "</pre></details>\n";
  return text + "</body>\n</html>\n";
}

}  // namespace memlaw
