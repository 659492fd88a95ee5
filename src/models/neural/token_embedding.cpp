#include "token_embedding.hpp"

namespace memlaw::neural {

TokenEmbedding::TokenEmbedding(ParameterLayout& layout, const Variables& variables, Index width)
    : width_(width) {
  constexpr Start start = {0.0, 1.0};
  for (const Variable& variable : variables) {
    const std::string prefix = "embedding." + std::to_string(features_.size());
    Feature feature;
    feature.categorical = variable.is_categorical();
    if (feature.categorical) {
      const auto levels = static_cast<Index>(variable.levels.size());
      feature.levels = layout.add(prefix + ".levels", levels, width, start);
    } else {
      feature.scale = layout.add(prefix + ".scale", width, 1, start);
      feature.shift = layout.add(prefix + ".shift", width, 1, start);
    }
    features_.push_back(feature);
  }
}

const Matrix& TokenEmbedding::forward(const double* parameters, const Matrix& features) {
  x_ = &features;
  const auto vector = [&](Index offset) {
    return Eigen::Map<const Vector>(parameters + offset, width_);
  };
  y_.resize(width_, features.size());
  for (std::size_t f = 0; f < features_.size(); ++f) {
    const Feature& feature = features_[f];
    for (Index b = 0; b < features.cols(); ++b) {
      const double x = features(static_cast<Index>(f), b);
      auto token = y_.col(static_cast<Index>(f) * features.cols() + b);
      if (!feature.categorical) {
        token = vector(feature.scale) * x + vector(feature.shift);
      } else if (x >= 0.0) {
        token = vector(feature.levels + static_cast<Index>(x) * width_);
      } else {
        token.setZero();
      }
    }
  }
  return y_;
}

void TokenEmbedding::backward(const Matrix& dy, double* gradients) const {
  const auto vector = [&](Index offset) { return Eigen::Map<Vector>(gradients + offset, width_); };
  for (std::size_t f = 0; f < features_.size(); ++f) {
    const Feature& feature = features_[f];
    for (Index b = 0; b < x_->cols(); ++b) {
      const double x = (*x_)(static_cast<Index>(f), b);
      const auto d_token = dy.col(static_cast<Index>(f) * x_->cols() + b);
      if (!feature.categorical) {
        vector(feature.scale) += d_token * x;
        vector(feature.shift) += d_token;
      } else if (x >= 0.0) {
        vector(feature.levels + static_cast<Index>(x) * width_) += d_token;
      }
    }
  }
}

}  // namespace memlaw::neural
