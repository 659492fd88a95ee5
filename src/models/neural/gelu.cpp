#include "gelu.hpp"

#include "kernels.hpp"

namespace memlaw::neural {

const Matrix& Gelu::forward(const Matrix& x) {
  y_.resizeLike(x);
  slope_.resizeLike(x);
  kernels().gelu(static_cast<std::size_t>(x.size()), x.data(), y_.data(), slope_.data());
  return y_;
}

const Matrix& Gelu::backward(const Matrix& dy) {
  dx_ = dy.cwiseProduct(slope_);
  return dx_;
}

}  // namespace memlaw::neural
