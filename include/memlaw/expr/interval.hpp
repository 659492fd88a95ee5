// Interval evaluation: bounds on an expression over a box of its features.
#pragma once

#include <limits>
#include <span>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// A closed interval of extended reals, plus whether NaN is possible. Every value that the expression takes
// (computed in double precision with any rounding of its operators to within 4 ULP) on
// the box lies in [low, high] or is NaN with may_be_nan set. An expression that can only be NaN has
// low > high and may_be_nan.
struct Interval {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool may_be_nan = false;

  bool contains(double value) const;
  bool is_finite() const;    // neither NaN nor infinity is possible
  bool is_positive() const;  // every value is > 0
};

Interval apply(Op op, const Interval& a, const Interval& b);

// box[f]: range of feature f; for a categorical feature the range of level indices.
Interval evaluate_interval(const Expression& expression, std::span<const Interval> box);

}  // namespace memlaw
