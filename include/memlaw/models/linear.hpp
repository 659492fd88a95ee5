// Least-squares baselines.
//
// Both models add one column per numeric feature and one indicator column per level of a
// categorical feature, weighted by Dataset::weight. Columns are centred and scaled, and the
// solution of least norm is taken (complete orthogonal decomposition), so collinear and constant
// columns are harmless and no level is singled out as the reference. A level without training rows
// gets the mean effect of the levels that have some.
//
// With fewer training rows than columns many solutions meet every row; the one of least norm shares
// an effect among the columns that may be its cause, in proportion to their spread, and takes none
// for a column that explains nothing. One row gives a constant, no row an InputError. The result is
// a formula; a categorical feature is one category constant in it.
#pragma once

#include "memlaw/models/formula_regressor.hpp"

namespace memlaw {

// target = b0 + sum b_j x_j.
class LinearModel : public FormulaRegressor {
 public:
  std::string name() const override { return "linear"; }
  std::string description() const override;
  void fit(const Dataset& train) override;

 private:
  std::size_t columns_ = 0;
};

// log target = b0 + sum b_j g_j(x_j), with g_j = log where all training values are > 0, log(1 + x)
// where they are >= 0, and the feature itself otherwise. Predicts the exponential, which estimates
// the median. InputError when a training target is not > 0.
class LogLinearModel : public FormulaRegressor {
 public:
  std::string name() const override { return "log-linear"; }
  std::string description() const override;
  void fit(const Dataset& train) override;

 private:
  std::size_t columns_ = 0;
};

}  // namespace memlaw
