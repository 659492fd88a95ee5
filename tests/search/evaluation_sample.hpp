// Random datasets and sums of terms for the tests of programs and evaluators.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "expr/random_expression.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/search/program.hpp"

namespace memlaw::testing {

// Features of random_variables(), positive targets, weights other than 1. Numeric features lie in
// [-range, range] when a range is given; otherwise they hold special values too.
template <class Rng>
Dataset random_dataset(Rng& rng, std::size_t rows, double range = 0.0) {
  Dataset data;
  data.variables = random_variables();
  data.columns.resize(data.variables.size());
  for (std::size_t row = 0; row < rows; ++row) {
    const std::vector<double> values = random_row(rng, data.variables);
    for (std::size_t f = 0; f < values.size(); ++f) {
      const bool level = data.variables[f].is_categorical();
      data.columns[f].push_back(level || range == 0.0 ? values[f] : uniform(rng, -range, range));
    }
    data.target.push_back(uniform(rng, 0.5, 20.0));
    data.weight.push_back(uniform(rng, 0.25, 2.0));
  }
  return data;
}

// Up to `most` terms; one in three has a coefficient category.
template <class Rng>
std::vector<Term> random_terms(Rng& rng, const Variables& variables,
                               const RandomExpressionOptions& options, std::uint32_t most) {
  std::vector<Term> terms(1 + below(rng, most));
  for (Term& term : terms) {
    term.body = random_expression(rng, variables, options);
    if (below(rng, 3) == 0) term.category = 4 + static_cast<std::int32_t>(below(rng, 2));
  }
  return terms;
}

// Predictions from the values of the terms (terms x rows), added up in the evaluator's order.
inline std::vector<double> predict(const Program& program, const Dataset& data,
                                   std::span<const double> values,
                                   std::span<const double> coefficients) {
  std::vector<double> predicted(data.rows(), coefficients[0]);
  std::size_t column = 1;
  for (std::size_t t = 0; t < static_cast<std::size_t>(program.terms); ++t) {
    const std::int32_t category = program.term_category[t];
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const auto level =
          category < 0
              ? 0
              : static_cast<std::size_t>(data.columns[static_cast<std::size_t>(category)][row]);
      predicted[row] += values[t * data.rows() + row] * coefficients[column + level];
    }
    column += static_cast<std::size_t>(program.term_columns[t]);
  }
  return predicted;
}

}  // namespace memlaw::testing
