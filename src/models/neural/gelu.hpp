// Gaussian error linear unit x Phi(x), exact (Hendrycks & Gimpel 2016).
#pragma once

#include "product.hpp"

namespace memlaw::neural {

class Gelu {
 public:
  const Matrix& forward(const Matrix& x);
  const Matrix& backward(const Matrix& dy);
  // The result of forward, for a layer that works on it in place.
  Matrix& output() { return y_; }

 private:
  Matrix y_, slope_, dx_;
};

}  // namespace memlaw::neural
