#include "memlaw/metrics/metrics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace memlaw {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// |error| / |scale|, where 0 / 0 is no error.
double relative(double error, double scale) {
  return error == 0.0 ? 0.0 : std::abs(error) / std::abs(scale);
}

// The larger one; NaN if either is.
double max_or_nan(double a, double b) { return std::isnan(a) || a > b ? a : b; }

double total_sum_of_squares(std::span<const double> values) {
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  // The mean of equal values may differ from them by a rounding.
  if (*least == *greatest) return 0.0;
  double sum = 0.0;
  for (const double value : values) sum += value;
  const double mean = sum / static_cast<double>(values.size());
  double squares = 0.0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return squares;
}

}  // namespace

Metrics compute_metrics(std::span<const double> measured, std::span<const double> predicted) {
  if (measured.size() != predicted.size()) {
    throw std::invalid_argument("compute_metrics: spans of different length");
  }
  if (measured.empty()) return {kNan, kNan, kNan, kNan, kNan, kNan, kNan};
  double squares = 0.0;
  double absolute = 0.0;
  double relative_sum = 0.0;
  double worst = 0.0;
  double error_sum = 0.0;
  double magnitude = 0.0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    const double error = predicted[i] - measured[i];
    const double ape = relative(error, measured[i]);
    squares += error * error;
    absolute += std::abs(error);
    relative_sum += ape;
    worst = max_or_nan(worst, ape);
    error_sum += error;
    magnitude += std::abs(measured[i]);
  }
  const auto rows = static_cast<double>(measured.size());
  const double total = total_sum_of_squares(measured);
  Metrics metrics;
  metrics.mse = squares / rows;
  metrics.rmse = std::sqrt(metrics.mse);
  metrics.mae = absolute / rows;
  metrics.mape_percent = 100.0 * relative_sum / rows;
  metrics.r2 = total > 0.0 ? 1.0 - squares / total : kNan;
  metrics.bias_percent = error_sum == 0.0 ? 0.0 : 100.0 * error_sum / magnitude;
  metrics.max_ape_percent = 100.0 * worst;
  return metrics;
}

double error_above_floor_percent(std::span<const double> measured,
                                 std::span<const double> predicted, double floor) {
  if (measured.size() != predicted.size()) {
    throw std::invalid_argument("error_above_floor_percent: spans of different length");
  }
  if (measured.empty()) return kNan;
  double absolute = 0.0;
  double excess = 0.0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    absolute += std::abs(predicted[i] - measured[i]);
    excess += std::abs(measured[i] - floor);
  }
  return 100.0 * relative(absolute, excess);
}

double quantile(std::span<const double> values, double q) {
  if (values.empty() || !(q >= 0.0 && q <= 1.0) ||
      std::any_of(values.begin(), values.end(), [](double value) { return std::isnan(value); })) {
    return kNan;
  }
  std::vector<double> sorted(values.begin(), values.end());
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const auto nth = sorted.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(sorted.begin(), nth, sorted.end());
  const double fraction = position - static_cast<double>(below);
  if (fraction == 0.0) return *nth;
  const double above = *std::min_element(nth + 1, sorted.end());
  // Equal neighbours give themselves, infinities included.
  return *nth == above ? above : *nth + fraction * (above - *nth);
}

}  // namespace memlaw
