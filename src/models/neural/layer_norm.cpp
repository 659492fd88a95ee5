#include "layer_norm.hpp"

#include <cmath>

namespace memlaw::neural {

constexpr double kVarianceFloor = 1e-5;

LayerNorm::LayerNorm(ParameterLayout& layout, const std::string& prefix, Index width)
    : width_(width),
      weight_(layout.add(prefix + ".weight", width, 1, {1.0, 0.0})),
      bias_(layout.add(prefix + ".bias", width, 1, {0.0, 0.0})) {}

const Matrix& LayerNorm::forward(const double* parameters, const Matrix& x) {
  const Eigen::Map<const Vector> weight(parameters + weight_, width_);
  const Eigen::Map<const Vector> bias(parameters + bias_, width_);
  normalised_.resize(width_, x.cols());
  y_.resize(width_, x.cols());
  inverse_deviation_.resize(x.cols());
  for (Index c = 0; c < x.cols(); ++c) {
    const double mean = x.col(c).mean();
    auto normalised = normalised_.col(c);
    normalised = x.col(c).array() - mean;
    const double variance = normalised.squaredNorm() / static_cast<double>(width_);
    inverse_deviation_(c) = 1.0 / std::sqrt(variance + kVarianceFloor);
    normalised *= inverse_deviation_(c);
    y_.col(c) = normalised.cwiseProduct(weight) + bias;
  }
  return y_;
}

const Matrix& LayerNorm::backward(const double* parameters, const Matrix& dy, double* gradients) {
  const Eigen::Map<const Vector> weight(parameters + weight_, width_);
  Eigen::Map<Vector> d_weight(gradients + weight_, width_);
  Eigen::Map<Vector> d_bias(gradients + bias_, width_);
  dx_.resize(width_, dy.cols());
  for (Index c = 0; c < dy.cols(); ++c) {
    const auto normalised = normalised_.col(c);
    auto dx = dx_.col(c);
    d_weight += dy.col(c).cwiseProduct(normalised);
    d_bias += dy.col(c);
    dx = dy.col(c).cwiseProduct(weight);
    const double mean = dx.mean();
    const double slope = dx.dot(normalised) / static_cast<double>(width_);
    dx = (dx.array() - mean - slope * normalised.array()) * inverse_deviation_(c);
  }
  return dx_;
}

}  // namespace memlaw::neural
