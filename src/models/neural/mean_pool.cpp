#include "mean_pool.hpp"

namespace memlaw::neural {

const Matrix& MeanPool::forward(const Matrix& x, SequenceShape shape) {
  shape_ = shape;
  y_.setZero(x.rows(), shape.batch);
  for (Index t = 0; t < shape.tokens; ++t) y_ += x.middleCols(t * shape.batch, shape.batch);
  y_ /= static_cast<double>(shape.tokens);
  return y_;
}

const Matrix& MeanPool::backward(const Matrix& dy) {
  dx_.resize(dy.rows(), shape_.columns());
  for (Index t = 0; t < shape_.tokens; ++t) {
    dx_.middleCols(t * shape_.batch, shape_.batch) = dy / static_cast<double>(shape_.tokens);
  }
  return dx_;
}

}  // namespace memlaw::neural
