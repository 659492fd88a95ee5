// What each operator does to the lanes of a block, and how it passes adjoints back. V is a vector
// in a tile of the CPU, a number on a device.
#pragma once

#include "instruction.hpp"
#include "math.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// As OperatorInfo::scalar; b is ignored by unary operators.
template <Op op, class V>
MEMLAW_HD inline V apply(V a, V b) {
  using S = Scalar<V>;
  if constexpr (op == Op::add) return a + b;
  if constexpr (op == Op::sub) return a - b;
  if constexpr (op == Op::mul) return a * b;
  if constexpr (op == Op::div) return a / b;
  if constexpr (op == Op::pow) return pow(a, b);
  if constexpr (op == Op::min) return select<V>((a < b) | (a != a), a, b);
  if constexpr (op == Op::max) return select<V>((a > b) | (a != a), a, b);
  if constexpr (op == Op::aq) return a / sqrt(S(1) + b * b);
  if constexpr (op == Op::neg) return -a;
  if constexpr (op == Op::inv) return S(1) / a;
  if constexpr (op == Op::square) return a * a;
  if constexpr (op == Op::cube) return a * a * a;
  if constexpr (op == Op::sqrt) return sqrt(a);
  if constexpr (op == Op::cbrt) return cbrt(a);
  if constexpr (op == Op::exp) return exp(a);
  if constexpr (op == Op::log) return log(a);
  if constexpr (op == Op::log2) return log2(a);
  if constexpr (op == Op::abs) return abs(a);
  if constexpr (op == Op::ceil) return ceil(a);
  if constexpr (op == Op::floor) return floor(a);
  if constexpr (op == Op::round) return round(a);
  if constexpr (op == Op::sin) return sin(a);
  if constexpr (op == Op::cos) return cos(a);
  if constexpr (op == Op::tanh) return tanh(a);
}

template <class V>
struct PartialValues {
  V da, db;
};

// As partials() of derivative.hpp: with respect to the operands, at a, b and the result r.
template <Op op, class V>
MEMLAW_HD inline PartialValues<V> partial_values(V a, V b, V r) {
  using S = Scalar<V>;
  const V zero = broadcast<V>(0);
  const V one = broadcast<V>(1);
  if constexpr (op == Op::add) return {one, one};
  if constexpr (op == Op::sub) return {one, -one};
  if constexpr (op == Op::mul) return {b, a};
  if constexpr (op == Op::div) return {S(1) / b, -r / b};
  if constexpr (op == Op::pow) {
    // Where a is 0 and b above 0 the power is 0 for every b nearby, although log(0) is infinite.
    const V da = select<V>(a != S(0), b * r / a, b * pow(a, b - S(1)));
    return {select(b != S(0), da, S(0)), select(r != S(0), r * log(a), S(0))};
  }
  if constexpr (op == Op::min || op == Op::max) {
    const auto first = op == Op::min ? (a < b) | (a != a) : (a > b) | (a != a);
    return {select(first, one, S(0)), select(first, zero, S(1))};
  }
  if constexpr (op == Op::aq) {
    const V s = S(1) + b * b;
    return {S(1) / sqrt(s), -r * b / s};
  }
  if constexpr (op == Op::neg) return {-one, zero};
  if constexpr (op == Op::inv) return {-r * r, zero};
  if constexpr (op == Op::square) return {S(2) * a, zero};
  if constexpr (op == Op::cube) return {S(3) * a * a, zero};
  if constexpr (op == Op::sqrt) return {S(0.5) / r, zero};
  if constexpr (op == Op::cbrt) return {S(1) / (S(3) * r * r), zero};
  if constexpr (op == Op::exp) return {r, zero};
  if constexpr (op == Op::log) return {S(1) / a, zero};
  if constexpr (op == Op::log2) return {S(1) / (a * S(0.693147180559945309417)), zero};
  if constexpr (op == Op::abs) return {select(a < S(0), -one, S(1)), zero};
  if constexpr (op == Op::sin) return {cos(a), zero};
  if constexpr (op == Op::cos) return {-sin(a), zero};
  if constexpr (op == Op::tanh) return {S(1) - r * r, zero};
  return {zero, zero};  // ceil, floor, round
}

// What an adjoint passes on. Zero on either side means "no influence", whatever the other side is.
template <class V>
MEMLAW_HD inline V influence(V adjoint, V partial) {
  const auto none = (adjoint == Scalar<V>(0)) | (partial == Scalar<V>(0));
  return select(none, broadcast<V>(0), adjoint * partial);
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
