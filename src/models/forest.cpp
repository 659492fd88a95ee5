#include "memlaw/models/forest.hpp"

#include <utility>

#include "memlaw/base/interrupt.hpp"
#include "memlaw/base/parallel.hpp"
#include "tree_ensemble.hpp"
#include "tree_settings.hpp"

namespace memlaw {
namespace {

enum class Rows { all, drawn };

TreeEnsemble grow_forest(const TreeTraining& training, const Hyperparameters& settings,
                         Splitter splitter, Rows rows, std::uint64_t seed, int threads) {
  const auto trees = static_cast<std::size_t>(settings.integer("trees"));
  const GrowOptions options = grow_options(settings, splitter, true);
  std::vector<GrownTree> grown(trees);
  ThreadPool pool(threads);
  pool.run(trees, [&](std::size_t t, int) {
    if (t > 0 && interrupted()) return;
    RandomStream random(seed, 0, static_cast<std::uint32_t>(t), 0, Purpose::tree);
    std::vector<double> weight(training.weight.begin(), training.weight.end());
    if (rows == Rows::drawn) {
      std::vector<double> times(training.rows(), 0.0);
      for (std::size_t k = 0; k < training.rows(); ++k) {
        times[random.below(static_cast<std::uint32_t>(training.rows()))] += 1.0;
      }
      for (std::size_t r = 0; r < weight.size(); ++r) weight[r] *= times[r];
    }
    grown[t] = grow_tree(training.columns, training.y, weight, options, random);
  });

  TreeEnsemble forest;
  forest.importance.assign(training.features, 0.0);
  // Trees without a split have no shares to average.
  std::size_t split_trees = 0;
  for (GrownTree& tree : grown) {
    if (tree.tree.empty()) continue;  // not begun when the fit was interrupted
    if (tree.tree.size() > 1) ++split_trees;
    const std::vector<double> share = training.shares(tree.gain);
    for (std::size_t f = 0; f < share.size(); ++f) forest.importance[f] += share[f];
    forest.trees.push_back(std::move(tree.tree));
  }
  if (split_trees > 0) {
    for (double& share : forest.importance) share /= static_cast<double>(split_trees);
  }
  return forest;
}

}  // namespace

std::span<const Hyperparameter> RandomForest::table() {
  static const std::vector<Hyperparameter> entries = {trees_entry(),
                                                      max_depth_entry(0, {0, 8, 16}),
                                                      min_samples_split_entry(),
                                                      min_samples_leaf_entry(),
                                                      max_features_entry({1.0 / 3.0, 0.6, 1.0}),
                                                      target_entry()};
  return entries;
}

RandomForest::RandomForest(Hyperparameters hyperparameters, std::uint64_t seed, int threads)
    : TreeRegressor(std::move(hyperparameters), seed, threads) {}

TreeEnsemble RandomForest::empty() const { return {}; }

TreeEnsemble RandomForest::grow(const TreeTraining& training) const {
  return grow_forest(training, hyperparameters(), Splitter::best, Rows::drawn, seed(), threads());
}

std::span<const Hyperparameter> ExtraTrees::table() { return RandomForest::table(); }

ExtraTrees::ExtraTrees(Hyperparameters hyperparameters, std::uint64_t seed, int threads)
    : TreeRegressor(std::move(hyperparameters), seed, threads) {}

TreeEnsemble ExtraTrees::empty() const { return {}; }

TreeEnsemble ExtraTrees::grow(const TreeTraining& training) const {
  return grow_forest(training, hyperparameters(), Splitter::random, Rows::all, seed(), threads());
}

}  // namespace memlaw
