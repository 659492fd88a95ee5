// Algebraic simplification that keeps the value.
#pragma once

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// An expression of at most the same complexity (and size, when the complexity is the same) with the
// same value on every row up to rounding: relative 1e-9 where the sums involved do not cancel and
// no argument of ceil, floor or round stands at a jump. NaN and infinities are kept as well: x-x,
// 0*x, x/x and log(exp(x)) stay. Not kept are the sign of a zero (so neither that of 1/0 where it
// depends on it), and what overflow or underflow of an intermediate result does.
//
// Folds constants, flattens sums and products, collects equal terms and factors, turns x*x into
// square(x), moves signs and constant factors outward, orders commutative operands, folds numbers
// into the per-level constants of categories. Idempotent.
//
// With `assume_finite` the value is kept on the rows where the expression and all its subtrees are
// finite. That allows the textbook cancellations, x*y + x*z = x*(y+z), sqrt(x) = x^0.5 and
// log(exp(x)) = x. The search uses it, since it refits and checks again on the training rows.
//
// Expressions nested deeper than 400 come back as they are. Method: conversion to a canonical sum
// of products (src/expr/simplify/form.hpp) and back, until nothing changes.
Expression simplify(const Expression& expression, bool assume_finite = false);

}  // namespace memlaw
