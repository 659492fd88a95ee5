// The canonical form that simplification works on: a sum of terms
//   constant + sum over terms of coefficient * product over factors of base^exponent
// in which terms and factors are sorted, so that equal ones meet. A base is a feature, a table of
// per-level constants, a function of canonical sums, or a sum that stands inside a product.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "memlaw/expr/expression.hpp"

namespace memlaw::canonical {

struct Base;
using BaseRef = std::shared_ptr<const Base>;

struct Factor {
  BaseRef base;
  double exponent = 1.0;  // finite, not 0
};
using Monomial = std::vector<Factor>;  // empty: 1

struct Term {
  double coefficient = 1.0;  // finite
  Monomial factors;          // not empty
};

struct Sum {
  double constant = 0.0;  // finite: other numbers are bases (Op::constant)
  std::vector<Term> terms;

  bool is_number() const { return terms.empty(); }
  // A single term without a constant.
  bool is_term() const { return constant == 0.0 && terms.size() == 1; }
};

struct Base {
  // feature, category; constant: a number that is not finite; add: the sum arguments[0] as a
  // factor; aq: 1 / sqrt(1 + arguments[0]^2); min and max: of two or more arguments; any other
  // operator: its call, which for + - * / only occurs where the algebra could not take the operands
  // apart.
  Op op = Op::constant;
  std::uint16_t feature = 0;
  double number = 0.0;
  std::vector<double> table = {};
  std::vector<Sum> arguments = {};
};

inline BaseRef make_base(Base base) { return std::make_shared<const Base>(std::move(base)); }

// Total orders. Features come first, in their own order, then tables, sums and functions.
std::strong_ordering compare(const Base& a, const Base& b);
std::strong_ordering compare(const Monomial& a, const Monomial& b);
std::strong_ordering compare(const Sum& a, const Sum& b);
// The order of terms in a sum; equal monomials of opposite sign stand side by side.
bool comes_before(const Term& a, const Term& b);

// The first table of per-level constants among the factors; end when there is none. A term with one
// has coefficient 1: the table takes it up.
Monomial::const_iterator find_table(const Monomial& factors);
Monomial without(const Monomial& factors, std::size_t i);

// The base when the sum is nothing but that base, else nullptr.
const Base* sole_base(const Sum& sum);
// Likewise, when it is a table of per-level constants.
const Base* sole_table(const Sum& sum);

bool is_integer(double value);
bool is_even(double value);
// Never negative by its form (it may be NaN).
bool is_nonnegative(const Sum& sum);
bool is_nonnegative(const Factor& factor);
// Integer, infinite or NaN by its form.
bool is_integer_valued(const Sum& sum);
// Finite, and not so small that precision is lost.
bool is_usable(double value);

}  // namespace memlaw::canonical
