// The position-wise part of an encoder layer: linear, GELU, dropout, linear.
#pragma once

#include "dropout.hpp"
#include "gelu.hpp"
#include "linear_layer.hpp"

namespace memlaw::neural {

class FeedForward {
 public:
  // Parameters prefix + "linear1.weight" and so on.
  FeedForward(ParameterLayout& layout, const std::string& prefix, Index width, Index inner,
              double dropout);
  const Matrix& forward(const double* parameters, const Matrix& x, RandomStream* random);
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  LinearLayer first_;
  Gelu gelu_;
  Dropout dropout_;
  LinearLayer second_;
};

}  // namespace memlaw::neural
