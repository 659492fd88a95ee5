#include "memlaw/models/decision_tree.hpp"

#include <utility>

#include "tree_ensemble.hpp"
#include "tree_settings.hpp"

namespace memlaw {

std::span<const Hyperparameter> DecisionTree::table() {
  static const std::vector<Hyperparameter> entries = {
      max_depth_entry(0, {0, 4, 8, 16}), min_samples_split_entry(), min_samples_leaf_entry(),
      max_features_entry({}), target_entry()};
  return entries;
}

DecisionTree::DecisionTree(Hyperparameters hyperparameters, std::uint64_t seed)
    : TreeRegressor(std::move(hyperparameters), seed, 1) {}

TreeEnsemble DecisionTree::empty() const { return {}; }

TreeEnsemble DecisionTree::grow(const TreeTraining& training) const {
  TreeEnsemble ensemble = empty();
  RandomStream random(seed(), 0, 0, 0, Purpose::tree);
  GrownTree grown = grow_tree(training.columns, training.y, training.weight,
                              grow_options(hyperparameters(), Splitter::best, false), random);
  ensemble.importance = training.shares(grown.gain);
  ensemble.trees.push_back(std::move(grown.tree));
  return ensemble;
}

}  // namespace memlaw
