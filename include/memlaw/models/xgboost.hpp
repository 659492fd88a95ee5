// Gradient boosting by the XGBoost library.
//
// Chen, Guestrin, "XGBoost: a scalable tree boosting system", KDD 2016: each tree is fitted to the
// gradient of the squared error, with penalties on its leaves and a learning rate. The library
// grows the trees (exact greedy splits, one thread: its sums, and so its trees, would depend on the
// number of threads); memlaw keeps them in its own form and computes the same predictions from them
// bit for bit. So a saved model needs no parser of another project, and restoring it cannot crash
// in one.
//
// The target is shifted to mean 0 and scaled to variance 1 first: gamma and alpha are in units of
// that, and byte counts do not exceed the precision of the library, which computes in single
// precision. Features are rounded to single precision too.
#pragma once

#include <span>

#include "memlaw/models/tree_regressor.hpp"

namespace memlaw {

class XGBoost : public TreeRegressor {
 public:
  static std::span<const Hyperparameter> table();
  // The seed matters only for subsample and colsample_bytree below 1.
  explicit XGBoost(Hyperparameters hyperparameters = Hyperparameters(table()),
                   std::uint64_t seed = 1);
  std::string name() const override { return "xgboost"; }

 protected:
  // InputError for a feature beyond the range of single precision.
  TreeEnsemble grow(const TreeTraining& training) const override;
  TreeEnsemble empty() const override;
};

}  // namespace memlaw
