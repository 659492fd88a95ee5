#include "encoder_layer.hpp"

namespace memlaw::neural {

EncoderLayer::EncoderLayer(ParameterLayout& layout, const std::string& prefix, Index width,
                           Index heads, Index feed_forward, NormPlace norm, double dropout)
    : norm_(norm),
      attention_(layout, prefix + "self_attn.", width, heads),
      feed_forward_(layout, prefix, width, feed_forward, dropout),
      norm1_(layout, prefix + "norm1", width),
      norm2_(layout, prefix + "norm2", width),
      dropout1_(dropout),
      dropout2_(dropout) {}

const Matrix& EncoderLayer::forward(const double* parameters, const Matrix& x, SequenceShape shape,
                                    RandomStream* random) {
  if (norm_ == NormPlace::before) {
    const Matrix& normed = norm1_.forward(parameters, x);
    u_ = x + dropout1_.forward(attention_.forward(parameters, normed, shape), random);
    const Matrix& normed_u = norm2_.forward(parameters, u_);
    y_ = u_ + dropout2_.forward(feed_forward_.forward(parameters, normed_u, random), random);
    return y_;
  }
  u_ = x + dropout1_.forward(attention_.forward(parameters, x, shape), random);
  const Matrix& normed = norm1_.forward(parameters, u_);
  y_ = normed + dropout2_.forward(feed_forward_.forward(parameters, normed, random), random);
  return norm2_.forward(parameters, y_);
}

const Matrix& EncoderLayer::backward(const double* parameters, const Matrix& dy,
                                     double* gradients) {
  if (norm_ == NormPlace::before) {
    const Matrix& d_fed = feed_forward_.backward(parameters, dropout2_.backward(dy), gradients);
    // u_ is not needed any more: it becomes its own gradient.
    u_ = dy + norm2_.backward(parameters, d_fed, gradients);
    const Matrix& d_attended = attention_.backward(parameters, dropout1_.backward(u_), gradients);
    dx_ = u_ + norm1_.backward(parameters, d_attended, gradients);
    return dx_;
  }
  const Matrix& d_y = norm2_.backward(parameters, dy, gradients);
  const Matrix& d_fed = feed_forward_.backward(parameters, dropout2_.backward(d_y), gradients);
  y_ = d_y + d_fed;
  const Matrix& d_u = norm1_.backward(parameters, y_, gradients);
  dx_ = d_u + attention_.backward(parameters, dropout1_.backward(d_u), gradients);
  return dx_;
}

}  // namespace memlaw::neural
