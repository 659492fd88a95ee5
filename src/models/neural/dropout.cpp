#include "dropout.hpp"

#include <cmath>

namespace memlaw::neural {

const Matrix& Dropout::forward(const Matrix& x, RandomStream* random) {
  active_ = random != nullptr && rate_ > 0.0;
  if (!active_) return x;
  factors_.resizeLike(x);
  // Two decisions a random number: 16 bits are enough for a rate.
  const auto limit = static_cast<std::uint32_t>(std::lround(rate_ * 65536.0));
  const double keep = 1.0 / (1.0 - rate_);
  double* const factors = factors_.data();
  for (Index i = 0; i < factors_.size(); i += 2) {
    const std::uint32_t bits = (*random)();
    factors[i] = (bits & 0xffff) < limit ? 0.0 : keep;
    if (i + 1 < factors_.size()) factors[i + 1] = (bits >> 16) < limit ? 0.0 : keep;
  }
  y_ = x.cwiseProduct(factors_);
  return y_;
}

const Matrix& Dropout::backward(const Matrix& dy) {
  if (!active_) return dy;
  dx_ = dy.cwiseProduct(factors_);
  return dx_;
}

}  // namespace memlaw::neural
