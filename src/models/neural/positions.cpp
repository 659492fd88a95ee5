#include "positions.hpp"

#include <cmath>

namespace memlaw::neural {

Positions::Positions(ParameterLayout& layout, const std::string& name, PositionKind kind,
                     Index width, Index tokens)
    : kind_(kind), width_(width) {
  if (kind == PositionKind::learned) offset_ = layout.add(name, tokens, width, {0.0, 0.1});
  if (kind != PositionKind::sinusoidal) return;
  sinusoids_.resize(width, tokens);
  for (Index t = 0; t < tokens; ++t) {
    for (Index i = 0; i < width; ++i) {
      const double even = static_cast<double>(i - i % 2);
      const double angle =
          static_cast<double>(t) / std::pow(10000.0, even / static_cast<double>(width));
      sinusoids_(i, t) = i % 2 == 0 ? std::sin(angle) : std::cos(angle);
    }
  }
}

const Matrix& Positions::forward(const double* parameters, const Matrix& x, SequenceShape shape) {
  shape_ = shape;
  if (kind_ == PositionKind::none) return x;
  y_ = x;
  for (Index t = 0; t < shape.tokens; ++t) {
    const double* const place = kind_ == PositionKind::learned ? parameters + offset_ + t * width_
                                                               : sinusoids_.data() + t * width_;
    y_.middleCols(t * shape.batch, shape.batch).colwise() +=
        Eigen::Map<const Vector>(place, width_);
  }
  return y_;
}

const Matrix& Positions::backward(const Matrix& dy, double* gradients) const {
  if (kind_ != PositionKind::learned) return dy;
  for (Index t = 0; t < shape_.tokens; ++t) {
    Eigen::Map<Vector>(gradients + offset_ + t * width_, width_) +=
        dy.middleCols(t * shape_.batch, shape_.batch).rowwise().sum();
  }
  return dy;
}

}  // namespace memlaw::neural
