#include "form.hpp"

#include <algorithm>
#include <cmath>

namespace memlaw::canonical {
namespace {

// NaNs compare equal to each other and above everything else, so that the order is total.
std::strong_ordering compare(double a, double b) { return std::strong_order(a, b); }

int rank(Op op) {
  switch (op) {
    case Op::feature:
      return 0;
    case Op::category:
      return 1;
    case Op::add:
      return 2;
    case Op::constant:
      return 4;
    default:
      return 3;
  }
}

template <class Range, class Compare>
std::strong_ordering compare_ranges(const Range& a, const Range& b, Compare compare_items) {
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(),
                                                compare_items);
}

bool base_is_nonnegative(const Base& base) {
  const auto nonnegative = [](const Sum& sum) { return is_nonnegative(sum); };
  switch (base.op) {
    case Op::abs:
    case Op::sqrt:
    case Op::exp:
    case Op::aq:
      return true;
    case Op::category:
      return std::ranges::all_of(base.table, [](double value) { return !(value < 0.0); });
    case Op::max:
      return std::ranges::any_of(base.arguments, nonnegative);
    case Op::add:
    case Op::min:
    case Op::ceil:
    case Op::floor:
    case Op::round:
    case Op::cbrt:
    case Op::tanh:
      return std::ranges::all_of(base.arguments, nonnegative);
    default:
      return false;
  }
}

bool base_is_integer(const Base& base) {
  switch (base.op) {
    case Op::ceil:
    case Op::floor:
    case Op::round:
      return true;
    case Op::category:
      return std::ranges::all_of(base.table, is_integer);
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::add:
      return std::ranges::all_of(base.arguments, is_integer_valued);
    default:
      return false;
  }
}

}  // namespace

std::strong_ordering compare(const Base& a, const Base& b) {
  if (&a == &b) return std::strong_ordering::equal;
  if (const auto order = rank(a.op) <=> rank(b.op); order != 0) return order;
  if (const auto order = a.feature <=> b.feature; order != 0) return order;
  if (const auto order = a.op <=> b.op; order != 0) return order;
  if (const auto order = compare(a.number, b.number); order != 0) return order;
  if (const auto order =
          compare_ranges(a.table, b.table, [](double x, double y) { return compare(x, y); });
      order != 0) {
    return order;
  }
  return compare_ranges(a.arguments, b.arguments,
                        [](const Sum& x, const Sum& y) { return compare(x, y); });
}

std::strong_ordering compare(const Monomial& a, const Monomial& b) {
  return compare_ranges(a, b, [](const Factor& x, const Factor& y) {
    const auto order = compare(*x.base, *y.base);
    return order != 0 ? order : compare(y.exponent, x.exponent);  // higher powers first
  });
}

std::strong_ordering compare(const Sum& a, const Sum& b) {
  const auto order = compare_ranges(a.terms, b.terms, [](const Term& x, const Term& y) {
    const auto factors = compare(x.factors, y.factors);
    return factors != 0 ? factors : compare(x.coefficient, y.coefficient);
  });
  return order != 0 ? order : compare(a.constant, b.constant);
}

bool comes_before(const Term& a, const Term& b) {
  const auto order = compare(a.factors, b.factors);
  return order != 0 ? order < 0 : (a.coefficient > 0.0) > (b.coefficient > 0.0);
}

Monomial::const_iterator find_table(const Monomial& factors) {
  return std::ranges::find_if(factors, [](const Factor& f) { return f.base->op == Op::category; });
}

Monomial without(const Monomial& factors, std::size_t i) {
  Monomial rest = factors;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
  return rest;
}

const Base* sole_base(const Sum& sum) {
  if (!sum.is_term() || sum.terms[0].coefficient != 1.0) return nullptr;
  const Monomial& factors = sum.terms[0].factors;
  return factors.size() == 1 && factors[0].exponent == 1.0 ? factors[0].base.get() : nullptr;
}

const Base* sole_table(const Sum& sum) {
  const Base* base = sole_base(sum);
  return base && base->op == Op::category ? base : nullptr;
}

bool is_integer(double value) { return value == std::floor(value) && std::isfinite(value); }
bool is_even(double value) { return std::fmod(value, 2.0) == 0.0; }
bool is_usable(double value) { return std::isfinite(value) && std::abs(value) > 1e-290; }

bool is_nonnegative(const Factor& factor) {
  return is_even(factor.exponent) || !is_integer(factor.exponent) ||
         base_is_nonnegative(*factor.base);
}

bool is_nonnegative(const Sum& sum) {
  return !(sum.constant < 0.0) && std::ranges::all_of(sum.terms, [](const Term& term) {
    return term.coefficient >= 0.0 &&
           std::ranges::all_of(term.factors, [](const Factor& f) { return is_nonnegative(f); });
  });
}

bool is_integer_valued(const Sum& sum) {
  return is_integer(sum.constant) && std::ranges::all_of(sum.terms, [](const Term& term) {
           return is_integer(term.coefficient) &&
                  std::ranges::all_of(term.factors, [](const Factor& f) {
                    return is_integer(f.exponent) && f.exponent > 0.0 && base_is_integer(*f.base);
                  });
         });
}

}  // namespace memlaw::canonical
