// Layer normalisation (Ba, Kiros & Hinton 2016): every column is shifted to mean 0, scaled to
// variance 1 (biased, plus 1e-5), then scaled and shifted by learned vectors.
#pragma once

#include "parameters.hpp"

namespace memlaw::neural {

class LayerNorm {
 public:
  // Parameters prefix + ".weight" (starts at 1) and ".bias" (0).
  LayerNorm(ParameterLayout& layout, const std::string& prefix, Index width);
  const Matrix& forward(const double* parameters, const Matrix& x);
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  Index width_;
  Index weight_, bias_;
  Matrix normalised_, y_, dx_;
  Vector inverse_deviation_;
};

}  // namespace memlaw::neural
