#include "memlaw/models/basic.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "least_squares.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {
namespace {

constexpr std::array<std::pair<BasicFit, std::string_view>, 3> kModes = {{
    {BasicFit::fixed, "fixed"},
    {BasicFit::scale, "scale"},
    {BasicFit::coefficients, "coefficients"},
}};

// Weights that turn squared errors into squared relative errors.
std::vector<double> relative_weights(const Dataset& train) {
  std::vector<double> weight(train.rows());
  for (std::size_t r = 0; r < train.rows(); ++r) {
    if (train.target[r] == 0.0) {
      throw InputError({train.source, train.line_of_row[r]},
                       fmt::format("the basic model is refitted on relative errors, but {} is 0; "
                                   "filter such rows or use basic.fit = fixed",
                                   train.target_name));
    }
    weight[r] = train.weight[r] / (train.target[r] * train.target[r]);
  }
  return weight;
}

std::vector<double> evaluate_on(const Expression& expression, const Dataset& train) {
  std::vector<double> values(train.rows());
  evaluate(expression, train.column_pointers(), values);
  for (std::size_t r = 0; r < values.size(); ++r) {
    if (std::isfinite(values[r])) continue;
    throw InputError({train.source, train.line_of_row[r]},
                     fmt::format("the basic formula gives {} on this row; mend the formula, or "
                                 "filter the row",
                                 format_shortest(values[r])));
  }
  return values;
}

void collect_terms(const Expression& expression, bool negative, std::vector<Expression>& out) {
  // Walks positions instead of recursing: a sum may be thousands of terms deep.
  struct Part {
    std::size_t position;
    bool negative;
  };
  std::vector<Part> stack = {{expression.size() - 1, negative}};
  while (!stack.empty()) {
    const Part part = stack.back();
    stack.pop_back();
    const Op op = expression.nodes()[part.position].op;
    if (op == Op::add || op == Op::sub) {
      stack.push_back({expression.right(part.position), part.negative != (op == Op::sub)});
      stack.push_back({expression.left(part.position), part.negative});
    } else if (op == Op::neg) {
      stack.push_back({expression.right(part.position), !part.negative});
    } else {
      Expression term = expression.subtree(part.position);
      out.push_back(part.negative ? Expression::unary(Op::neg, term) : std::move(term));
    }
  }
}

bool is_constant(const Expression& expression) {
  for (const Node& node : expression.nodes()) {
    if (node.op == Op::feature || node.op == Op::category) return false;
  }
  return true;
}

}  // namespace

std::string_view name(BasicFit fit) {
  for (const auto& [mode, text] : kModes) {
    if (mode == fit) return text;
  }
  return "?";
}

BasicFit parse_basic_fit(std::string_view text) {
  std::vector<std::string> known;
  for (const auto& [mode, mode_name] : kModes) {
    if (mode_name == text) return mode;
    known.emplace_back(mode_name);
  }
  const std::string near = nearest(text, known);
  throw InputError(
      fmt::format("{} is not a way to fit the basic model; expected fixed, scale or "
                  "coefficients{}",
                  quote(text), near.empty() ? "" : "; did you mean " + near + "?"));
}

std::vector<Expression> additive_terms(const Expression& expression) {
  std::vector<Expression> terms;
  collect_terms(expression, false, terms);
  return terms;
}

BasicModel::BasicModel(Formula formula, BasicFit mode) : given_(std::move(formula)), mode_(mode) {}

std::string BasicModel::description() const {
  switch (mode_) {
    case BasicFit::fixed:
      return "the given formula as written";
    case BasicFit::scale:
      return "the given formula, scaled and shifted";
    case BasicFit::coefficients:
      return "the given formula, the coefficients of its terms refitted";
  }
  return "";
}

void BasicModel::fit(const Dataset& train) {
  const Expression bound = memlaw::bind(given_, train.variables);
  if (mode_ == BasicFit::fixed) {
    set_expression(bound, train);
    return;
  }
  std::vector<Expression> terms;
  if (mode_ == BasicFit::scale) {
    terms.push_back(bound);
  } else {
    // The intercept stands for the constant terms.
    for (Expression& term : additive_terms(bound)) {
      if (!is_constant(term)) terms.push_back(std::move(term));
    }
  }
  const std::vector<double> weight = relative_weights(train);
  std::vector<std::vector<double>> columns;
  columns.reserve(terms.size());
  for (const Expression& term : terms) columns.push_back(evaluate_on(term, train));
  const LeastSquaresFit fit = fit_least_squares(columns, train.target, weight);
  Expression result = Expression::constant(fit.intercept);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    if (fit.coefficients[t] == 0.0) continue;
    result = Expression::binary(
        Op::add, result,
        Expression::binary(Op::mul, Expression::constant(fit.coefficients[t]), terms[t]));
  }
  set_expression(std::move(result), train);
}

}  // namespace memlaw
