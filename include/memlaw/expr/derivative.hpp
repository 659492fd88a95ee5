// Exact derivatives.
#pragma once

#include <cstddef>
#include <span>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// Partial derivatives of an operator's value with respect to its operands, at operand values a and
// b and result value r (= the operator's scalar value, passed so that exp, sqrt, pow need not be
// computed again). ceil, floor and round have derivative 0; abs takes that of its argument's sign
// (+1 at 0), min and max that of the operand they pick (the second one on ties).
struct Partials {
  double da = 0.0;
  double db = 0.0;
};
Partials partials(Op op, double a, double b, double r);

// d expression / d feature as an expression (0 where piecewise constant). It may be NaN at single
// points where the derivative exists: at ties of min, max and abs, which are built from abs(u)/u
// because expressions lack comparisons, and where the inner derivative of sqrt, cbrt or pow at 0 is
// infinite but multiplied by 0. Zeros and ones are folded on the way, nothing else: see simplify().
Expression derivative(const Expression& expression, std::size_t feature);

// Value and gradient with respect to every constant (order of Expression::constants()) on one row,
// by reverse accumulation. gradient.size() == constant_count(). A part that does not influence the
// value (the operand min does not pick, a factor of zero's partner) contributes exactly 0, even
// where its own derivative is infinite.
double evaluate_with_gradient(const Expression& expression, std::span<const double> row,
                              std::span<double> gradient);

}  // namespace memlaw
