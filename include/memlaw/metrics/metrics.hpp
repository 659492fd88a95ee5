// Accuracy of predictions.
#pragma once

#include <span>

namespace memlaw {

// All fields are NaN when there are no rows; a prediction that is not finite makes every field it
// enters NaN or infinite, never silently skipped. A row measured and predicted as 0 has a relative
// error of 0; one measured as 0 and predicted otherwise, an infinite one.
struct Metrics {
  double mse = 0.0;
  double rmse = 0.0;
  double mae = 0.0;
  double mape_percent = 0.0;     // 100 * mean |p - y| / |y|
  double r2 = 0.0;               // 1 - SSE/SST about the mean of `measured`; NaN when SST is 0
  double bias_percent = 0.0;     // 100 * (sum p - sum y) / sum |y|; > 0: predicted too large
  double max_ape_percent = 0.0;  // worst |p - y| / |y| in percent
};

// Both spans have the same length (std::invalid_argument otherwise). Sums in double, in row order.
Metrics compute_metrics(std::span<const double> measured, std::span<const double> predicted);

// 100 * sum |p - y| / sum |y - floor|: the error relative to what the targets have above `floor`.
// It is the mean of |p - y| / |y - floor| weighted by |y - floor|, so a row at the floor divides
// nothing by 0 and its error still counts. Predicting `floor` everywhere scores 100, predicting
// every row exactly 0; nothing bounds it above. A large constant part of the target makes every
// model look good in MAPE and cancels here. NaN without rows; infinite when all rows are at the
// floor and one is not predicted exactly. Both spans have the same length (std::invalid_argument
// otherwise).
double error_above_floor_percent(std::span<const double> measured,
                                 std::span<const double> predicted, double floor);

// Quantile q in [0, 1] with linear interpolation between order statistics (type 7 of Hyndman & Fan
// 1996, the default of NumPy and R). NaN for an empty span or when any value is NaN. O(n).
double quantile(std::span<const double> values, double q);
inline double median(std::span<const double> values) { return quantile(values, 0.5); }

}  // namespace memlaw
