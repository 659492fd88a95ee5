// Averages of randomised trees. Trees are grown in parallel; each has its own random stream.
// Chance decides between splits of a node that are equally good.
#pragma once

#include <span>

#include "memlaw/models/tree_regressor.hpp"

namespace memlaw {

// Breiman, "Random forests", Machine Learning 45, 2001, section 11: each tree is grown on as many
// rows as there are, drawn with replacement, and looks for the best split. Of the features, a
// share of max_features is tried at each node, drawn anew; features that are constant in the node
// do not end the drawing.
class RandomForest : public TreeRegressor {
 public:
  static std::span<const Hyperparameter> table();
  explicit RandomForest(Hyperparameters hyperparameters = Hyperparameters(table()),
                        std::uint64_t seed = 1, int threads = 0);
  std::string name() const override { return "random-forest"; }

 protected:
  TreeEnsemble grow(const TreeTraining& training) const override;
  TreeEnsemble empty() const override;
};

// Geurts, Ernst, Wehenkel, "Extremely randomized trees", Machine Learning 63, 2006, section 2: each
// tree sees all rows. Each feature that is tried at a node gets one threshold, uniform between its
// least and its greatest value there, and the best of those splits is taken.
class ExtraTrees : public TreeRegressor {
 public:
  static std::span<const Hyperparameter> table();
  explicit ExtraTrees(Hyperparameters hyperparameters = Hyperparameters(table()),
                      std::uint64_t seed = 1, int threads = 0);
  std::string name() const override { return "extra-trees"; }

 protected:
  TreeEnsemble grow(const TreeTraining& training) const override;
  TreeEnsemble empty() const override;
};

}  // namespace memlaw
