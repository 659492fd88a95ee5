// Accuracy of predictions.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace memlaw {

// All fields are NaN when there are no rows; a prediction that is not finite makes every field it
// enters NaN or infinite, never silently skipped.
struct Metrics {
  double mse = 0.0;
  double rmse = 0.0;
  double mae = 0.0;
  double mape_percent = 0.0;     // 100 * mean |p - y| / |y|; infinite if some y is 0 and p != y
  double r2 = 0.0;               // 1 - SSE/SST about the mean of `measured`; NaN when SST is 0
  double bias_percent = 0.0;     // 100 * (sum p - sum y) / sum |y|
  double max_ape_percent = 0.0;  // worst |p - y| / |y| in percent
};
Metrics compute_metrics(std::span<const double> measured, std::span<const double> predicted);

// Quantile q in [0, 1] with linear interpolation between order statistics (type 7, as NumPy).
// NaN for an empty span or when any value is NaN.
double quantile(std::span<const double> values, double q);
inline double median(std::span<const double> values) { return quantile(values, 0.5); }

}  // namespace memlaw
