// The plain network: scaled numeric features and an indicator for each level, then hidden layers of
// linear, GELU and dropout, then a linear head.
#pragma once

#include <vector>

#include "dropout.hpp"
#include "gelu.hpp"
#include "linear_layer.hpp"
#include "network.hpp"

namespace memlaw::neural {

class MultilayerPerceptron : public Network {
 public:
  MultilayerPerceptron(const Variables& variables, Index width, Index layers, double dropout);
  const Matrix& forward(const double* parameters, const Matrix& features,
                        RandomStream* random) override;
  void backward(const double* parameters, const Matrix& dy, double* gradients) override;

 private:
  struct Hidden {
    LinearLayer linear;
    Gelu gelu;
    Dropout dropout;
  };
  std::vector<Index> levels_;  // of a feature; 0: numeric
  Index inputs_ = 0;
  std::vector<Hidden> hidden_;
  std::vector<LinearLayer> head_;  // one
  Matrix x_;
};

}  // namespace memlaw::neural
