// The Pareto front of the exported formula's search.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "gnuplot.hpp"
#include "memlaw/expr/format.hpp"
#include "plot_kinds.hpp"

namespace memlaw {

std::string draw_front(const Results& results) {
  if (!results.final_formula || results.final_formula->front.size() < 2) return {};
  const FinalFormula& exported = *results.final_formula;
  std::vector<std::vector<double>> front;
  std::vector<std::string> formulas;
  double low = exported.training_loss;
  double high = exported.training_loss;
  for (const FrontEntry& entry : exported.front) {
    if (!std::isfinite(entry.loss)) continue;
    front.push_back({entry.complexity, entry.loss});
    formulas.push_back(results.target + " = " + format_infix(entry.expression, results.variables));
    low = std::min(low, entry.loss);
    high = std::max(high, entry.loss);
  }
  Plot plot("pareto");
  plot.label('x', "complexity (sum of operator costs)");
  plot.label('y', "training loss (" + results.loss + ")");
  if (low > 0.0) plot.logarithmic('y', low / 1.2, high * 1.2);
  plot.command("set xrange [0:*]");
  plot.add(plot.data(front) + " using 1:2 with linespoints pt 7 ps 0.6 lc rgb '#3b82d0' notitle");
  // Rounded and refitted after the search, so it need not be a point of the front itself.
  plot.add(plot.data({{exported.formula.expression.complexity(), exported.training_loss}}) +
           " using 1:2 with points pt 6 ps 1.6 lw 2 lc rgb '#d9700f' notitle");
  std::string svg = plot.draw();
  add_titles(svg, 7, formulas);
  return svg;
}

}  // namespace memlaw
