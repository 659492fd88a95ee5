// Individual: one candidate formula of a search, a sum of terms with fitted coefficients.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "memlaw/expr/expression.hpp"
#include "memlaw/expr/variables.hpp"
#include "memlaw/search/program.hpp"

namespace memlaw {

struct Individual {
  std::vector<Term> terms;
  // Intercept, then the columns of each term (one, or one per level of its coefficient category).
  // Empty until fitted.
  std::vector<double> coefficients;
  double loss = std::numeric_limits<double>::infinity();
  double complexity = 0.0;
  int size = 0;  // nodes of to_expression()

  // Set by nsga2.hpp.
  int rank = 0;
  double crowding = 0.0;
};

// Sets size and complexity from the terms.
void measure(Individual& individual, const Variables& variables);

// Number of linear columns of a term.
std::size_t column_count(const Term& term, const Variables& variables);

// The formula: intercept + coefficient * term + ...; terms whose coefficients are all zero are left
// out.
Expression to_expression(const Individual& individual, const Variables& variables);

// The terms of a formula, coefficients stripped: flattens the additive spine, drops constant
// factors and signs, and turns a factor c[category] into the term's coefficient category. The span
// of [1, columns of the terms] contains the formula.
std::vector<Term> decompose(const Expression& expression);

// Applies decompose to each term's body (variation may have put a sum at its root), drops terms
// that are constant, merges equal ones and keeps at most `max_terms`, the first ones.
void normalise(std::vector<Term>& terms, std::size_t max_terms);

// A byte string that is equal for two sets of terms exactly when they have the same structure:
// order of terms and of commutative operands does not matter, and constants are left out, since
// they are fitted.
std::string structure_key(const std::vector<Term>& terms);

}  // namespace memlaw
