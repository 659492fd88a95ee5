// Algebraic simplification that keeps the value.
#pragma once

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// A smaller or equal-size expression with the same value on every row up to rounding (relative
// 1e-9 where the sums involved do not cancel), including NaN and infinities: x-x, 0*x, x/x and
// log(exp(x)) are therefore kept unless x is proven finite (and non-zero) by its form. Folds constants, flattens sums
// and products, collects equal terms and factors, turns x*x into square(x), moves signs and
// constant factors outward, orders commutative operands. Idempotent. With `assume_finite`, subtrees
// are taken to be finite and non-zero where they stand in a denominator, which allows the textbook
// cancellations; the search uses that, since it refits and re-checks on the training rows.
Expression simplify(const Expression& expression, bool assume_finite = false);

}  // namespace memlaw
