#include "adamw.hpp"

#include <cmath>

namespace memlaw::neural {

AdamW::AdamW(Index size, const Options& options)
    : options_(options), mean_(Vector::Zero(size)), square_(Vector::Zero(size)) {}

void AdamW::step(double learning_rate, const Vector& gradients, Vector& parameters) {
  beta1_power_ *= options_.beta1;
  beta2_power_ *= options_.beta2;
  const double rate = learning_rate / (1.0 - beta1_power_);
  const double root = std::sqrt(1.0 - beta2_power_);
  mean_ = options_.beta1 * mean_ + (1.0 - options_.beta1) * gradients;
  square_ = options_.beta2 * square_ + (1.0 - options_.beta2) * gradients.cwiseAbs2();
  parameters *= 1.0 - learning_rate * options_.weight_decay;
  parameters.array() -= rate * mean_.array() / (square_.array().sqrt() / root + options_.epsilon);
}

}  // namespace memlaw::neural
