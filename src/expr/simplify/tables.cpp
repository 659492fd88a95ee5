// Per-level constants of categories inside sums.
#include <algorithm>

#include "algebra.hpp"

namespace memlaw::canonical {

// Tables of per-level constants take up constants and each other: 3 + c[f] is a table, and so are
// c[f] + d[f] and, when all is finite, the factor of 3 x + c[f] x.
void Algebra::merge_tables(Sum& sum) const {
  const bool none = std::ranges::none_of(
      sum.terms, [](const Term& term) { return find_table(term.factors) != term.factors.end(); });
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
        if (!rest.empty() && compare(candidate, rest) == 0) {
          for (double& value : values) value += sum.terms[j].coefficient;
          other = j;
        } else if (second != candidate.end() && second->base->feature == feature &&
                   second->base->table.size() == values.size() &&
                   compare(without(candidate, static_cast<std::size_t>(second - candidate.begin())),
                           rest) == 0) {
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

}  // namespace memlaw::canonical
