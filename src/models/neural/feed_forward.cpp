#include "feed_forward.hpp"

namespace memlaw::neural {

FeedForward::FeedForward(ParameterLayout& layout, const std::string& prefix, Index width,
                         Index inner, double dropout)
    : first_(layout, prefix + "linear1", width, inner),
      dropout_(dropout),
      second_(layout, prefix + "linear2", inner, width) {}

const Matrix& FeedForward::forward(const double* parameters, const Matrix& x,
                                   RandomStream* random) {
  const Matrix& active = gelu_.forward(first_.forward(parameters, x));
  return second_.forward(parameters, dropout_.forward(active, random));
}

const Matrix& FeedForward::backward(const double* parameters, const Matrix& dy, double* gradients) {
  const Matrix& d_dropped = second_.backward(parameters, dy, gradients);
  return first_.backward(parameters, gelu_.backward(dropout_.backward(d_dropped)), gradients);
}

}  // namespace memlaw::neural
