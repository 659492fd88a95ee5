#include "memlaw/expr/interval.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>
#include <stdexcept>
#include <vector>

namespace memlaw {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double smallest_normal = std::numeric_limits<double>::min();

Interval nothing(bool may_be_nan) { return {infinity, -infinity, may_be_nan}; }

bool has_zero(const Interval& a) { return a.low <= 0.0 && a.high >= 0.0; }
bool has_infinity(const Interval& a) {
  return !a.is_empty() && (a.low == -infinity || a.high == infinity);
}

// The least value an implementation may return for a bound computed as `x`: 4 ULP lower, except
// that signs and exact zeros hold. Positive denormals may be flushed.
double down(double x) {
  if (x == 0.0) return x;
  if (x > 0.0 && x < 2.0 * smallest_normal) return 0.0;
  for (int i = 0; i < 4; ++i) x = std::nextafter(x, -infinity);
  return x;
}
double up(double x) { return -down(-x); }

Interval outward(double low, double high, bool may_be_nan) {
  return {down(low), up(high), may_be_nan};
}

// Zero as an exact result, or as what is left of a positive (negative) number that underflowed.
double underflowed_high(double x) { return x < smallest_normal && x >= 0.0 ? smallest_normal : x; }
double underflowed_low(double x) { return x > -smallest_normal && x <= 0.0 ? -smallest_normal : x; }

// The hull of values found so far.
class Hull {
 public:
  void add(double x) {
    low_ = std::min(low_, x);
    high_ = std::max(high_, x);
  }
  void add(const Interval& a) {
    low_ = std::min(low_, a.low);
    high_ = std::max(high_, a.high);
  }
  // A computed result that is zero only by underflow when `underflow`: its sign is that of `sign`.
  void add_rounded(double x, bool underflow, double sign) {
    add(x);
    if (underflow) add(std::copysign(smallest_normal, sign));
  }
  double low() const { return low_; }
  double high() const { return high_; }

 private:
  double low_ = infinity, high_ = -infinity;
};

Interval negated(const Interval& a) { return {-a.high, -a.low, a.may_be_nan}; }

Interval sum(const Interval& a, const Interval& b) {
  const bool nan =
      (a.high == infinity && b.low == -infinity) || (a.low == -infinity && b.high == infinity);
  double low = a.low + b.low, high = a.high + b.high;
  if (std::isnan(low)) low = -infinity;
  if (std::isnan(high)) high = infinity;
  return outward(low, high, nan);
}

Interval product(const Interval& a, const Interval& b) {
  const bool nan = (has_zero(a) && has_infinity(b)) || (has_infinity(a) && has_zero(b));
  Hull hull;
  for (const double x : {a.low, a.high}) {
    for (const double y : {b.low, b.high}) {
      if (x == 0.0 || y == 0.0) {
        hull.add(0.0);  // 0 * infinity is NaN; values beside it tend to 0
      } else {
        const double p = x * y;
        hull.add_rounded(p, std::abs(p) < smallest_normal, p);
      }
    }
  }
  return outward(hull.low(), hull.high(), nan);
}

Interval quotient(const Interval& a, const Interval& b) {
  const bool nan = (has_zero(a) && has_zero(b)) || (has_infinity(a) && has_infinity(b));
  if (has_zero(b)) return {-infinity, infinity, nan};
  Hull hull;
  for (const double x : {a.low, a.high}) {
    for (const double y : {b.low, b.high}) {
      if (std::isinf(x) && std::isinf(y)) {  // NaN; values beside it reach from 0 to infinity
        hull.add(0.0);
        hull.add(std::copysign(infinity, x) * std::copysign(1.0, y));
      } else {
        const double q = x / y;
        const bool exact_zero = x == 0.0 || std::isinf(y);
        hull.add_rounded(q, !exact_zero && std::abs(q) < smallest_normal, q);
      }
    }
  }
  return outward(hull.low(), hull.high(), nan);
}

// Magnitudes of the values of a.
Interval magnitude(const Interval& a) {
  if (a.low >= 0.0) return {a.low, a.high, false};
  if (a.high <= 0.0) return {-a.high, -a.low, false};
  return {0.0, std::max(-a.low, a.high), false};
}

// x^n for increasing x -> x^n on [low, high], computed by `f`.
template <class F>
Interval increasing(const Interval& a, F f, bool may_underflow = false) {
  double low = f(a.low), high = f(a.high);
  if (may_underflow) {
    if (a.low < 0.0) low = underflowed_low(low);
    if (a.high > 0.0) high = underflowed_high(high);
  }
  return outward(low, high, false);
}

// [low, high] of a without what is below `least`, where the operator is NaN.
Interval clipped(const Interval& a, double least) {
  return {std::max(a.low, least), a.high, a.low < least};
}

bool has_integer(const Interval& b) { return std::ceil(b.low) <= std::floor(b.high); }
bool has_fraction(const Interval& b) { return b.low != b.high || b.low != std::floor(b.low); }
bool is_odd(double integer) { return std::abs(std::fmod(integer, 2.0)) == 1.0; }
bool has_negative_odd(const Interval& b) {
  return b.low <= -1.0 && (b.low != b.high || is_odd(b.low));
}

// For a base in [0, infinity] the power is monotone in each operand, so corners suffice. Zero
// bounds are taken as +0.0: the powers of -0.0 are of the other sign.
Interval power_of_magnitude(const Interval& a, const Interval& b) {
  Hull hull;
  for (const double x : {std::abs(a.low), std::abs(a.high)}) {
    for (const double y : {b.low, b.high}) {
      const double p = std::pow(x, y);
      hull.add_rounded(p, x > 0.0 && std::isfinite(x) && std::isfinite(y) && p < smallest_normal,
                       1.0);
    }
  }
  return outward(hull.low(), hull.high(), false);
}

Interval power(const Interval& a, const Interval& b) {
  Hull hull;
  bool nan = (a.may_be_nan && (b.may_be_nan || b.low != 0.0 || b.high != 0.0)) ||
             (b.may_be_nan && (a.may_be_nan || a.low != 1.0 || a.high != 1.0));
  // NaN^0 and 1^NaN are 1.
  if ((a.may_be_nan && has_zero(b)) || (b.may_be_nan && a.contains(1.0))) hull.add(1.0);
  if (a.is_empty() || b.is_empty()) return {hull.low(), hull.high(), nan};
  if (a.high >= 0.0) {
    hull.add(power_of_magnitude({std::max(a.low, 0.0), a.high, false}, b));
    if (has_zero(a) && has_negative_odd(b)) hull.add(-infinity);  // of -0.0
  }
  if (a.low < 0.0) {
    nan = nan || has_fraction(b);
    if (has_integer(b) || a.low == -infinity) {
      const Interval m = power_of_magnitude({std::max(-a.high, 0.0), -a.low, false}, b);
      const bool point = b.low == b.high;
      if (!point || !is_odd(b.low)) hull.add(m);
      if (!point || is_odd(b.low)) hull.add(negated(m));
    }
  }
  return {hull.low(), hull.high(), nan};
}

// Sine over [low, high] shifted so that its maxima stand at `peak` + 2 pi k and its minima half a
// turn on. The slack makes up for the rounding of pi: extremes just outside may be counted.
Interval wave(const Interval& a, double (*f)(double), double peak) {
  constexpr double turn = 2.0 * std::numbers::pi;
  const bool nan = has_infinity(a);
  if (!(a.low > -1e6 && a.high < 1e6) || a.high - a.low >= turn) return {-1.0, 1.0, nan};
  const auto reaches = [&](double extreme) {
    constexpr double slack = 1e-8;
    return std::floor((a.high + slack - extreme) / turn) >= (a.low - slack - extreme) / turn;
  };
  const double x = f(a.low), y = f(a.high);
  Interval result = outward(std::min(x, y), std::max(x, y), nan);
  if (reaches(peak) || result.high > 1.0) result.high = 1.0;
  if (reaches(peak + std::numbers::pi) || result.low < -1.0) result.low = -1.0;
  return result;
}

Interval apply_unary(Op op, const Interval& a) {
  switch (op) {
    case Op::neg:
      return negated(a);
    case Op::inv:
      return quotient({1.0, 1.0, false}, a);
    case Op::square: {
      const Interval m = magnitude(a);
      return product(m, m);
    }
    case Op::cube:
      return increasing(
          a, [](double x) { return x * x * x; }, true);
    case Op::sqrt: {
      const Interval c = clipped(a, 0.0);
      if (c.is_empty()) return nothing(true);
      return outward(std::sqrt(c.low), std::sqrt(c.high), c.may_be_nan);
    }
    case Op::cbrt:
      return increasing(a, [](double x) { return std::cbrt(x); });
    case Op::exp: {
      double high = std::exp(a.high);
      if (a.high > -infinity) high = underflowed_high(high);
      return outward(std::exp(a.low), high, false);
    }
    case Op::log:
    case Op::log2: {
      const Interval c = clipped(a, 0.0);
      if (c.is_empty()) return nothing(true);
      const auto f = op == Op::log ? [](double x) { return std::log(x); }
                                   : [](double x) { return std::log2(x); };
      // A zero may be a denormal that was flushed.
      const double low = c.low < smallest_normal ? -infinity : f(c.low);
      return outward(low, f(c.high), c.may_be_nan);
    }
    case Op::abs:
      return magnitude(a);
    case Op::ceil:
      return {std::ceil(a.low), std::ceil(a.high), false};
    case Op::floor:
      return {std::floor(a.low), std::floor(a.high), false};
    case Op::round:
      return {std::round(a.low), std::round(a.high), false};
    case Op::sin:
      return wave(
          a, [](double x) { return std::sin(x); }, std::numbers::pi / 2.0);
    case Op::cos:
      return wave(
          a, [](double x) { return std::cos(x); }, 0.0);
    case Op::tanh: {
      const Interval t = increasing(a, [](double x) { return std::tanh(x); });
      return {std::max(t.low, -1.0), std::min(t.high, 1.0), false};
    }
    default:
      throw std::logic_error("apply: not a unary operator");
  }
}

Interval apply_binary(Op op, const Interval& a, const Interval& b) {
  switch (op) {
    case Op::add:
      return sum(a, b);
    case Op::sub:
      return sum(a, negated(b));
    case Op::mul:
      return product(a, b);
    case Op::div:
      return quotient(a, b);
    case Op::min:
      return {std::min(a.low, b.low), std::min(a.high, b.high), false};
    case Op::max:
      return {std::max(a.low, b.low), std::max(a.high, b.high), false};
    case Op::aq: {
      const Interval root =
          apply_unary(Op::sqrt, sum({1.0, 1.0, false}, apply_unary(Op::square, b)));
      return quotient(a, root);
    }
    default:
      throw std::logic_error("apply: not a binary operator");
  }
}

// Per-level constants over a range of level indices. An index that names no level gives NaN.
Interval level_range(std::span<const double> table, const Interval& index) {
  const auto levels = static_cast<double>(table.size());
  Hull hull;
  bool nan = index.may_be_nan || index.low < 0.0 || index.high >= levels;
  const double first = std::max(std::floor(index.low), 0.0);
  const double last = std::min(std::floor(index.high), levels - 1.0);
  for (double i = first; i <= last; ++i) {
    const double value = table[static_cast<std::size_t>(i)];
    nan = nan || std::isnan(value);
    if (!std::isnan(value)) hull.add(value);
  }
  return {hull.low(), hull.high(), nan};
}

Interval of_number(double value) {
  return std::isnan(value) ? nothing(true) : Interval{value, value, false};
}

}  // namespace

bool Interval::contains(double value) const {
  return std::isnan(value) ? may_be_nan : low <= value && value <= high;
}
bool Interval::is_empty() const { return !(low <= high); }
bool Interval::is_finite() const {
  return !may_be_nan && !is_empty() && low > -infinity && high < infinity;
}
bool Interval::is_positive() const { return !may_be_nan && !is_empty() && low > 0.0; }

Interval apply(Op op, const Interval& a, const Interval& b) {
  const int arity = info(op).arity;
  if (arity == 0) throw std::invalid_argument("apply: leaves have no operands");
  if (op == Op::pow) return power(a, b);
  const bool nan = a.may_be_nan || (arity == 2 && b.may_be_nan);
  if (a.is_empty() || (arity == 2 && b.is_empty())) return nothing(nan);
  Interval result = arity == 1 ? apply_unary(op, a) : apply_binary(op, a, b);
  result.may_be_nan = result.may_be_nan || nan;
  return result;
}

Interval evaluate_interval(const Expression& expression, std::span<const Interval> box) {
  std::vector<Interval> open;
  for (const Node& node : expression.nodes()) {
    switch (info(node.op).arity) {
      case 0:
        open.push_back(node.op == Op::constant ? of_number(node.value)
                       : node.op == Op::feature
                           ? box[node.feature]
                           : level_range(expression.tables().subspan(node.table, node.levels),
                                         box[node.feature]));
        break;
      case 1:
        open.back() = apply(node.op, open.back(), {});
        break;
      default: {
        const Interval b = open.back();
        open.pop_back();
        open.back() = apply(node.op, open.back(), b);
      }
    }
  }
  return open.back();
}

}  // namespace memlaw
