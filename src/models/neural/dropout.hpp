// Dropout (Srivastava et al. 2014), inverted: while training an element is 0 with probability
// `rate` and divided by 1 - rate otherwise; while predicting nothing happens.
#pragma once

#include "memlaw/base/rng.hpp"
#include "product.hpp"

namespace memlaw::neural {

class Dropout {
 public:
  // `rate` in [0, 1).
  explicit Dropout(double rate) : rate_(rate) {}
  // x with dropped elements. `random` decides; null while predicting.
  const Matrix& forward(const Matrix& x, RandomStream* random);
  const Matrix& backward(const Matrix& dy);

 private:
  double rate_;
  bool active_ = false;
  Matrix factors_, y_, dx_;
};

}  // namespace memlaw::neural
