// TreeRegressor: what every model made of regression trees has in common.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "memlaw/models/hyperparameters.hpp"
#include "memlaw/models/regressor.hpp"

namespace memlaw {

struct TreeEnsemble;  // src/models/tree_ensemble.hpp
struct TreeTraining;  // src/models/tree_ensemble.hpp

// Numeric features enter as they are, a categorical one as one indicator column a level, in the
// order of Variable::levels. A node sends the rows whose column is at most its threshold to the
// left. With the hyper-parameter target = log, the trees are grown on the logarithm of the target
// and the prediction is the exponential: an estimate of the median, not of the mean.
//
// Saved state: {"hyperparameters": {name: text}, "importance": [one number a feature],
// "trees": [{"feature", "right", "value"}], and what the model adds}. Nodes are in preorder, the
// left child right after its parent: "feature" is the column, or -1 in a leaf; "value" the
// threshold, or the prediction of a leaf; "right" the index of the right child, or 0 in a leaf.
//
// The result depends on the data, the hyper-parameters and the seed; never on the number of
// threads.
class TreeRegressor : public Regressor {
 public:
  ~TreeRegressor() override;
  TreeRegressor(const TreeRegressor&) = delete;
  TreeRegressor& operator=(const TreeRegressor&) = delete;

  // "100 trees, 5230 nodes: trees=100, max_depth=0, ...".
  std::string description() const override;
  // InputError for a dataset without rows or features and, with target = log, for a target that is
  // not > 0 (with its line).
  void fit(const Dataset& train) override;
  std::vector<double> predict(const Dataset& data) const override;
  // Nodes of all trees: each holds one number, a threshold or a prediction.
  std::size_t size() const override;
  nlohmann::json state() const override;
  void restore(const nlohmann::json& state, const Dataset& schema) override;

  // The share of each feature in the decrease of the squared error by all splits, those of the
  // columns of a category added up; one value a feature, of sum 1. All 0 when no tree has a split.
  // Over several trees it is the mean of their shares, weighted as the trees are.
  std::vector<double> feature_importance() const;

 protected:
  TreeRegressor(Hyperparameters hyperparameters, std::uint64_t seed, int threads);

  // Grows the trees of the model; an ensemble that lacks trees states how they are combined.
  virtual TreeEnsemble grow(const TreeTraining& training) const = 0;
  virtual TreeEnsemble empty() const = 0;

  const Hyperparameters& hyperparameters() const { return hyperparameters_; }
  std::uint64_t seed() const { return seed_; }
  int threads() const { return threads_; }

 private:
  bool log_target() const;

  Hyperparameters hyperparameters_;
  std::uint64_t seed_;
  int threads_;
  std::unique_ptr<TreeEnsemble> ensemble_;  // null before fit
};

}  // namespace memlaw
