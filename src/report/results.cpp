#include "memlaw/report/results.hpp"

#include <algorithm>
#include <cmath>

#include "figures.hpp"
#include "memlaw/metrics/comparison.hpp"

namespace memlaw {
namespace {

template <class Get>
Spread spread(const std::vector<const FitRecord*>& fits, Get get) {
  std::vector<double> values;
  for (const FitRecord* fit : fits) values.push_back(static_cast<double>(get(*fit)));
  return {quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9)};
}

std::vector<const FitRecord*> fits_of(const Results& results, const std::string& model) {
  std::vector<const FitRecord*> fits;
  for (const FitRecord& fit : results.fits) {
    if (fit.model == model) fits.push_back(&fit);
  }
  return fits;
}

double seconds_for_1000_rows(const FitRecord& fit) {
  return 1000.0 * fit.predict_seconds / static_cast<double>(fit.rows_test);
}

PairedComparison compare_mape(const std::vector<const FitRecord*>& reference,
                              const std::vector<const FitRecord*>& model) {
  std::vector<double> a;
  std::vector<double> b;
  for (const FitRecord* mine : reference) {
    for (const FitRecord* theirs : model) {
      if (mine->split != theirs->split) continue;
      a.push_back(mine->metrics.mape_percent);
      b.push_back(theirs->metrics.mape_percent);
    }
  }
  return compare_paired(a, b);
}

}  // namespace

std::vector<ModelSummary> summarize(const Results& results) {
  std::vector<ModelSummary> summaries;
  for (const std::string& model : results.models) {
    const std::vector<const FitRecord*> fits = fits_of(results, model);
    if (fits.empty()) continue;
    ModelSummary summary;
    summary.model = model;
    summary.splits = fits.size();
    summary.is_formula = !fits.front()->expression.empty();
    summary.mape_percent = spread(fits, [](auto& f) { return f.metrics.mape_percent; });
    summary.mse = spread(fits, [](auto& f) { return f.metrics.mse; });
    summary.rmse = spread(fits, [](auto& f) { return f.metrics.rmse; });
    summary.mae = spread(fits, [](auto& f) { return f.metrics.mae; });
    summary.r2 = spread(fits, [](auto& f) { return f.metrics.r2; });
    summary.bias_percent = spread(fits, [](auto& f) { return f.metrics.bias_percent; });
    summary.max_ape_percent = spread(fits, [](auto& f) { return f.metrics.max_ape_percent; });
    summary.floor = spread(fits, [](auto& f) { return f.floor; });
    summary.error_above_floor_percent =
        spread(fits, [](auto& f) { return f.error_above_floor_percent; });
    summary.size = spread(fits, [](auto& f) { return f.size; });
    summary.model_bytes = spread(fits, [](auto& f) { return f.model_bytes; });
    summary.fit_seconds = spread(fits, [](auto& f) { return f.fit_seconds; });
    summary.tune_seconds = spread(fits, [](auto& f) { return f.tune_seconds; });
    summary.predict_seconds = spread(fits, seconds_for_1000_rows);
    summaries.push_back(summary);
  }
  std::stable_sort(summaries.begin(), summaries.end(), [](auto& a, auto& b) {
    return is_lower(a.mape_percent.median, b.mape_percent.median);
  });
  return summaries;
}

std::vector<ModelComparison> compare_with(const Results& results, const std::string& reference) {
  std::vector<ModelComparison> comparisons;
  std::vector<double> p_values;
  const std::vector<const FitRecord*> mine = fits_of(results, reference);
  for (const ModelSummary& summary : summarize(results)) {
    if (summary.model == reference) continue;
    ModelComparison& comparison = comparisons.emplace_back();
    comparison.model = summary.model;
    comparison.paired = compare_mape(mine, fits_of(results, summary.model));
    p_values.push_back(comparison.paired.p_value);
  }
  const std::vector<double> adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < adjusted.size(); ++i) comparisons[i].p_adjusted = adjusted[i];
  return comparisons;
}

bool can_tell_apart(const std::vector<ModelComparison>& comparisons) {
  // The least p-value of n pairs is 2 / 2^n: all differences of one sign. Holm multiplies the least
  // of all p-values by the number of tests.
  return std::any_of(comparisons.begin(), comparisons.end(), [&](const ModelComparison& c) {
    const double least = std::ldexp(2.0, -static_cast<int>(c.paired.pairs));
    return least * static_cast<double>(comparisons.size()) < ModelComparison::kSignificance;
  });
}

bool floor_flatters(const std::vector<ModelSummary>& summaries) {
  return std::any_of(summaries.begin(), summaries.end(), [&](const ModelSummary& summary) {
    return summary.model == "constant" &&
           summary.mape_percent.median <= 2.0 * summaries.front().mape_percent.median;
  });
}

}  // namespace memlaw
