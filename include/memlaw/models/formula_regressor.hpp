// FormulaRegressor: what every model that is one formula has in common.
#pragma once

#include "memlaw/models/regressor.hpp"

namespace memlaw {

// Prediction is the scalar evaluation of the formula, so that a model, its saved file and its
// exported forms compute the same. Saved state: {"expression": infix text}.
class FormulaRegressor : public Regressor {
 public:
  std::vector<double> predict(const Dataset& data) const override;
  // Nodes of the formula.
  std::size_t size() const override;
  std::optional<Formula> formula() const override;
  nlohmann::json state() const override;
  void restore(const nlohmann::json& state, const Dataset& schema) override;

 protected:
  // Sets the result of fit: an expression over schema.variables.
  void set_expression(Expression expression, const Dataset& schema);

 private:
  std::optional<Formula> formula_;
};

}  // namespace memlaw
