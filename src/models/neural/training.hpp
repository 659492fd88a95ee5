// Training of one network from one start.
//
// Loss: mean squared error of the scaled target, weighted by row. AdamW, learning rate with linear
// warm-up and cosine decay to 0 (Loshchilov & Hutter 2017), gradients clipped by their global norm
// (Pascanu, Mikolov & Bengio 2013). A part of the rows is held back; training stops when their loss
// has not improved for `patience` epochs, and the parameters of the best epoch are kept.
#pragma once

#include <cstdint>
#include <vector>

#include "network.hpp"

namespace memlaw::neural {

struct TrainingOptions {
  double learning_rate = 1e-3;
  double weight_decay = 0.01;
  int batch = 32;  // rows a step
  int epochs = 200;
  double warm_up = 0.05;  // part of all steps
  double clip_norm = 1.0;
  double validation = 0.15;  // part of the rows held back; 0: none
  int patience = 50;
};

struct TrainingData {
  Matrix features;  // features x rows, see FeatureScaler
  Vector target;
  std::vector<double> weight;
  std::vector<std::int64_t> group;  // rows of one group are held back together
};

// The factor of the learning rate at step 0 .. steps - 1.
double learning_rate_factor(std::int64_t step, std::int64_t steps, double warm_up);

// Scales `gradients` down to the norm `limit` when theirs is larger. Returns the norm before.
double clip_norm(Vector& gradients, double limit);

// Which rows to train on; the others are held back. At least two groups are trained on, and at
// least one is held back when `part` > 0, else (fewer than 3 groups) all rows are trained on.
std::vector<bool> choose_training_rows(const std::vector<std::int64_t>& group, double part,
                                       RandomStream random);

// Parameters after training. Depends on its arguments alone: `seed` and `restart` key every random
// number. A loss that is not finite ends the training with the best parameters before it, an
// interrupt (base/interrupt.hpp) with the best until then, after one epoch at least.
Vector train(Network& network, const TrainingData& data, const TrainingOptions& options,
             std::uint64_t seed, std::uint32_t restart);

}  // namespace memlaw::neural
