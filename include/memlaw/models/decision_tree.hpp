// One regression tree.
//
// Breiman, Friedman, Olshen, Stone, "Classification and regression trees", 1984, chapter 8: a node
// is split where the weighted squared error of its two parts is least, over all features and all
// thresholds halfway between neighbouring values; a leaf predicts the weighted mean of its targets.
// The defaults grow until a leaf's targets are all equal, so a training row is reproduced unless
// another one has the same features. Gains that differ by no more than rounding are ties, won by
// the first feature and the lowest threshold.
#pragma once

#include <span>

#include "memlaw/models/tree_regressor.hpp"

namespace memlaw {

class DecisionTree : public TreeRegressor {
 public:
  static std::span<const Hyperparameter> table();
  // The seed matters only for max_features below 1.
  explicit DecisionTree(Hyperparameters hyperparameters = Hyperparameters(table()),
                        std::uint64_t seed = 1);
  std::string name() const override { return "decision-tree"; }

 protected:
  TreeEnsemble grow(const TreeTraining& training) const override;
  TreeEnsemble empty() const override;
};

}  // namespace memlaw
