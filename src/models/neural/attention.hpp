// Multi-head self-attention (Vaswani et al. 2017, section 3.2), in the layout of PyTorch's
// MultiheadAttention: rows of in_proj are query, key, value; heads are adjacent parts of the width.
#pragma once

#include "linear_layer.hpp"
#include "sequence.hpp"

namespace memlaw::neural {

class SelfAttention {
 public:
  // `heads` must divide `width`. Parameters prefix + "in_proj_weight", "in_proj_bias",
  // "out_proj.weight", "out_proj.bias".
  SelfAttention(ParameterLayout& layout, const std::string& prefix, Index width, Index heads);
  const Matrix& forward(const double* parameters, const Matrix& x, SequenceShape shape);
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  Index width_, heads_;
  LinearLayer in_, out_;
  SequenceShape shape_;
  const Matrix* projected_ = nullptr;  // 3 width x tokens
  Matrix attended_, d_projected_;
  // tokens x (tokens * batch * heads): column q of sequence b and head h holds how much token q
  // takes from each token.
  Matrix weights_;
  Matrix d_scores_;  // tokens x tokens
  PackedMatrix packed_;
};

}  // namespace memlaw::neural
