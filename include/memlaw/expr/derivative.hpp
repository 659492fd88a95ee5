// Exact derivatives.
#pragma once

#include <cstddef>
#include <span>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// Partial derivatives of an operator's value with respect to its operands, at operand values a and
// b and result value r (= the operator's scalar value, passed so that exp, sqrt, pow need not be computed
// again). ceil, floor and round have derivative 0; abs, min and max take the one-sided derivative
// of the branch that std::abs / std::min / std::max picks.
struct Partials {
  double da = 0.0;
  double db = 0.0;
};
Partials partials(Op op, double a, double b, double r);

// d expression / d feature as an expression (0 where piecewise constant). min, max and abs need
// comparisons, which expressions lack: their derivative is built from abs(u)/u, so it is NaN on ties.
Expression derivative(const Expression& expression, std::size_t feature);

// Value and gradient with respect to every constant (order of Expression::constants()) on one row,
// by reverse accumulation. gradient.size() == constant_count().
double evaluate_with_gradient(const Expression& expression, std::span<const double> row,
                              std::span<double> gradient);

}  // namespace memlaw
