// Plots with one curve or bar for each model.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "gnuplot.hpp"
#include "memlaw/base/number.hpp"
#include "plot_kinds.hpp"
#include "summary_table.hpp"

namespace memlaw {

std::string draw_learning_curve(const Results& results) {
  const LearningCurve curve = learning_curve(results);
  Plot plot("learning", results.models.size());
  std::vector<double> sizes;
  std::string tics;
  for (const std::string& size : curve.sizes) {
    sizes.push_back(parse_number(size).value_or(0.0));
    tics += (tics.empty() ? "" : ",") + format_shortest(sizes.back());
  }
  double low = HUGE_VAL;
  double high = 0.0;
  for (std::size_t m = 0; m < results.models.size(); ++m) {
    std::vector<std::vector<double>> rows;
    for (std::size_t s = 0; s < sizes.size(); ++s) {
      const double error = curve.mape_percent[s][m];
      if (!std::isfinite(error) || error <= 0.0 || sizes[s] <= 0.0) continue;
      rows.push_back({sizes[s], error});
      low = std::min(low, error);
      high = std::max(high, error);
    }
    std::sort(rows.begin(), rows.end());
    const std::string& model = results.models[m];
    if (rows.empty()) continue;
    plot.add(fmt::format("{} using 1:2 with linespoints ps 0.5 lw 1.5 {} {} title {}",
                         plot.data(rows), pen(results, model), point(results, model),
                         gnuplot_text(model)));
  }
  if (high <= 0.0) return {};
  const auto [least, greatest] = std::minmax_element(sizes.begin(), sizes.end());
  plot.logarithmic('x', *least / 1.1, *greatest * 1.1);
  plot.logarithmic('y', low / 1.2, high * 1.2);
  plot.command("set xtics (" + tics + ")");
  plot.label('x', "training rows");
  plot.label('y', "median test MAPE (%)");
  return plot.draw();
}

std::string draw_ablation(const Results& results) {
  static constexpr std::array<std::string_view, 4> kParts = {"bigru-transformer", "transformer",
                                                             "bigru", "mlp"};
  const std::vector<ModelSummary> summaries = summarize(results);
  Plot plot("ablation");
  std::string tics;
  std::size_t bars = 0;
  for (const std::string_view part : kParts) {
    for (const ModelSummary& model : summaries) {
      const Spread& error = model.mape_percent;
      if (model.model != part || !std::isfinite(error.high)) continue;
      const std::string data =
          plot.data({{static_cast<double>(bars), error.median, error.low, error.high}});
      plot.add(fmt::format("{} using 1:2 with boxes fs solid 0.55 noborder {} notitle", data,
                           pen(results, part)));
      plot.add(data +
               " using 1:3:(0):($4-$3) with vectors heads size graph 0.02,90 lw 1.5 "
               "lc rgb 'black' notitle");
      tics += fmt::format("{}{} {}", bars == 0 ? "" : ",", gnuplot_text(part), bars);
      ++bars;
    }
  }
  if (bars < 2) return {};
  plot.command(
      fmt::format("set boxwidth 0.6\nset xrange [-0.6:{}]\nset yrange [0:*]\n"
                  "set xtics ({})\nunset key",
                  static_cast<double>(bars) - 0.4, tics));
  plot.label('x', "model");
  plot.label('y', "median test MAPE (%)");
  return plot.draw();
}

}  // namespace memlaw
