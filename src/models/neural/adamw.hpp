// AdamW: Adam with decoupled weight decay (Loshchilov & Hutter 2019, algorithm 2), in the form of
// PyTorch: the decay is multiplied by the learning rate and applies to every parameter.
#pragma once

#include "product.hpp"

namespace memlaw::neural {

class AdamW {
 public:
  struct Options {
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0.01;
  };
  AdamW(Index size, const Options& options);
  void step(double learning_rate, const Vector& gradients, Vector& parameters);

 private:
  Options options_;
  Vector mean_, square_;
  double beta1_power_ = 1.0, beta2_power_ = 1.0;
};

}  // namespace memlaw::neural
