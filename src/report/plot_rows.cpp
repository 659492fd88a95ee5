// Plots with one point for each test row.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures.hpp"
#include "gnuplot.hpp"
#include "plot_kinds.hpp"

namespace memlaw {
namespace {

constexpr std::size_t kMostModels = 3;
constexpr double kMostErrorPercent = 100.0;

// The model exported, and the best of the others.
std::vector<std::string> plotted_models(const Results& results) {
  std::vector<std::string> models;
  if (results.final_formula) models.push_back(results.final_formula->model);
  for (const ModelSummary& summary : summarize(results)) {
    if (models.size() < kMostModels && (models.empty() || summary.model != models.front())) {
      models.push_back(summary.model);
    }
  }
  return models;
}

struct TestRow {
  double measured;
  double predicted;
};

// Of all splits; predictions that are not finite are left out. Of many rows every n-th is kept, so
// that the page stays small.
std::vector<TestRow> test_rows(const Results& results, const std::string& model) {
  std::vector<TestRow> rows;
  for (const FitRecord& fit : results.fits) {
    if (fit.model != model) continue;
    for (std::size_t i = 0; i < fit.rows.size(); ++i) {
      if (std::isfinite(fit.predicted[i])) {
        rows.push_back({results.measured[fit.rows[i]], fit.predicted[i]});
      }
    }
  }
  const std::size_t step = (rows.size() + kMostPlottedRows - 1) / kMostPlottedRows;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < rows.size(); i += step) rows[kept++] = rows[i];
  rows.resize(kept);
  return rows;
}

// The measured values of the data, and the unit that fits them.
struct MeasuredAxis {
  explicit MeasuredAxis(const Results& results)
      : low(*std::min_element(results.measured.begin(), results.measured.end())),
        high(*std::max_element(results.measured.begin(), results.measured.end())),
        scale(scale_for(std::max(std::abs(low), std::abs(high)), results.target_unit)),
        logarithmic(low > 0.0) {
    low /= scale.divisor;
    high /= scale.divisor;
  }
  double low;
  double high;
  Scale scale;
  bool logarithmic;
};

// Small dots, and a larger one in the legend.
void add_points(Plot& plot, const std::vector<std::vector<double>>& rows, const Results& results,
                const std::string& model) {
  plot.add(fmt::format("{} using 1:2 with points pt 7 ps 0.3 {} notitle", plot.data(rows),
                       pen(results, model)));
  plot.add(fmt::format("keyentry with points pt 7 ps 0.8 {} title {}", pen(results, model),
                       gnuplot_text(model)));
}

}  // namespace

std::string draw_predictions(const Results& results) {
  if (results.measured.empty()) return {};
  const MeasuredAxis axis(results);
  // Some room for what is predicted beyond the values measured; the rest stands on the edge.
  const double factor = axis.logarithmic ? std::min(2.0, std::sqrt(axis.high / axis.low)) : 1.0;
  const double room = axis.logarithmic ? 0.0 : 0.5 * (axis.high - axis.low);
  const double low = axis.low / factor - room;
  const double high = axis.high * factor + room;
  const std::vector<std::string> models = plotted_models(results);
  Plot plot("predicted", models.size());
  plot.label('x', with_unit("measured " + results.target, axis.scale.unit));
  plot.label('y', with_unit("predicted", axis.scale.unit));
  bool any = false;
  for (const std::string& model : models) {
    std::vector<std::vector<double>> rows;
    for (const TestRow& row : test_rows(results, model)) {
      rows.push_back({row.measured / axis.scale.divisor,
                      std::clamp(row.predicted / axis.scale.divisor, low, high)});
    }
    if (rows.empty()) continue;
    if (!any) plot.add("x with lines lc rgb '#808890' notitle");
    any = true;
    add_points(plot, rows, results, model);
  }
  for (const char which : {'x', 'y'}) {
    axis.logarithmic ? plot.logarithmic(which, low, high) : plot.linear(which, low, high);
  }
  return any ? plot.draw() : std::string();
}

std::string draw_errors(const Results& results) {
  if (results.measured.empty()) return {};
  const MeasuredAxis axis(results);
  const std::vector<std::string> models = plotted_models(results);
  Plot plot("errors", models.size());
  plot.label('x', with_unit("measured " + results.target, axis.scale.unit));
  plot.label('y', "predicted - measured (% of measured)");
  double widest = 0.0;
  for (const std::string& model : models) {
    std::vector<std::vector<double>> rows;
    for (const TestRow& row : test_rows(results, model)) {
      if (row.measured == 0.0) continue;
      const double error = 100.0 * (row.predicted - row.measured) / std::abs(row.measured);
      const double shown = std::clamp(error, -kMostErrorPercent, kMostErrorPercent);
      widest = std::max(widest, std::abs(shown));
      rows.push_back({row.measured / axis.scale.divisor, shown});
    }
    if (!rows.empty()) add_points(plot, rows, results, model);
  }
  if (axis.logarithmic) plot.logarithmic('x', axis.low / 1.1, axis.high * 1.1);
  widest = std::max(widest, 1e-9);
  plot.linear('y', -widest, widest);
  plot.command("set xzeroaxis lc rgb '#808890' lw 1");
  return plot.draw();
}

}  // namespace memlaw
