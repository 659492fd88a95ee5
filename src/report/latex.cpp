// The summary as a LaTeX table.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {
namespace {

// Inside another document \@nodocument has become \relax; the text then leaves out its own frame.
// Conditionals end before \begin and \end so that none is open across them.
constexpr const char* kHead = R"(\expandafter\ifx\csname @nodocument\endcsname\relax
  \def\memlawbegin{}\def\memlawend{}
\else
  \def\memlawbegin{\documentclass{article}
    \IfFileExists{booktabs.sty}{\usepackage{booktabs}}{}
    \setlength{\oddsidemargin}{-1.5cm}\setlength{\textwidth}{19cm}
    \pagestyle{empty}
    \begin{document}}
  \def\memlawend{\end{document}}
\fi
\memlawbegin
\providecommand{\toprule}{\hline}
\providecommand{\midrule}{\hline}
\providecommand{\bottomrule}{\hline}
)";

// A minus sign is a dash in text; math mode spells it right.
std::string number(double value) {
  const std::string text = std::isfinite(value) ? figure(value) : std::string();
  if (text.empty()) return std::isnan(value) ? "--" : value > 0 ? "$\\infty$" : "$-\\infty$";
  const std::size_t exponent = text.find('e');
  if (exponent == std::string::npos) return "$" + text + "$";
  const std::string sign = text[exponent + 1] == '-' ? "-" : "";
  std::string power =
      text.substr(exponent + (text[exponent + 1] == '-' || text[exponent + 1] == '+' ? 2 : 1));
  power.erase(0, std::min(power.find_first_not_of('0'), power.size() - 1));
  return "$" + text.substr(0, exponent) + " \\cdot 10^{" + sign + power + "}$";
}

std::string fixed(double value) {
  return std::isfinite(value) ? fmt::format("${:.4f}$", value) : number(value);
}

std::string seconds(double value) { return value < 0.001 ? "$<0.001$" : number(value); }

struct Figure {
  std::string header;
  Spread ModelSummary::*value;
  double divisor = 1.0;
  std::string (*spell)(double) = number;
  bool median_only = false;
};

std::vector<Figure> columns_of(const Results& results, const std::vector<ModelSummary>& summaries) {
  const Scale scale = scale_for(summaries.front().rmse.median, results.target_unit);
  std::vector<Figure> columns = {{"MAPE, \\%", &ModelSummary::mape_percent}};
  if (floor_flatters(summaries)) {
    columns.push_back({"above floor, \\%", &ModelSummary::error_above_floor_percent});
  }
  const std::string unit = scale.unit.empty() ? "" : ", " + latex_text(scale.unit);
  columns.push_back({"RMSE" + unit, &ModelSummary::rmse, scale.divisor});
  columns.push_back({"$R^2$", &ModelSummary::r2, 1.0, fixed});
  columns.push_back({"bias, \\%", &ModelSummary::bias_percent});
  columns.push_back({"size", &ModelSummary::size, 1.0, number, true});
  columns.push_back({"fit, s", &ModelSummary::fit_seconds, 1.0, seconds, true});
  return columns;
}

std::string cell(const ModelSummary& model, const Figure& figure) {
  const Spread& spread = model.*figure.value;
  const std::string median = figure.spell(spread.median / figure.divisor);
  if (figure.median_only || model.splits < 2 || std::isnan(spread.median)) return median;
  return fmt::format("{} [{}, {}]", median, figure.spell(spread.low / figure.divisor),
                     figure.spell(spread.high / figure.divisor));
}

// Rows, splits and seeds stand in the caption, since the table leaves the report.
std::string caption(const Results& results, bool floor) {
  std::string text = fmt::format(
      "Errors of predicting {} on rows not seen in training: median [10th percentile, 90th "
      "percentile] over the splits. Data: {}, {} rows; splits: {}.",
      latex_text(results.target), latex_text(results.data_source), results.rows,
      latex_text(results.split_description));
  if (floor) {
    text +=
        " Above floor: sum of absolute errors over the sum of what the targets have above the "
        "least target of the training rows.";
  }
  return text +
         " Size (nodes of formulas and trees, parameters of networks) and fit time: medians.";
}

}  // namespace

std::string report_latex(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  std::string text = kHead;
  if (summaries.empty()) return text + "No fit was finished.\\par\n\\memlawend\n";
  const std::vector<Figure> columns = columns_of(results, summaries);
  text += fmt::format(
      "\\begin{{table}}\n\\centering\\footnotesize\\setlength{{\\tabcolsep}}{{4pt}}\n"
      "\\caption{{{}}}\\medskip\n\\makebox[\\textwidth][c]{{\\begin{{tabular}}{{l{}}}"
      "\n\\toprule\nmodel",
      caption(results, floor_flatters(summaries)), std::string(columns.size(), 'r'));
  for (const Figure& column : columns) text += " & " + column.header;
  text += " \\\\\n\\midrule\n";
  for (const ModelSummary& model : summaries) {
    text += latex_text(model.model);
    for (const Figure& column : columns) {
      text += " & " + cell(model, column);
    }
    text += " \\\\\n";
  }
  return text + "\\bottomrule\n\\end{tabular}}\n\\end{table}\n\\memlawend\n";
}

}  // namespace memlaw
