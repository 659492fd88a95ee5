// Bidirectional gated recurrent unit (Cho et al. 2014), in the form and layout of PyTorch:
//   r = sigmoid(W_ir x + b_ir + W_hr h + b_hr)
//   z = sigmoid(W_iz x + b_iz + W_hz h + b_hz)
//   n = tanh(W_in x + b_in + r * (W_hn h + b_hn))
//   h' = (1 - z) * n + z * h
// Rows of the weights: reset, update, new. h starts at 0.
#pragma once

#include "parameters.hpp"
#include "sequence.hpp"

namespace memlaw::neural {

// One direction, writing a part of the rows of a shared output.
class GruDirection {
 public:
  // Parameters prefix + "weight_ih_l0" + suffix and so on, uniform within 1 / sqrt(hidden).
  GruDirection(ParameterLayout& layout, const std::string& prefix, const std::string& suffix,
               Index inputs, Index hidden, bool reverse);
  // Writes rows row .. row + hidden - 1 of y, which has a column for each token.
  void forward(const double* parameters, const Matrix& x, SequenceShape shape, Matrix& y,
               Index row);
  // Reads the same rows of dy, the gradient by y; adds to dx.
  void backward(const double* parameters, const Matrix& x, SequenceShape shape, const Matrix& dy,
                Index row, double* gradients, Matrix& dx);

 private:
  // First column of the token that is read at `step`.
  Index block(Index step, SequenceShape shape) const;

  Index inputs_, hidden_;
  bool reverse_;
  Index input_weight_, recurrent_weight_, input_bias_, recurrent_bias_;
  Matrix input_, recurrent_, gates_;  // 3 hidden x tokens
  Matrix d_input_, d_recurrent_;      // the same
  Matrix previous_;                   // hidden x tokens: h of the step before
  Matrix d_state_;                    // hidden x batch
  PackedMatrix packed_;
};

class BidirectionalGru {
 public:
  BidirectionalGru(ParameterLayout& layout, const std::string& prefix, Index inputs, Index hidden);
  // 2 hidden x tokens: the forward direction, then the reverse one.
  const Matrix& forward(const double* parameters, const Matrix& x, SequenceShape shape);
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  Index hidden_;
  GruDirection forward_, reverse_;
  const Matrix* x_ = nullptr;
  SequenceShape shape_;
  Matrix y_, dx_;
};

}  // namespace memlaw::neural
