// The target against one variable, as measured and as each model sees it.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures.hpp"
#include "gnuplot.hpp"
#include "memlaw/base/number.hpp"
#include "plot_kinds.hpp"

namespace memlaw {
namespace {

// With fewer points on the curve than this the other rows are shown too, as far as they fit into
// the frame: they say where the data are.
constexpr std::size_t kEnoughPoints = 3;

bool shows_others(const Curve& curve) {
  return curve.points.size() < kEnoughPoints && !curve.others.empty();
}

struct Range {
  double low = HUGE_VAL;
  double high = -HUGE_VAL;
  void take(double value) {
    if (!std::isfinite(value)) return;
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// What the frame must hold: the measured points, the most accurate model and the exported formula.
// A model that runs away does not flatten the others.
Range frame(const Results& results, std::size_t index) {
  Range range;
  for (const Curve::Point& point : results.curves[index].points) range.take(point.y);
  std::vector<std::string> shown = {summarize(results).front().model};
  if (results.final_formula) shown.push_back(results.final_formula->model);
  for (const FitRecord& fit : results.fits) {
    if (fit.curves.size() <= index) continue;
    if (std::find(shown.begin(), shown.end(), fit.model) == shown.end()) continue;
    for (const double value : fit.curves[index]) range.take(value);
  }
  return range;
}

std::string points(const std::vector<Curve::Point>& all, double divisor, bool trained, Plot& plot) {
  std::vector<std::vector<double>> rows;
  for (const Curve::Point& point : all) {
    if (point.trained == trained) rows.push_back({point.x, point.y / divisor});
  }
  if (rows.empty()) return {};
  return fmt::format("{} using 1:2 with points pt {} ps 0.6 lc rgb 'black' title {}",
                     plot.data(rows), trained ? 7 : 6,
                     gnuplot_text(trained ? "measured, trained on" : "measured, held out"));
}

}  // namespace

std::string draw_curve(const Results& results, std::size_t index) {
  const Curve& curve = results.curves[index];
  const Variable& variable = results.variables[curve.variable];
  if (results.fits.empty() || curve.x.size() < 2) return {};
  const Range y = frame(results, index);
  if (!(y.low <= y.high)) return {};
  const Scale scale = scale_for(std::max(std::abs(y.low), std::abs(y.high)), results.target_unit);
  Plot plot(fmt::format("curve{}", index), results.models.size() + 3);
  if (shows_others(curve)) {
    std::vector<std::vector<double>> rows;
    for (const Curve::Point& point : curve.others)
      rows.push_back({point.x, point.y / scale.divisor});
    plot.add(plot.data(rows) +
             " using 1:2 with points pt 7 ps 0.25 lc rgb '#808890' title 'other settings'");
  }
  bool any = false;
  for (const FitRecord& fit : results.fits) {
    if (fit.split != curve.split || fit.curves.size() <= index) continue;
    std::vector<std::vector<double>> rows;
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      if (std::isfinite(fit.curves[index][i])) {
        rows.push_back({curve.x[i], fit.curves[index][i] / scale.divisor});
      }
    }
    if (rows.empty()) continue;
    any = true;
    plot.add(fmt::format("{} using 1:2 with lines lw {} {} title {}", plot.data(rows),
                         fit.model == "symbolic" ? 3 : 1.5, pen(results, fit.model),
                         gnuplot_text(fit.model)));
  }
  if (!any) return {};
  for (const bool trained : {true, false}) {
    if (const std::string element = points(curve.points, scale.divisor, trained, plot);
        !element.empty()) {
      plot.add(element);
    }
  }
  const bool wide = curve.x.front() > 0.0 && curve.x.back() > 20.0 * curve.x.front();
  if (wide) {
    plot.logarithmic('x', curve.x.front(), curve.x.back());
  } else {
    plot.linear('x', curve.x.front(), curve.x.back());
  }
  const double low = y.low / scale.divisor;
  const double high = y.high / scale.divisor;
  if (wide && low > 0.0) {
    plot.logarithmic('y', low / 1.2, high * 1.2);
  } else {
    const double base = std::min(0.0, low);
    plot.linear('y', base, high + 0.1 * (high - base));
  }
  plot.command(
      fmt::format("set arrow from {0}, graph 0 to {0}, graph 1 nohead dt (4,4) lw 1.2 "
                  "lc rgb 'black'",
                  format_shortest(curve.largest_trained)));
  plot.label('x', with_unit(variable.name, variable.unit));
  plot.label('y', with_unit(results.target, scale.unit));
  return plot.draw();
}

}  // namespace memlaw
