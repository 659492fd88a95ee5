#include "algebra.hpp"

#include <algorithm>
#include <cmath>

namespace memlaw::canonical {
namespace {

BaseRef make_base(Base base) { return std::make_shared<const Base>(std::move(base)); }

Sum of_base(Base base) { return {0.0, {{1.0, {{make_base(std::move(base)), 1.0}}}}}; }

bool is_table(const Factor& factor) { return factor.base->op == Op::category; }

Monomial without(const Monomial& factors, std::size_t i) {
  Monomial rest = factors;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
  return rest;
}

bool equal(const Monomial& a, const Monomial& b) { return compare(a, b) == 0; }

// The order of terms in a sum; equal monomials of opposite sign stand side by side.
bool comes_before(const Term& x, const Term& y) {
  const auto order = compare(x.factors, y.factors);
  return order != 0 ? order < 0 : (x.coefficient > 0.0) > (y.coefficient > 0.0);
}

Monomial::const_iterator find_table(const Monomial& factors) {
  return std::ranges::find_if(factors, is_table);
}

}  // namespace

double leading_sign(const Sum& a) {
  const double first = a.terms.empty() ? a.constant : a.terms[0].coefficient;
  return first < 0.0 ? -1.0 : 1.0;
}

Sum Algebra::number(double value) const {
  if (std::isfinite(value)) return {value, {}};
  return of_base({.op = Op::constant, .feature = 0, .number = value, .table = {}, .arguments = {}});
}

Sum Algebra::feature(std::size_t index) const {
  return of_base({.op = Op::feature,
                  .feature = static_cast<std::uint16_t>(index),
                  .number = 0.0,
                  .table = {},
                  .arguments = {}});
}

Sum Algebra::table(std::uint16_t feature, std::vector<double> per_level) const {
  const double first = per_level.front();
  if (assume_finite_ && std::isfinite(first) &&
      std::ranges::all_of(per_level, [&](double value) { return value == first; })) {
    return number(first);
  }
  return of_base({.op = Op::category,
                  .feature = feature,
                  .number = 0.0,
                  .table = std::move(per_level),
                  .arguments = {}});
}

Sum Algebra::call(Op op, std::vector<Sum> arguments) const {
  return of_base(
      {.op = op, .feature = 0, .number = 0.0, .table = {}, .arguments = std::move(arguments)});
}

// Coefficients of equal terms, or exponents of equal factors: infinity - infinity is NaN, so those of
// opposite signs stay apart unless everything is finite.
bool Algebra::may_merge(double a, double b) const {
  return assume_finite_ || (a > 0.0) == (b > 0.0);
}

Sum Algebra::add(const Sum& a, const Sum& b) const {
  Sum result;
  result.constant = a.constant + b.constant;
  if (!std::isfinite(result.constant)) return call(Op::add, {a, b});
  std::vector<Term> terms;
  terms.reserve(a.terms.size() + b.terms.size());
  std::ranges::merge(a.terms, b.terms, std::back_inserter(terms), comes_before);
  for (Term& term : terms) {
    if (!result.terms.empty()) {
      Term& last = result.terms.back();
      const bool zero = last.coefficient == 0.0 || term.coefficient == 0.0;
      if (equal(last.factors, term.factors) && may_merge(last.coefficient, term.coefficient) &&
          (assume_finite_ || !zero || last.coefficient == term.coefficient)) {
        const double merged = last.coefficient + term.coefficient;
        // What is left of numbers that cancel is their rounding.
        const bool cancels = std::abs(merged) <= 1e-15 * std::abs(term.coefficient);
        if (!std::isfinite(merged)) return call(Op::add, {a, b});
        last.coefficient = assume_finite_ && cancels ? 0.0 : merged;
        continue;
      }
    }
    result.terms.push_back(std::move(term));
  }
  if (assume_finite_) {
    std::erase_if(result.terms, [](const Term& term) { return term.coefficient == 0.0; });
  }
  merge_tables(result);
  return result;
}

// Tables of per-level constants take up constants and each other: 3 + c[f] is a table, and so are
// c[f] + d[f] and, when all is finite, the factor of 3 x + c[f] x.
void Algebra::merge_tables(Sum& sum) const {
  const bool none = std::ranges::none_of(sum.terms, [](const Term& term) {
    return find_table(term.factors) != term.factors.end();
  });
  while (!none && merge_one_table(sum)) {
  }
}

bool Algebra::merge_one_table(Sum& sum) const {
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const Monomial& factors = sum.terms[i].factors;
    const auto at = find_table(factors);
    if (at == factors.end()) continue;
    const Monomial rest = without(factors, static_cast<std::size_t>(at - factors.begin()));
    std::vector<double> values = at->base->table;
    const std::uint16_t feature = at->base->feature;
    std::size_t other = sum.terms.size();
    if (rest.empty() && sum.constant != 0.0) {
      for (double& value : values) value += sum.constant;
      sum.constant = 0.0;
    } else {
      if (!rest.empty() && !assume_finite_) continue;
      for (std::size_t j = 0; j < sum.terms.size() && other == sum.terms.size(); ++j) {
        if (j == i) continue;
        const Monomial& candidate = sum.terms[j].factors;
        const auto second = find_table(candidate);
        if (!rest.empty() && equal(candidate, rest)) {
          for (double& value : values) value += sum.terms[j].coefficient;
          other = j;
        } else if (second != candidate.end() && second->base->feature == feature &&
                   second->base->table.size() == values.size() &&
                   equal(without(candidate, static_cast<std::size_t>(second - candidate.begin())),
                         rest)) {
          for (std::size_t k = 0; k < values.size(); ++k) values[k] += second->base->table[k];
          other = j;
        }
      }
      if (other == sum.terms.size()) continue;
    }
    const Sum merged = multiply(table(feature, std::move(values)),
                                rest.empty() ? number(1.0) : from_term(1.0, rest));
    const bool pair = other < sum.terms.size();
    const auto first = sum.terms.begin();
    if (pair) sum.terms.erase(first + static_cast<std::ptrdiff_t>(std::max(i, other)));
    sum.terms.erase(first + static_cast<std::ptrdiff_t>(pair ? std::min(i, other) : i));
    sum = add(sum, merged);
    return true;
  }
  return false;
}

namespace {

// The sum with `f`, a multiplication or division by one number, applied to all its coefficients.
// Nothing when one of them leaves the range of usable numbers.
template <class F>
std::optional<Sum> map_coefficients(const Sum& a, F f) {
  const auto lost = [](double before, double after) {
    return before != 0.0 && !is_usable(after) && std::abs(after) != std::abs(before);
  };
  Sum result;
  result.constant = f(a.constant);
  if (lost(a.constant, result.constant)) return std::nullopt;
  for (const Term& term : a.terms) {
    result.terms.push_back(term);
    const auto at = find_table(term.factors);
    if (at == term.factors.end()) {
      result.terms.back().coefficient = f(term.coefficient);
      if (lost(term.coefficient, result.terms.back().coefficient)) return std::nullopt;
      continue;
    }
    Base scaled = *at->base;
    for (double& value : scaled.table) value = f(value);
    result.terms.back().factors[static_cast<std::size_t>(at - term.factors.begin())].base =
        make_base(std::move(scaled));
  }
  std::ranges::stable_sort(result.terms, comes_before);
  return result;
}

}  // namespace

Sum Algebra::scale(const Sum& a, double c) const {
  if (c == 1.0) return a;
  if (c == 0.0) {
    Sum zero;
    if (assume_finite_) return zero;
    // 0 * infinity is NaN, so nothing vanishes.
    for (const Term& term : a.terms) {
      const auto at = find_table(term.factors);
      const bool has_table = at != term.factors.end();
      zero.terms.push_back({has_table ? 1.0 : 0.0, term.factors});
      if (!has_table) continue;
      Base zeros = *at->base;
      for (double& value : zeros.table) value *= 0.0;
      zero.terms.back().factors[static_cast<std::size_t>(at - term.factors.begin())].base =
          make_base(std::move(zeros));
    }
    std::ranges::stable_sort(zero.terms, comes_before);
    return zero;
  }
  if (auto scaled = map_coefficients(a, [c](double x) { return x * c; })) return *scaled;
  return call(Op::mul, {number(c), a});
}

Sum Algebra::multiply(const Sum& a, const Sum& b) const {
  if (a.is_number()) return scale(b, a.constant);
  if (b.is_number()) return scale(a, b.constant);
  Term x = as_term(a);
  const Term y = as_term(b);
  const double coefficient = x.coefficient * y.coefficient;
  const bool zero = x.coefficient == 0.0 || y.coefficient == 0.0;
  if (!zero && !is_usable(coefficient)) return call(Op::mul, {a, b});
  x.factors.insert(x.factors.end(), y.factors.begin(), y.factors.end());
  return from_term(coefficient, std::move(x.factors));
}

std::pair<double, Sum> Algebra::split_content(const Sum& a) const {
  if (a.is_number()) return {a.constant, number(1.0)};
  if (a.is_term() && find_table(a.terms[0].factors) != a.terms[0].factors.end()) return {1.0, a};
  const auto coefficients_after = [&](double k) {
    return std::ranges::count_if(a.terms, [&](const Term& term) {
      return find_table(term.factors) == term.factors.end() && std::abs(term.coefficient) != k;
    });
  };
  double best = 1.0;
  auto least = coefficients_after(1.0);
  for (const Term& term : a.terms) {
    const double k = std::abs(term.coefficient);
    if (!is_usable(k) || find_table(term.factors) != term.factors.end()) continue;
    if (const auto count = coefficients_after(k); count < least) {
      least = count;
      best = k;
    }
  }
  best *= leading_sign(a);
  if (best == 1.0) return {1.0, a};
  if (auto rest = map_coefficients(a, [best](double x) { return x / best; })) {
    return {best, std::move(*rest)};
  }
  return {1.0, a};
}

Term Algebra::as_term(const Sum& a) const {
  if (a.is_term()) return a.terms[0];
  auto [content, rest] = split_content(a);
  if (rest.is_term()) return {content * rest.terms[0].coefficient, rest.terms[0].factors};
  return {content,
          {{make_base({.op = Op::add,
                       .feature = 0,
                       .number = 0.0,
                       .table = {},
                       .arguments = {std::move(rest)}}),
            1.0}}};
}

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
      merged.back().exponent += factor.exponent;
      if (merged.back().exponent == 0.0) merged.pop_back();
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
            argument = add(argument,
                           scale(merged[partner].base->arguments[0], merged[partner].exponent));
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

// (k b^e ...)^n for fractional n, where the whole is known not to be negative. That says something about
// each factor only when it stands alone, or when no factor can be negative; else they keep together:
// sqrt(b^2 c) may be 0 although c is negative. Exponentials are positive, and always come out.
Sum Algebra::fractional_power(const Sum& a, double n) const {
  const Term term = as_term(a);
  const double coefficient = std::pow(std::abs(term.coefficient), n);
  if (!is_usable(coefficient)) return call(Op::pow, {a, number(n)});
  Monomial out, rest;
  for (const Factor& factor : term.factors) {
    (factor.base->op == Op::exp ? out : rest).push_back(factor);
  }
  for (Factor& factor : out) factor.exponent *= n;
  const bool splits =
      term.coefficient > 0.0 &&
      std::ranges::none_of(rest, is_table) &&
      (rest.size() == 1 || std::ranges::all_of(rest, [](const Factor& f) { return is_nonnegative(f); }));
  if (!splits) {
    const double sign = term.coefficient < 0.0 ? -1.0 : 1.0;
    if (rest.empty()) return call(Op::pow, {a, number(n)});
    Base together;
    together.op = Op::add;
    together.arguments = {scale({0.0, {{1.0, rest}}}, sign)};
    out.push_back({make_base(std::move(together)), n});
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
