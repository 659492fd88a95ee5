// The weakest baseline: the weighted mean of the training targets.
#pragma once

#include "memlaw/models/formula_regressor.hpp"

namespace memlaw {

class ConstantModel : public FormulaRegressor {
 public:
  std::string name() const override { return "constant"; }
  std::string description() const override { return "mean of the training targets"; }
  void fit(const Dataset& train) override;
};

}  // namespace memlaw
