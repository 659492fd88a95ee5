// Where a token stands in its sequence, added to the token: what tells an encoder the order of
// tokens when no recurrent layer does (Vaswani et al. 2017, section 3.5).
#pragma once

#include "parameters.hpp"
#include "sequence.hpp"

namespace memlaw::neural {

enum class PositionKind {
  none,
  sinusoidal,  // sin(t / 10000^(i / width)) in even rows i, cos of the same in the next row
  learned,     // a learned vector for each place
};

class Positions {
 public:
  // `tokens`: longest sequence; learned positions are the parameter `name` (tokens x width).
  Positions(ParameterLayout& layout, const std::string& name, PositionKind kind, Index width,
            Index tokens);
  const Matrix& forward(const double* parameters, const Matrix& x, SequenceShape shape);
  // The gradient by x is dy itself.
  const Matrix& backward(const Matrix& dy, double* gradients) const;

 private:
  PositionKind kind_;
  Index width_;
  Index offset_ = 0;
  Matrix sinusoids_;  // width x tokens
  SequenceShape shape_;
  Matrix y_;
};

}  // namespace memlaw::neural
