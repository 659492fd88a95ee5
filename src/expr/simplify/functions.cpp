// What each operator does to canonical sums.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "algebra.hpp"

namespace memlaw::canonical {
namespace {

// The number a sum stands for, when it is one (possibly infinite or NaN).
std::optional<double> known(const Sum& sum) {
  if (sum.is_number()) return sum.constant;
  const Base* base = sole_base(sum);
  if (base && base->op == Op::constant) return base->number;
  return std::nullopt;
}

Sum single(const Factor& factor) { return {0.0, {{1.0, {factor}}}}; }
Sum product_of(const Monomial& factors) { return {0.0, {{1.0, factors}}}; }

// A call of `op` with a single argument, as the only factor of the only term.
const Base* sole_call(const Sum& sum, Op op) {
  const Base* base = sole_base(sum);
  return base && base->op == op ? base : nullptr;
}

}  // namespace

Sum Algebra::apply(Op op, const Sum& a, const Sum& b) const {
  if (auto folded = fold(op, a, b)) return *folded;
  switch (op) {
    case Op::add:
      return add(a, b);
    case Op::sub:
      return add(a, scale(b, -1.0));
    case Op::mul:
      return multiply(a, b);
    case Op::div:
      return multiply(a, power(b, -1.0));
    case Op::neg:
      return scale(a, -1.0);
    case Op::inv:
      return power(a, -1.0);
    case Op::square:
      return power(a, 2.0);
    case Op::cube:
      return power(a, 3.0);
    case Op::pow:
      return apply_pow(a, b);
    case Op::min:
    case Op::max:
      return apply_extreme(op, a, b);
    case Op::aq:
      // The root is even in b.
      return multiply(a, call(Op::aq, {scale(b, leading_sign(b))}));
    case Op::sqrt:
      return apply_sqrt(a);
    case Op::cbrt:
      return apply_cbrt(a);
    case Op::exp:
      return apply_exp(a);
    case Op::log:
    case Op::log2:
      return apply_log(op, a);
    case Op::abs:
      return apply_abs(a);
    case Op::ceil:
    case Op::floor:
    case Op::round:
      return apply_whole(op, a);
    case Op::sin:
    case Op::tanh: {
      const double sign = leading_sign(a);
      return scale(call(op, {scale(a, sign)}), sign);
    }
    case Op::cos:
      return call(op, {scale(a, leading_sign(a))});
    case Op::constant:
    case Op::feature:
    case Op::category:
      break;
  }
  return call(op, {a, b});
}

// Numbers, and tables of numbers, are computed as the formula would compute them.
std::optional<Sum> Algebra::fold(Op op, const Sum& a, const Sum& b) const {
  const OperatorInfo& entry = info(op);
  const bool binary = entry.arity == 2;
  const auto x = known(a);
  const auto y = binary ? known(b) : std::optional<double>(0.0);
  if (x && y) {
    // One half of aq is folded into a factor; its denominator may be a number by itself.
    return number(entry.scalar(*x, *y));
  }
  if (op == Op::aq && y && std::isfinite(*y)) return scale(a, 1.0 / std::sqrt(1.0 + *y * *y));
  const Base* s = sole_table(a);
  const Base* t = binary ? sole_table(b) : nullptr;
  const bool same = s && t && s->feature == t->feature && s->table.size() == t->table.size();
  if (!(s && y) && !(t && x) && !same) return std::nullopt;
  // A power is 1 for exponent 0 and for base 1 even where a level is unknown, as a table is not.
  if (op == Op::pow) return std::nullopt;
  const Base& shape = s ? *s : *t;
  std::vector<double> values(shape.table.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = entry.scalar(s ? s->table[i] : *x, t ? t->table[i] : y.value_or(0.0));
  }
  return table(shape.feature, std::move(values));
}

Sum Algebra::apply_sqrt(const Sum& a) const {
  const Term term = as_term(a);
  // sqrt(b^2 ...) is |b ...| and needs no assumption.
  const bool squares = std::ranges::all_of(
      term.factors, [](const Factor& f) { return is_integer(f.exponent) && is_even(f.exponent); });
  const double size = std::abs(term.coefficient);
  const double root = std::sqrt(size);
  if (squares && term.coefficient > 0.0) {
    Monomial halves = term.factors;
    for (Factor& factor : halves) factor.exponent /= 2.0;
    return scale(apply_abs(from_term(1.0, std::move(halves))), root);
  }
  if (!is_usable(size)) return call(Op::sqrt, {a});
  if (assume_finite_) return power(a, 0.5);
  return scale(
      call(Op::sqrt, {scale(from_term(1.0, term.factors), std::copysign(1.0, term.coefficient))}),
      root);
}

Sum Algebra::apply_cbrt(const Sum& a) const {
  const Term term = as_term(a);
  if (!is_usable(term.coefficient)) return call(Op::cbrt, {a});
  const bool cubes = std::ranges::all_of(
      term.factors, [](const Factor& f) { return std::fmod(f.exponent, 3.0) == 0.0; });
  const double root = std::cbrt(term.coefficient);
  if (!cubes) return scale(call(Op::cbrt, {from_term(1.0, term.factors)}), root);
  Monomial thirds = term.factors;
  for (Factor& factor : thirds) factor.exponent /= 3.0;
  return from_term(root, std::move(thirds));
}

Sum Algebra::apply_exp(const Sum& a) const {
  if (const auto x = known(a)) return number(std::exp(*x));
  constexpr double moderate = 200.0;  // e^200 leaves room for other coefficients
  Sum rest = a;
  double coefficient = 1.0;
  if (std::abs(rest.constant) <= moderate) {
    coefficient = std::exp(rest.constant);
    rest.constant = 0.0;
  }
  Monomial factors;
  if (assume_finite_) {
    // exp(c log u) is u^c.
    Sum powers = number(1.0);
    std::erase_if(rest.terms, [&](const Term& term) {
      const Base* log = sole_call(product_of(term.factors), Op::log);
      if (!log) return false;
      powers = multiply(powers, power(log->arguments[0], term.coefficient));
      return true;
    });
    if (!powers.is_number() || powers.constant != 1.0) {
      return multiply(scale(powers, coefficient), apply_exp(rest));
    }
  }
  if (rest.is_number()) return number(coefficient * std::exp(rest.constant));
  return scale(call(Op::exp, {rest}), coefficient);
}

Sum Algebra::apply_log(Op op, const Sum& a) const {
  const auto log_of = [&](double x) { return op == Op::log ? std::log(x) : std::log2(x); };
  Term term = as_term(a);
  if (is_usable(term.coefficient) && term.coefficient > 0.0 && term.coefficient != 1.0) {
    return add(apply_log(op, from_term(1.0, term.factors)), number(log_of(term.coefficient)));
  }
  if (term.coefficient != 1.0) return call(op, {a});
  if (assume_finite_) {
    const bool inverse =
        std::ranges::all_of(term.factors, [](const Factor& f) { return f.exponent < 0.0; });
    if (inverse) return scale(apply_log(op, power(from_term(1.0, term.factors), -1.0)), -1.0);
    for (std::size_t i = 0; i < term.factors.size(); ++i) {
      const Factor factor = term.factors[i];
      if (factor.base->op != Op::exp) continue;
      const double unit = op == Op::log ? 1.0 : std::numbers::log2e;
      term.factors.erase(term.factors.begin() + static_cast<std::ptrdiff_t>(i));
      const Sum exponent = scale(factor.base->arguments[0], factor.exponent * unit);
      if (term.factors.empty()) return exponent;
      return add(exponent, apply_log(op, from_term(1.0, term.factors)));
    }
  }
  if (term.factors.size() == 1) {
    const Factor& factor = term.factors[0];
    if (!is_integer(factor.exponent)) {
      return scale(apply_log(op, single({factor.base, 1.0})), factor.exponent);
    }
    if (factor.base->op == Op::sqrt) {
      return scale(apply_log(op, factor.base->arguments[0]), 0.5 * factor.exponent);
    }
  }
  return call(op, {from_term(1.0, std::move(term.factors))});
}

Sum Algebra::apply_abs(const Sum& a) const {
  if (is_nonnegative(a)) return a;
  const Term term = as_term(a);
  Monomial plain, rest;
  for (const Factor& factor : term.factors) {
    (is_nonnegative(factor) ? plain : rest).push_back(factor);
  }
  const double size = std::abs(term.coefficient);
  Sum result = plain.empty() ? number(size) : from_term(size, std::move(plain));
  if (rest.empty()) return result;
  if (rest.size() == 1 && rest[0].base->op != Op::category) {
    return multiply(result, power(call(Op::abs, {single({rest[0].base, 1.0})}), rest[0].exponent));
  }
  return multiply(result, call(Op::abs, {from_term(1.0, std::move(rest))}));
}

// ceil, floor and round commute with the sign (ceil and floor change places) and leave integers
// alone.
Sum Algebra::apply_whole(Op op, const Sum& a) const {
  if (is_integer_valued(a)) return a;
  if (leading_sign(a) > 0.0) return call(op, {a});
  const Op mirrored = op == Op::ceil ? Op::floor : op == Op::floor ? Op::ceil : Op::round;
  return scale(call(mirrored, {scale(a, -1.0)}), -1.0);
}

Sum Algebra::apply_pow(const Sum& a, const Sum& b) const {
  const auto n = known(b);
  if (n == 0.0 || known(a) == 1.0) return number(1.0);
  if (n && std::isfinite(*n) && (assume_finite_ || is_integer(*n))) return power(a, *n);
  return call(Op::pow, {a, b});
}

Sum Algebra::apply_extreme(Op op, const Sum& a, const Sum& b) const {
  std::vector<Sum> operands;
  for (const Sum* operand : {&a, &b}) {
    if (const Base* nested = sole_call(*operand, op)) {
      operands.insert(operands.end(), nested->arguments.begin(), nested->arguments.end());
    } else {
      operands.push_back(*operand);
    }
  }
  // One number among the operands, duplicates gone, in order.
  std::optional<double> limit;
  std::erase_if(operands, [&](const Sum& operand) {
    const auto value = known(operand);
    if (value) limit = limit ? info(op).scalar(*limit, *value) : *value;
    return value.has_value();
  });
  if (limit && std::isnan(*limit)) return number(*limit);
  std::ranges::sort(operands, [](const Sum& x, const Sum& y) { return compare(x, y) < 0; });
  // Not std::ranges::unique: clang 14, whose libFuzzer the fuzz preset uses, cannot compile it with
  // the standard library of GCC 12.
  operands.erase(std::unique(operands.begin(), operands.end(),
                             [](const Sum& x, const Sum& y) { return compare(x, y) == 0; }),
                 operands.end());
  if (operands.size() == 1 && !limit) return operands[0];
  const bool always_positive = limit && op == Op::max && *limit <= 0.0;
  if (always_positive && operands.size() == 1 && is_nonnegative(operands[0])) return operands[0];

  // A factor that all operands share comes out; when it is negative min and max change places.
  std::optional<double> shared;
  for (const Sum& operand : operands) {
    const double content = split_content(operand).first;
    if (shared && *shared != content) shared = 1.0;
    if (!shared) shared = content;
  }
  const double k = *shared;
  const bool usable =
      is_usable(k) && (!limit || *limit == 0.0 || std::isinf(*limit) || is_usable(*limit / k));
  if (k != 1.0 && usable) {
    for (Sum& operand : operands) operand = split_content(operand).second;
    if (limit) operands.push_back(number(*limit / k));
    const Op flipped = k > 0.0 ? op : op == Op::min ? Op::max : Op::min;
    Sum result = operands[0];
    for (std::size_t i = 1; i < operands.size(); ++i) {
      result = apply_extreme(flipped, result, operands[i]);
    }
    return scale(result, k);
  }
  if (limit) operands.push_back(number(*limit));
  return call(op, std::move(operands));
}

}  // namespace memlaw::canonical
