// Interval evaluation: bounds on an expression over a box of its features.
#pragma once

#include <limits>
#include <span>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// A closed interval of extended reals, plus whether NaN is possible. Every value that the
// expression takes on the box lies in [low, high] or is NaN with may_be_nan set; so does every
// value computed with operators that are off by up to 4 ULP, flush denormal numbers to zero, and
// keep signs and exact zeros. Zeros have both signs: 1 / [0, 1] reaches both infinities. Bounds of
// operators are sharp up to that rounding, those of expressions need not be: occurrences of a
// feature vary independently. An expression that can only be NaN has low > high and may_be_nan.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool may_be_nan = false;

  bool contains(double value) const;
  bool is_empty() const;     // no value but NaN, if that
  bool is_finite() const;    // neither NaN nor infinity is possible
  bool is_positive() const;  // every value is > 0
};

// The operator's values over two intervals; b is ignored when the arity is 1. `op` is not a leaf.
Interval apply(Op op, const Interval& a, const Interval& b);

// box[f]: range of feature f; for a categorical feature the range of level indices.
Interval evaluate_interval(const Expression& expression, std::span<const Interval> box);

}  // namespace memlaw
