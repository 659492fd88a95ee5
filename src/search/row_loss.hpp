// One row's share of a loss.
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

}  // namespace memlaw
