#include "attention.hpp"

#include <cmath>

#include "kernels.hpp"

namespace memlaw::neural {

SelfAttention::SelfAttention(ParameterLayout& layout, const std::string& prefix, Index width,
                             Index heads)
    : width_(width),
      heads_(heads),
      // Glorot & Bengio 2010 for the joint projection.
      in_(layout, prefix + "in_proj_weight", prefix + "in_proj_bias", width, 3 * width,
          std::sqrt(6.0 / static_cast<double>(4 * width)), 0.0),
      out_(layout, prefix + "out_proj.weight", prefix + "out_proj.bias", width, width,
           1.0 / std::sqrt(static_cast<double>(width)), 0.0) {}

const Matrix& SelfAttention::forward(const double* parameters, const Matrix& x,
                                     SequenceShape shape) {
  shape_ = shape;
  projected_ = &in_.forward(parameters, x);
  const Index tokens = shape.tokens;
  const Index part = width_ / heads_;
  const double scale = 1.0 / std::sqrt(static_cast<double>(part));
  const Index stride = 3 * width_ * shape.batch;  // from a token to the next of its sequence
  attended_.resize(width_, shape.columns());
  weights_.resize(tokens, tokens * shape.batch * heads_);
  for (Index b = 0; b < shape.batch; ++b) {
    for (Index h = 0; h < heads_; ++h) {
      const double* const query = projected_->data() + b * 3 * width_ + h * part;
      double* const weights = weights_.data() + (b * heads_ + h) * tokens * tokens;
      packed_.pack(View{query + width_, part, tokens, 1, stride}.transposed());
      packed_.multiply({query, part, tokens, 1, stride}, {weights, tokens}, Write::replace);
      kernels().softmax(static_cast<std::size_t>(tokens), static_cast<std::size_t>(tokens), scale,
                        weights);
      packed_.pack({query + 2 * width_, part, tokens, 1, stride});
      packed_.multiply({weights, tokens, tokens, 1, tokens},
                       {attended_.data() + b * width_ + h * part, width_ * shape.batch},
                       Write::replace);
    }
  }
  return out_.forward(parameters, attended_);
}

const Matrix& SelfAttention::backward(const double* parameters, const Matrix& dy,
                                      double* gradients) {
  const Matrix& d_attended = out_.backward(parameters, dy, gradients);
  const Index tokens = shape_.tokens;
  const Index part = width_ / heads_;
  const double scale = 1.0 / std::sqrt(static_cast<double>(part));
  const Index stride = 3 * width_ * shape_.batch;
  d_projected_.resize(3 * width_, shape_.columns());
  d_scores_.resize(tokens, tokens);
  for (Index b = 0; b < shape_.batch; ++b) {
    for (Index h = 0; h < heads_; ++h) {
      const double* const query = projected_->data() + b * 3 * width_ + h * part;
      double* const d_query = d_projected_.data() + b * 3 * width_ + h * part;
      const double* const weights = weights_.data() + (b * heads_ + h) * tokens * tokens;
      const View weight = {weights, tokens, tokens, 1, tokens};
      const View d_out = {d_attended.data() + b * width_ + h * part, part, tokens, 1,
                          width_ * shape_.batch};
      // out = V P: dV = d_out P', dP = V' d_out.
      packed_.pack(d_out);
      packed_.multiply(weight.transposed(), {d_query + 2 * width_, stride}, Write::replace);
      packed_.pack(View{query + 2 * width_, part, tokens, 1, stride}.transposed());
      packed_.multiply(d_out, {d_scores_.data(), tokens}, Write::replace);
      // P = softmax(scale S) by columns: dS = scale P (dP - sum P dP).
      for (Index q = 0; q < tokens; ++q) {
        const double* const p = weights + q * tokens;
        double* const d = d_scores_.data() + q * tokens;
        double sum = 0.0;
        for (Index k = 0; k < tokens; ++k) sum += p[k] * d[k];
        for (Index k = 0; k < tokens; ++k) d[k] = scale * p[k] * (d[k] - sum);
      }
      // S = K' Q: dQ = K dS, dK = Q dS'.
      packed_.pack({query + width_, part, tokens, 1, stride});
      packed_.multiply(view(d_scores_), {d_query, stride}, Write::replace);
      packed_.pack({query, part, tokens, 1, stride});
      packed_.multiply(view(d_scores_).transposed(), {d_query + width_, stride}, Write::replace);
    }
  }
  return in_.backward(parameters, d_projected_, gradients);
}

}  // namespace memlaw::neural
