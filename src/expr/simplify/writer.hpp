// Canonical sums back to expressions, in the cheapest binary form found.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "algebra.hpp"

namespace memlaw::canonical {

class Writer {
 public:
  explicit Writer(const Algebra& algebra) : algebra_(algebra) {}
  Expression write(const Sum& sum);

 private:
  // A base (or a product of bases) under an exponent above 0.
  struct Power {
    Expression base;
    double exponent;
  };

  Expression write_sum(const Sum& sum);
  // coefficient * factors; a coefficient of -1 is moved into a factor where that costs nothing.
  Expression write_term(double coefficient, const Monomial& factors);
  Expression write_positive(double coefficient, const Monomial& factors);
  Expression write_base(const BaseRef& base);
  Expression write_call(const Base& base);
  // exp(sum) as exp(sum / n)^n for the cheapest n of 1, 2, 3 and their negatives.
  std::pair<Expression, double> write_exp(const Sum& sum, bool alone);
  // The sum with its most expensive shared factor taken out of the terms that have it.
  bool factor_out(const Sum& sum, Sum& result);

  const Algebra& algebra_;
  std::map<const Base*, Expression> written_;
  std::vector<BaseRef> kept_;  // so that no address in written_ is used twice
};

}  // namespace memlaw::canonical
