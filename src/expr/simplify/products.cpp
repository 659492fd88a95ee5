// Products and powers in canonical form.
#include <algorithm>
#include <cmath>

#include "algebra.hpp"

namespace memlaw::canonical {
namespace {

bool is_table(const Factor& factor) { return factor.base->op == Op::category; }

}  // namespace

// Puts factors in canonical form: sorted, equal bases merged, and bases whose power is something
// simpler replaced by it.
Sum Algebra::from_term(double coefficient, Monomial factors) const {
  std::ranges::stable_sort(factors, [](const Factor& x, const Factor& y) {
    const auto order = compare(*x.base, *y.base);
    return order != 0 ? order < 0 : x.exponent > y.exponent;
  });
  Monomial merged;
  for (Factor& factor : factors) {
    if (!merged.empty() && compare(*merged.back().base, *factor.base) == 0 &&
        may_merge(merged.back().exponent, factor.exponent)) {
      const double sum = merged.back().exponent + factor.exponent;
      // What is left of fractions that cancel is their rounding.
      const bool cancels = std::abs(sum) <= 1e-15 * std::abs(factor.exponent);
      merged.back().exponent = sum;
      if (cancels) merged.pop_back();
    } else {
      merged.push_back(std::move(factor));
    }
  }
  // One factor that can be replaced, at a time: what replaces it may meet others.
  for (std::size_t i = 0; i < merged.size(); ++i) {
    const Base& base = *merged[i].base;
    const double n = merged[i].exponent;
    std::optional<Sum> simpler;
    std::size_t partner = i;
    switch (base.op) {
      case Op::abs:
        if (is_even(n)) simpler = power(base.arguments[0], n);
        break;
      case Op::cbrt:
        if (std::fmod(n, 3.0) == 0.0) simpler = power(base.arguments[0], n / 3.0);
        break;
      case Op::sqrt:
        if (is_even(n) && is_nonnegative(base.arguments[0])) {
          simpler = power(base.arguments[0], n / 2.0);
        }
        break;
      case Op::aq:
        if (is_even(n)) {
          simpler = power(add(number(1.0), power(base.arguments[0], 2.0)), -n / 2.0);
        }
        break;
      case Op::add:
        if (is_integer(n) && base.arguments[0].is_term()) simpler = power(base.arguments[0], n);
        break;
      case Op::exp:
        for (std::size_t j = i + 1; j < merged.size() && partner == i; ++j) {
          if (merged[j].base->op == Op::exp) partner = j;
        }
        if (n != 1.0 || partner != i) {
          Sum argument = scale(base.arguments[0], n);
          if (partner != i) {
            argument =
                add(argument, scale(merged[partner].base->arguments[0], merged[partner].exponent));
          }
          simpler = apply_exp(argument);
        }
        break;
      case Op::category: {
        for (std::size_t j = i + 1; j < merged.size() && partner == i; ++j) {
          if (is_table(merged[j]) && merged[j].base->feature == base.feature &&
              merged[j].base->table.size() == base.table.size()) {
            partner = j;
          }
        }
        if (n == 1.0 && partner == i) break;
        std::vector<double> values = base.table;
        for (std::size_t k = 0; k < values.size(); ++k) {
          values[k] = std::pow(values[k], n);
          if (partner != i) {
            values[k] *= std::pow(merged[partner].base->table[k], merged[partner].exponent);
          }
        }
        simpler = table(base.feature, std::move(values));
        break;
      }
      default:
        break;
    }
    if (!simpler) continue;
    Monomial rest = without(merged, std::max(i, partner));
    if (partner != i) rest = without(rest, i);
    const Sum others = rest.empty() ? number(coefficient) : Sum{0.0, {{coefficient, rest}}};
    return multiply(*simpler, others);
  }
  if (merged.empty()) return number(coefficient);
  if (coefficient != 1.0 && find_table(merged) != merged.end()) {
    return scale({0.0, {{1.0, std::move(merged)}}}, coefficient);
  }
  return {0.0, {{coefficient, std::move(merged)}}};
}

Sum Algebra::power(const Sum& a, double n) const {
  if (n == 1.0) return a;
  if (n == 0.0) return number(1.0);
  if (a.is_number()) return number(std::pow(a.constant, n));
  if (!is_integer(n)) return fractional_power(a, n);
  Term term = as_term(a);
  const double coefficient = std::pow(term.coefficient, n);
  if (!is_usable(coefficient) && !(term.coefficient == 0.0 && n > 0.0)) {
    return call(Op::pow, {a, number(n)});
  }
  for (Factor& factor : term.factors) factor.exponent *= n;
  return from_term(coefficient, std::move(term.factors));
}

// (k b^e ...)^n for fractional n, where the whole is known not to be negative. That says something
// about each factor only when it stands alone, or when no factor can be negative; else they keep
// together: sqrt(b^2 c) may be 0 although c is negative. Exponentials are positive, and always come
// out.
Sum Algebra::fractional_power(const Sum& a, double n) const {
  const Term term = as_term(a);
  const double coefficient = std::pow(std::abs(term.coefficient), n);
  if (!is_usable(coefficient)) return call(Op::pow, {a, number(n)});
  Monomial out, rest;
  for (const Factor& factor : term.factors) {
    (factor.base->op == Op::exp ? out : rest).push_back(factor);
  }
  for (Factor& factor : out) factor.exponent *= n;
  const bool splits = term.coefficient > 0.0 && std::ranges::none_of(rest, is_table) &&
                      (rest.size() == 1 || std::ranges::all_of(rest, [](const Factor& f) {
                         return is_nonnegative(f);
                       }));
  if (!splits) {
    const double sign = term.coefficient < 0.0 ? -1.0 : 1.0;
    if (rest.empty()) return call(Op::pow, {a, number(n)});
    Sum together = scale({0.0, {{1.0, rest}}}, sign);
    out.push_back({make_base({.op = Op::add, .arguments = {std::move(together)}}), n});
    return from_term(coefficient, std::move(out));
  }
  Sum result = from_term(coefficient, std::move(out));
  for (const Factor& factor : rest) {
    const double exponent = factor.exponent * n;
    if (is_even(factor.exponent)) {
      // (b^2)^n is |b|^(2 n), and needs no assumption on b.
      const Term magnitude = as_term(apply_abs({0.0, {{1.0, {{factor.base, 1.0}}}}}));
      for (const Factor& f : magnitude.factors) {
        result = multiply(result, from_term(1.0, {{f.base, f.exponent * exponent}}));
      }
    } else {
      result = multiply(result, from_term(1.0, {{factor.base, exponent}}));
    }
  }
  return result;
}

}  // namespace memlaw::canonical
