// Arithmetic and functions on canonical sums.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "form.hpp"

namespace memlaw::canonical {

// What is lost by treating infinities as numbers decides which rules hold:
//   always         sums and products may be reordered (NaN and infinity come out the same), equal
//   terms
//                  of one sign and equal factors with exponents of one sign merge
//   assume_finite  the value is the same wherever all values on the way are finite: terms and
//   factors
//                  cancel, powers and logarithms may widen their domain
class Algebra {
 public:
  explicit Algebra(bool assume_finite) : assume_finite_(assume_finite) {}

  Sum number(double value) const;  // any double
  Sum feature(std::size_t index) const;
  Sum table(std::uint16_t feature, std::vector<double> per_level) const;
  // A call that is not taken apart.
  Sum call(Op op, std::vector<Sum> arguments) const;

  // op over canonical operands; b is ignored when the arity is 1.
  Sum apply(Op op, const Sum& a, const Sum& b) const;

  Sum add(const Sum& a, const Sum& b) const;
  Sum scale(const Sum& a, double c) const;
  Sum multiply(const Sum& a, const Sum& b) const;
  // a^n; n may be fractional only with assume_finite.
  Sum power(const Sum& a, double n) const;

  // a = content * rest, where rest is the cheapest to write: fewest coefficients other than 1,
  // first term positive.
  std::pair<double, Sum> split_content(const Sum& a) const;
  // a as one term; a longer sum becomes a single factor.
  Term as_term(const Sum& a) const;
  Sum from_term(double coefficient, Monomial factors) const;
  bool assume_finite() const { return assume_finite_; }

 private:
  bool may_merge(double a, double b) const;
  void merge_tables(Sum& sum) const;
  bool merge_one_table(Sum& sum) const;
  Sum fractional_power(const Sum& a, double n) const;
  std::optional<Sum> fold(Op op, const Sum& a, const Sum& b) const;

  Sum apply_sqrt(const Sum& a) const;
  Sum apply_cbrt(const Sum& a) const;
  Sum apply_exp(const Sum& a) const;
  Sum apply_log(Op op, const Sum& a) const;
  Sum apply_abs(const Sum& a) const;
  Sum apply_whole(Op op, const Sum& a) const;
  Sum apply_pow(const Sum& a, const Sum& b) const;
  Sum apply_extreme(Op op, const Sum& a, const Sum& b) const;

  bool assume_finite_;
};

// -1 when the first term is negative, else 1.
double leading_sign(const Sum& a);

}  // namespace memlaw::canonical
