#include "memlaw/report/plots.hpp"

#include "plot_kinds.hpp"

namespace memlaw {

ReportPlots draw_plots(const Results& results) {
  ReportPlots plots;
  plots.predicted_against_measured = draw_predictions(results);
  plots.error_against_size = draw_errors(results);
  plots.pareto_front = draw_front(results);
  plots.learning_curve = draw_learning_curve(results);
  plots.ablation = draw_ablation(results);
  for (std::size_t i = 0; i < results.curves.size(); ++i) {
    plots.curves.push_back(draw_curve(results, i));
  }
  return plots;
}

}  // namespace memlaw
