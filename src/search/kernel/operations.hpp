// What each operator does to one lane: value, and the adjoints of its operands.
//
// The value agrees with the operator table's scalar meaning (expr/operators); tests walk the table
// and compare.
#pragma once

#include <cmath>

#include "block.hpp"
#include "memlaw/expr/operators.hpp"

namespace memlaw::kernel {

// NaN in either operand gives NaN, as the operator table defines it.
template <class Real>
MEMLAW_HD MEMLAW_INLINE Real minimum(Real a, Real b) {
  return (a < b || a != a) ? a : b;
}
template <class Real>
MEMLAW_HD MEMLAW_INLINE Real maximum(Real a, Real b) {
  return (a > b || a != a) ? a : b;
}

template <Op op, class Real>
MEMLAW_HD MEMLAW_INLINE Real value(Real a, [[maybe_unused]] Real b) {
  if constexpr (op == Op::add)
    return a + b;
  else if constexpr (op == Op::sub)
    return a - b;
  else if constexpr (op == Op::mul)
    return a * b;
  else if constexpr (op == Op::div)
    return a / b;
  else if constexpr (op == Op::pow)
    return std::pow(a, b);
  else if constexpr (op == Op::min)
    return minimum(a, b);
  else if constexpr (op == Op::max)
    return maximum(a, b);
  else if constexpr (op == Op::aq)
    return a / std::sqrt(Real(1) + b * b);
  else if constexpr (op == Op::neg)
    return -a;
  else if constexpr (op == Op::inv)
    return Real(1) / a;
  else if constexpr (op == Op::square)
    return a * a;
  else if constexpr (op == Op::cube)
    return a * a * a;
  else if constexpr (op == Op::sqrt)
    return std::sqrt(a);
  else if constexpr (op == Op::cbrt)
    return std::cbrt(a);
  else if constexpr (op == Op::exp)
    return std::exp(a);
  else if constexpr (op == Op::log)
    return std::log(a);
  else if constexpr (op == Op::log2)
    return std::log2(a);
  else if constexpr (op == Op::abs)
    return std::abs(a);
  else if constexpr (op == Op::ceil)
    return std::ceil(a);
  else if constexpr (op == Op::floor)
    return std::floor(a);
  else if constexpr (op == Op::round)
    return std::round(a);
  else if constexpr (op == Op::sin)
    return std::sin(a);
  else if constexpr (op == Op::cos)
    return std::cos(a);
  else if constexpr (op == Op::tanh)
    return std::tanh(a);
  else
    static_assert(op == Op::add, "leaves are operands, not operations");
}

// d value / d a and d value / d b, at operands a, b and value r.
template <Op op, class Real>
MEMLAW_HD MEMLAW_INLINE Real slope_a([[maybe_unused]] Real a, [[maybe_unused]] Real b,
                                     [[maybe_unused]] Real r) {
  if constexpr (op == Op::add || op == Op::sub)
    return Real(1);
  else if constexpr (op == Op::mul)
    return b;
  else if constexpr (op == Op::div)
    return Real(1) / b;
  else if constexpr (op == Op::pow)
    return b * std::pow(a, b - Real(1));
  else if constexpr (op == Op::min)
    return (a < b || a != a) ? Real(1) : Real(0);
  else if constexpr (op == Op::max)
    return (a > b || a != a) ? Real(1) : Real(0);
  else if constexpr (op == Op::aq)
    return Real(1) / std::sqrt(Real(1) + b * b);
  else if constexpr (op == Op::neg)
    return Real(-1);
  else if constexpr (op == Op::inv)
    return -r * r;
  else if constexpr (op == Op::square)
    return Real(2) * a;
  else if constexpr (op == Op::cube)
    return Real(3) * a * a;
  else if constexpr (op == Op::sqrt)
    return Real(0.5) / r;
  else if constexpr (op == Op::cbrt)
    return Real(1) / (Real(3) * r * r);
  else if constexpr (op == Op::exp)
    return r;
  else if constexpr (op == Op::log)
    return Real(1) / a;
  else if constexpr (op == Op::log2)
    return Real(1.4426950408889634074) / a;
  else if constexpr (op == Op::abs)
    return a < Real(0) ? Real(-1) : Real(1);
  else if constexpr (op == Op::sin)
    return std::cos(a);
  else if constexpr (op == Op::cos)
    return -std::sin(a);
  else if constexpr (op == Op::tanh)
    return Real(1) - r * r;
  else
    return Real(0);  // ceil, floor, round
}

template <Op op, class Real>
MEMLAW_HD MEMLAW_INLINE Real slope_b([[maybe_unused]] Real a, [[maybe_unused]] Real b,
                                     [[maybe_unused]] Real r) {
  if constexpr (op == Op::add)
    return Real(1);
  else if constexpr (op == Op::sub)
    return Real(-1);
  else if constexpr (op == Op::mul)
    return a;
  else if constexpr (op == Op::div)
    return -r / b;
  else if constexpr (op == Op::pow)
    return a > Real(0) ? r * std::log(a) : Real(0);
  else if constexpr (op == Op::min)
    return (a < b || a != a) ? Real(0) : Real(1);
  else if constexpr (op == Op::max)
    return (a > b || a != a) ? Real(0) : Real(1);
  else if constexpr (op == Op::aq)
    return -r * b / (Real(1) + b * b);
  else
    return Real(0);
}

}  // namespace memlaw::kernel
