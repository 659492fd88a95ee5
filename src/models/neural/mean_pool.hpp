// The mean over the tokens of each sequence.
#pragma once

#include "sequence.hpp"

namespace memlaw::neural {

class MeanPool {
 public:
  // One column a sequence.
  const Matrix& forward(const Matrix& x, SequenceShape shape);
  const Matrix& backward(const Matrix& dy);

 private:
  SequenceShape shape_;
  Matrix y_, dx_;
};

}  // namespace memlaw::neural
