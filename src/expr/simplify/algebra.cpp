#include "algebra.hpp"

#include <algorithm>
#include <cmath>

namespace memlaw::canonical {
namespace {

Sum of_base(Base base) { return {0.0, {{1.0, {{make_base(std::move(base)), 1.0}}}}}; }

}  // namespace

double leading_sign(const Sum& a) {
  const double first = a.terms.empty() ? a.constant : a.terms[0].coefficient;
  return first < 0.0 ? -1.0 : 1.0;
}

Sum Algebra::number(double value) const {
  if (std::isfinite(value)) return {value, {}};
  return of_base({.op = Op::constant, .number = value});
}

Sum Algebra::feature(std::size_t index) const {
  return of_base({.op = Op::feature, .feature = static_cast<std::uint16_t>(index)});
}

Sum Algebra::table(std::uint16_t feature, std::vector<double> per_level) const {
  const double first = per_level.front();
  if (assume_finite_ && std::isfinite(first) &&
      std::ranges::all_of(per_level, [&](double value) { return value == first; })) {
    return number(first);
  }
  return of_base({.op = Op::category, .feature = feature, .table = std::move(per_level)});
}

Sum Algebra::call(Op op, std::vector<Sum> arguments) const {
  return of_base({.op = op, .arguments = std::move(arguments)});
}

// Coefficients of equal terms, or exponents of equal factors: infinity - infinity is NaN, so those
// of opposite signs stay apart unless everything is finite.
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
      if (compare(last.factors, term.factors) == 0 &&
          may_merge(last.coefficient, term.coefficient) &&
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
  return {content, {{make_base({.op = Op::add, .arguments = {std::move(rest)}}), 1.0}}};
}

}  // namespace memlaw::canonical
