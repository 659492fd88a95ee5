// A given formula as a model: the analytical baseline that a found formula must beat.
#pragma once

#include "memlaw/models/formula_regressor.hpp"

namespace memlaw {

enum class BasicFit {
  fixed,         // the formula as written; nothing is learned
  scale,         // a f + b
  coefficients,  // b + sum a_i t_i over the additive terms t_i of the formula
};
std::string_view name(BasicFit fit);
// InputError naming the known modes.
BasicFit parse_basic_fit(std::string_view text);

// The coefficients minimise the weighted sum of squared relative errors over the training rows, so
// scale and coefficients need targets that are not 0. Terms that are collinear share their effect
// (least norm). fit throws an InputError when the formula names a variable that the dataset lacks,
// or is not finite on a training row (scale and coefficients).
class BasicModel : public FormulaRegressor {
 public:
  explicit BasicModel(Formula formula = {}, BasicFit mode = BasicFit::scale);
  std::string name() const override { return "basic"; }
  std::string description() const override;
  void fit(const Dataset& train) override;

 private:
  Formula given_;
  BasicFit mode_;
};

// The additive terms of an expression: a + b - c gives a, b and -c. Their sum is the expression.
std::vector<Expression> additive_terms(const Expression& expression);

}  // namespace memlaw
