// y = W x + b for every column x.
//
// What all layers share: the layer owns its output, its input gradient and what backward needs, and
// reuses their memory. forward keeps a reference to its input, which must live and stay unchanged
// until backward. backward adds to `gradients` and replaces its result; it may be called once after
// each forward. A layer is used by one thread at a time; parameters may be shared.
#pragma once

#include "parameters.hpp"

namespace memlaw::neural {

class LinearLayer {
 public:
  // Parameters `weight` (outputs x inputs) and `bias`, by name; both start uniform within
  // `weight_spread` and `bias_spread`.
  LinearLayer(ParameterLayout& layout, const std::string& weight, const std::string& bias,
              Index inputs, Index outputs, double weight_spread, double bias_spread);
  // Both spreads 1 / sqrt(inputs), named prefix + ".weight" and ".bias".
  LinearLayer(ParameterLayout& layout, const std::string& prefix, Index inputs, Index outputs);

  const Matrix& forward(const double* parameters, const Matrix& x);
  // dy: the gradient of the loss by y. Returns the gradient by x.
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  Index inputs_, outputs_;
  Index weight_, bias_;
  const Matrix* x_ = nullptr;
  Matrix y_, dx_;
  PackedMatrix packed_;
};

}  // namespace memlaw::neural
