// AdaBoost.R2.
//
// Drucker, "Improving regressors using boosting techniques", ICML 1997. Each tree is grown on as
// many rows as there are, drawn with replacement with the probabilities of their weights. The loss
// L of a row is its absolute error over the greatest one, e, or e squared, or 1 - exp(-e). With the
// mean loss m and b = m / (1 - m), the weights are multiplied by b^(1 - L), so that rows with
// large errors gain. The prediction is the median of the trees', weighted by log(1 / b).
// Boosting ends early after a tree without errors, and before one whose mean loss is 0.5 or more
// (the first tree is kept whatever it is). Chance decides between splits of a node that are equally
// good.
#pragma once

#include <span>

#include "memlaw/models/tree_regressor.hpp"

namespace memlaw {

class AdaBoost : public TreeRegressor {
 public:
  static std::span<const Hyperparameter> table();
  explicit AdaBoost(Hyperparameters hyperparameters = Hyperparameters(table()),
                    std::uint64_t seed = 1);
  std::string name() const override { return "adaboost"; }

 protected:
  TreeEnsemble grow(const TreeTraining& training) const override;
  TreeEnsemble empty() const override;
};

}  // namespace memlaw
