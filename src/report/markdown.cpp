#include <fmt/format.h>

#include "memlaw/expr/format.hpp"
#include "memlaw/report/writers.hpp"
#include "prose.hpp"
#include "summary_table.hpp"
#include "tuning_table.hpp"

namespace memlaw {

std::string report_markdown(const Results& results) {
  std::string text = fmt::format("# {}\n\n", results.title);
  if (results.final_formula) {
    const Formula& formula = results.final_formula->formula;
    text +=
        fmt::format("```\n{} = {}\n```\n\n{}\n\n", results.target,
                    format_infix(formula.expression, formula.variables), formula_caption(results));
  }
  text += "## Findings\n\n";
  for (const std::string& sentence : findings(results)) text += "- " + sentence + "\n";
  text += "\n## Accuracy on rows not seen\n\n" + summary_table(results).to_markdown() + "\n" +
          reading_guide(results) + "\n";
  if (const TextTable comparison = comparison_table(results); !comparison.rows.empty()) {
    text += "\n## Which differences are real\n\n" + comparison.to_markdown() + "\n" +
            comparison_guide() + "\n";
  }
  text += "\n## Size and time\n\n" + cost_table(results).to_markdown() + "\n" + cost_guide() + "\n";
  if (const TextTable curve = learning_curve_table(results); !curve.rows.empty()) {
    text += "\n## Test MAPE, median at each training size\n\n" + curve.to_markdown();
  }
  if (const TextTable tuning = tuning_table(results); !tuning.rows.empty()) {
    text += "\n## Tuning\n\n" + tuning.to_markdown();
  }
  text += "\n## Method\n\n";
  for (const std::string& sentence : method_sentences(results)) text += "- " + sentence + "\n";
  if (const TextTable variables = variable_table(results); !variables.rows.empty()) {
    text += "\n## Variables of the formula\n\n" + variables.to_markdown();
  }
  text += "\n## Files\n\n" + file_table(results).to_markdown();
  text += "\n## Every split\n\n" + split_table(results).to_markdown();
  return text;
}

}  // namespace memlaw
