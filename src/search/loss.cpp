#include "memlaw/search/loss.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {
namespace {

constexpr std::array<std::string_view, 7> names = {"mse",  "mae",   "mape",   "rmsre",
                                                   "msle", "huber", "pinball"};

// What one row of weight 1 adds to the sum over rows.
double row_loss(const Loss& loss, double y, double p) {
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
      const double d = std::log(p) - std::log(y);
      return d * d;
    }
    case LossKind::huber: {
      const double e = std::abs(r / y);
      return e <= loss.delta ? 0.5 * e * e : loss.delta * (e - 0.5 * loss.delta);
    }
    case LossKind::pinball:
      return (r < 0.0 ? -loss.quantile * r : (1.0 - loss.quantile) * r) / std::abs(y);
  }
  throw std::logic_error("loss without a definition");
}

}  // namespace

bool Loss::is_relative() const { return kind != LossKind::mse && kind != LossKind::mae; }

std::string_view name(LossKind kind) { return names.at(static_cast<std::size_t>(kind)); }

LossKind parse_loss(std::string_view text) {
  const auto found = std::ranges::find(names, text);
  if (found != names.end()) return static_cast<LossKind>(found - names.begin());
  const std::vector<std::string> candidates(names.begin(), names.end());
  std::string known;
  for (const std::string& candidate : candidates) known += (known.empty() ? "" : ", ") + candidate;
  const std::string near = nearest(text, candidates);
  throw InputError("unknown loss " + quote(text) + ": expected one of " + known +
                   (near.empty() ? "" : " (did you mean " + near + "?)"));
}

double compute_loss(const Loss& loss, std::span<const double> measured,
                    std::span<const double> predicted, std::span<const double> weight) {
  if (measured.size() != predicted.size() || measured.size() != weight.size()) {
    throw std::invalid_argument("compute_loss: spans of different length");
  }
  double sum = 0.0;
  double weights = 0.0;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    sum += weight[i] * row_loss(loss, measured[i], predicted[i]);
    weights += weight[i];
  }
  double value = sum / weights;
  if (loss.kind == LossKind::mape) value *= 100.0;
  if (loss.kind == LossKind::rmsre) value = 100.0 * std::sqrt(value);
  // A prediction that is not finite leaves the sum NaN or infinite.
  return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
}

}  // namespace memlaw
