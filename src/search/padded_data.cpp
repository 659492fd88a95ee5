#include "padded_data.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "kernel/tile_kernels.hpp"
#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

// What a loss wants of one row; see kernel::TargetColumns.
struct RowFactors {
  double factor, extra, quadratic;
};

RowFactors row_factors(const Loss& loss, double y, double w) {
  const double size = std::abs(y);
  switch (loss.kind) {
    case LossKind::mse:
    case LossKind::mae:
      return {w, 0.0, w};
    case LossKind::mape:
    case LossKind::pinball:
      return {w / size, 0.0, w / (y * y)};
    case LossKind::rmsre:
      return {w / (y * y), 0.0, w / (y * y)};
    case LossKind::msle:
      return {w, std::log(y), w / (y * y)};
    case LossKind::huber:
      return {w, 1.0 / size, w / (y * y)};
  }
  return {};
}

}  // namespace

template <class Real>
PaddedData<Real>::PaddedData(const Dataset& data, const Loss& loss)
    : rows_(data.rows()),
      padded_((rows_ + kernel::row_padding - 1) / kernel::row_padding * kernel::row_padding),
      variables_(data.variables) {
  if (rows_ == 0) throw InputError(data.source + ": there are no rows to evaluate formulas on");
  Real* column = columns_.reserve(std::max<std::size_t>(variables_.size(), 1) * padded_);
  std::size_t categories = 0;
  for (const Variable& variable : variables_) categories += variable.is_categorical() ? 1 : 0;
  std::int32_t* level = levels_.reserve(std::max<std::size_t>(categories, 1) * padded_);
  std::uint16_t* order = level_order_.reserve(std::max<std::size_t>(categories, 1) * padded_);
  for (std::size_t f = 0; f < variables_.size(); ++f) {
    const std::vector<double>& values = data.columns[f];
    for (std::size_t row = 0; row < padded_; ++row) {
      column[row] = static_cast<Real>(values[std::min(row, rows_ - 1)]);
    }
    column += padded_;
    if (!variables_[f].is_categorical()) continue;
    const auto count = static_cast<double>(variables_[f].levels.size());
    bool known = true;
    for (std::size_t row = 0; row < padded_; ++row) {
      const double value = values[std::min(row, rows_ - 1)];
      const bool valid = value >= 0.0 && value < count;
      level[row] = valid ? static_cast<std::int32_t>(value) : -1;
      known = known && valid;
    }
    has_levels_.push_back(known);
    for (std::size_t first = 0; first < padded_; first += kernel::normal_tile) {
      const std::size_t tile = std::min(kernel::normal_tile, padded_ - first);
      std::iota(order + first, order + first + tile, std::uint16_t{0});
      std::stable_sort(order + first, order + first + tile, [&](std::uint16_t a, std::uint16_t b) {
        return level[first + a] < level[first + b];
      });
    }
    level += padded_;
    order += padded_;
  }

  double* const weights = weights_.reserve(4 * padded_);
  Real* const real = real_weights_.reserve(3 * padded_);
  for (std::size_t row = 0; row < padded_; ++row) {
    const bool padding = row >= rows_;
    const double y = data.target[padding ? rows_ - 1 : row];
    const double w = padding ? 0.0 : data.weight[row];
    total_weight_ += w;
    scale_ += w * std::abs(y);
    const RowFactors f = row_factors(loss, y, w);
    weights[row] = y;
    weights[padded_ + row] = f.factor;
    weights[2 * padded_ + row] = f.extra;
    weights[3 * padded_ + row] = f.quadratic;
  }
  scale_ /= total_weight_;
  std::transform(weights, weights + 3 * padded_, real,
                 [](double value) { return static_cast<Real>(value); });
}

template <class Real>
kernel::TargetColumns<Real> PaddedData<Real>::target() const {
  const Real* const p = real_weights_.data();
  return {p, p + padded_, p + 2 * padded_};
}

template <class Real>
kernel::TargetColumns<double> PaddedData<Real>::double_target() const {
  const double* const p = weights_.data();
  return {p, p + padded_, p + 2 * padded_};
}

template class PaddedData<float>;
template class PaddedData<double>;

}  // namespace memlaw
