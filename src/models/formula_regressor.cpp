#include "memlaw/models/formula_regressor.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "memlaw/base/error.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw {

std::vector<double> FormulaRegressor::predict(const Dataset& data) const {
  if (!formula_) throw std::logic_error("predict before fit");
  std::vector<double> values(data.rows());
  evaluate(formula_->expression, data.column_pointers(), values);
  return values;
}

std::size_t FormulaRegressor::size() const { return formula_ ? formula_->expression.size() : 0; }

std::optional<Formula> FormulaRegressor::formula() const { return formula_; }

nlohmann::json FormulaRegressor::state() const {
  if (!formula_) throw std::logic_error("state before fit");
  return {{"expression", format_infix(formula_->expression, formula_->variables)}};
}

void FormulaRegressor::restore(const nlohmann::json& state, const Dataset& schema) {
  const auto field = state.find("expression");
  if (field == state.end() || !field->is_string()) {
    throw InputError("state.expression: expected the formula as text");
  }
  set_expression(
      parse_expression(field->get_ref<const std::string&>(), schema.variables, "state.expression"),
      schema);
}

void FormulaRegressor::set_expression(Expression expression, const Dataset& schema) {
  formula_ =
      Formula{schema.target_name, schema.target_unit, schema.variables, std::move(expression)};
}

}  // namespace memlaw
