// One row's share of a loss and its weight in iteratively reweighted least squares.
#pragma once

#include <cmath>
#include <limits>

#include "memlaw/search/loss.hpp"

namespace memlaw {

// Before division by the sum of weights and finish_loss.
inline double row_loss(const Loss& loss, double y, double p) {
  const double r = p - y;
  switch (loss.kind) {
    case LossKind::mse:
      return r * r;
    case LossKind::mae:
      return std::abs(r);
    case LossKind::mape:
      return std::abs(r / y);
    case LossKind::rmsre:
      return (r / y) * (r / y);
    case LossKind::msle: {
      const double e = std::log(p / y);
      return e * e;
    }
    case LossKind::huber: {
      const double e = std::abs(r / y);
      return e <= loss.delta ? 0.5 * e * e : loss.delta * (e - 0.5 * loss.delta);
    }
    case LossKind::pinball:
      return (r < 0.0 ? -loss.quantile * r : (1.0 - loss.quantile) * r) / std::abs(y);
  }
  return 0.0;
}

// The loss from the weighted sum of row_loss; infinity when that is not finite.
inline double finish_loss(const Loss& loss, double sum, double total_weight) {
  if (!std::isfinite(sum)) return std::numeric_limits<double>::infinity();
  const double mean = sum / total_weight;
  switch (loss.kind) {
    case LossKind::mape:
      return 100.0 * mean;
    case LossKind::rmsre:
      return 100.0 * std::sqrt(mean);
    default:
      return mean;
  }
}

// A weighted squared residual v (target - p)^2 whose minimum is a step towards the loss's.
struct WorkingRow {
  double weight;  // v, without the row's own weight
  double target;
};

// About the prediction p. `tiny` is a residual below which rows fitted exactly keep the weight they
// have there, so that it stays finite.
inline WorkingRow working_row(const Loss& loss, double y, double p, double tiny) {
  const double r = p - y;
  const double size = std::max(std::abs(r), tiny);
  switch (loss.kind) {
    case LossKind::mse:
      return {1.0, y};
    case LossKind::mae:
      return {1.0 / size, y};
    case LossKind::mape:
      return {1.0 / (size * std::abs(y)), y};
    case LossKind::rmsre:
      return {1.0 / (y * y), y};
    case LossKind::msle:
      // Gauss-Newton on the logarithm: d log p = dp / p.
      return {1.0 / (p * p), p + p * std::log(y / p)};
    case LossKind::huber: {
      const double e = std::abs(r / y);
      return {(e <= loss.delta ? 1.0 : loss.delta / e) / (y * y), y};
    }
    case LossKind::pinball:
      return {(r < 0.0 ? loss.quantile : 1.0 - loss.quantile) / (size * std::abs(y)), y};
  }
  return {1.0, y};
}

// Without a prediction to start from.
inline WorkingRow first_working_row(const Loss& loss, double y) {
  const bool relative = loss.is_relative() || loss.kind == LossKind::msle;
  return {relative ? 1.0 / (y * y) : 1.0, y};
}

}  // namespace memlaw
