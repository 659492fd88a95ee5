#include "multilayer_perceptron.hpp"

#include <algorithm>

namespace memlaw::neural {

MultilayerPerceptron::MultilayerPerceptron(const Variables& variables, Index width, Index layers,
                                           double dropout) {
  for (const Variable& variable : variables) {
    levels_.push_back(static_cast<Index>(variable.levels.size()));
    inputs_ += std::max<Index>(levels_.back(), 1);
  }
  for (Index l = 0; l < layers; ++l) {
    hidden_.push_back(
        {LinearLayer(layout_, "hidden." + std::to_string(l), l == 0 ? inputs_ : width, width),
         Gelu(), Dropout(dropout)});
  }
  head_.emplace_back(layout_, "head", width, 1);
}

const Matrix& MultilayerPerceptron::forward(const double* parameters, const Matrix& features,
                                            RandomStream* random) {
  x_.setZero(inputs_, features.cols());
  for (Index c = 0; c < features.cols(); ++c) {
    Index row = 0;
    for (std::size_t f = 0; f < levels_.size(); ++f) {
      const double x = features(static_cast<Index>(f), c);
      if (levels_[f] == 0) {
        x_(row, c) = x;
      } else if (x >= 0.0) {
        x_(row + static_cast<Index>(x), c) = 1.0;
      }
      row += std::max<Index>(levels_[f], 1);
    }
  }
  const Matrix* x = &x_;
  for (Hidden& layer : hidden_) {
    x = &layer.dropout.forward(layer.gelu.forward(layer.linear.forward(parameters, *x)), random);
  }
  return head_.front().forward(parameters, *x);
}

void MultilayerPerceptron::backward(const double* parameters, const Matrix& dy, double* gradients) {
  const Matrix* d = &head_.front().backward(parameters, dy, gradients);
  for (auto layer = hidden_.rbegin(); layer != hidden_.rend(); ++layer) {
    d = &layer->linear.backward(parameters, layer->gelu.backward(layer->dropout.backward(*d)),
                                gradients);
  }
}

}  // namespace memlaw::neural
