#include "polish.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "memlaw/base/number.hpp"
#include "memlaw/expr/simplify.hpp"
#include "selection.hpp"

namespace memlaw {
namespace {

// A loss within this of another is the same for the purposes of rounding.
constexpr double rounding_tolerance = 1e-3;

double score(const Individual& individual, const Dataset& data, const SearchOptions& options,
             double floor) {
  std::size_t constants = individual.coefficients.size();
  for (const Term& term : individual.terms) constants += term.body.constant_count();
  return description_length(individual.loss, options.loss.kind, floor, data.rows(), constants,
                            static_cast<std::size_t>(individual.size),
                            options.operators.size() + data.variables.size());
}

// Simple values near `value`, simplest first.
std::vector<double> simple_values(double value) {
  std::vector<double> out;
  const auto add = [&](double candidate) {
    if (std::isfinite(candidate) && candidate != 0.0 &&
        std::abs(candidate - value) <= 0.25 * std::abs(value) &&
        std::find(out.begin(), out.end(), candidate) == out.end())
      out.push_back(candidate);
  };
  add(std::round(value));
  if (value != 0.0) add(std::copysign(std::exp2(std::round(std::log2(std::abs(value)))), value));
  for (const double denominator : {2.0, 3.0, 4.0}) {
    add(std::round(value * denominator) / denominator);
    const double inverse = std::round(denominator / value);
    if (inverse != 0.0 && std::isfinite(inverse)) add(denominator / inverse);
  }
  for (int digits = 1; digits <= 6; ++digits) add(round_significant(value, digits));
  return out;
}

bool is_power_of_two(double value) {
  int exponent = 0;
  return std::abs(std::frexp(value, &exponent)) == 0.5;
}

void set_constant(std::vector<Term>& terms, std::size_t index, double value) {
  for (Term& term : terms) {
    const std::size_t count = term.body.constant_count();
    if (index < count) {
      std::vector<double> constants = term.body.constants();
      constants[index] = value;
      term.body = term.body.with_constants(constants);
      return;
    }
    index -= count;
  }
}

}  // namespace

void drop_terms(Individual& individual, const Evaluator& evaluator, const Dataset& data,
                const SearchOptions& options, FitScratch& scratch) {
  const double floor = loss_floor(options.loss, data);
  FitBudget budget{4 * options.constant_iterations, 4, options.nonnegative};
  double best = score(individual, data, options, floor);
  while (individual.terms.size() > 1) {
    Individual winner;
    for (std::size_t t = 0; t < individual.terms.size(); ++t) {
      Individual trial = individual;
      trial.terms.erase(trial.terms.begin() + static_cast<std::ptrdiff_t>(t));
      measure(trial, data.variables);
      fit(trial, evaluator, budget, scratch);
      if (!std::isfinite(trial.loss)) continue;
      const double length = score(trial, data, options, floor);
      if (length < best) {
        best = length;
        winner = std::move(trial);
      }
    }
    if (winner.terms.empty()) return;
    individual = std::move(winner);
  }
}

void snap_constants(Individual& individual, const Evaluator& evaluator,
                    const SearchOptions& options, FitScratch& scratch) {
  std::vector<double> constants;
  gather_constants(individual.terms, constants);
  const FitBudget linear_only{.constant_iterations = 0,
                              .reweightings = 6,
                              .nonnegative = options.nonnegative,
                              .scan = false};
  // Against the loss before any snapping, so that small rises cannot add up.
  const double limit = individual.loss * (1.0 + 0.5 * rounding_tolerance);
  for (std::size_t k = 0; k < constants.size(); ++k) {
    for (const double candidate : simple_values(constants[k])) {
      Individual trial = individual;
      set_constant(trial.terms, k, candidate);
      fit(trial, evaluator, linear_only, scratch);
      if (trial.loss <= limit) {
        individual = std::move(trial);
        break;
      }
    }
  }
}

double expression_loss(const Expression& expression, const Dataset& data, const Loss& loss) {
  std::vector<double> predicted(data.rows());
  evaluate(expression, data.column_pointers(), predicted);
  return compute_loss(loss, data.target, predicted, data.weight);
}

Expression simplify_and_round(const Expression& expression, const Dataset& data, const Loss& loss,
                              double floor) {
  // Rounding tries many constants: on large data an even sample decides.
  constexpr std::size_t sample_rows = 10000;
  const std::size_t stride = (data.rows() + sample_rows - 1) / sample_rows;
  std::vector<std::size_t> rows;
  for (std::size_t r = 0; r < data.rows(); r += stride) rows.push_back(r);
  const Dataset sample = data.subset(rows);

  const double before = expression_loss(expression, sample, loss);
  const auto unchanged = [&](double value, double tolerance) {
    return value <= before * (1.0 + tolerance) + 1e3 * floor;
  };
  const auto simplified = [&](const Expression& e) {
    const Expression simple = simplify(e, true);
    const bool same = unchanged(expression_loss(simple, sample, loss), 1e-6) ||
                      expression_loss(simple, sample, loss) <= expression_loss(e, sample, loss);
    return simple.complexity() <= e.complexity() && same ? simple : e;
  };
  const Expression exact_formula = simplified(expression);

  // Each constant may use up its share of the tolerance and what earlier ones have left.
  std::vector<double> constants = exact_formula.constants();
  for (std::size_t k = 0; k < constants.size(); ++k) {
    const double exact = constants[k];
    if (!std::isfinite(exact)) continue;
    const double share =
        rounding_tolerance * static_cast<double>(k + 1) / static_cast<double>(constants.size());
    // A power of two is what allocators round to: it goes, or it stays as it is.
    const int most_digits = is_power_of_two(exact) ? 0 : 15;
    for (int digits = 0; digits <= most_digits; ++digits) {
      constants[k] = digits == 0 ? 0.0 : round_significant(exact, digits);
      const Expression trial = exact_formula.with_constants(constants);
      if (unchanged(expression_loss(trial, sample, loss), share)) break;
      constants[k] = exact;
    }
  }
  return simplified(exact_formula.with_constants(constants));
}

void fill_unseen_levels(Individual& individual, const Dataset& data) {
  const auto fill = [&](std::size_t feature, std::span<double> constants) {
    std::vector<double> count(constants.size(), 0.0);
    for (const double level : data.columns[feature]) count[static_cast<std::size_t>(level)] += 1.0;
    double sum = 0.0, total = 0.0;
    for (std::size_t l = 0; l < count.size(); ++l) {
      sum += count[l] * constants[l];
      total += count[l];
    }
    for (std::size_t l = 0; l < count.size(); ++l)
      if (count[l] == 0.0 && total > 0.0) constants[l] = sum / total;
  };
  std::size_t next = 1;
  for (Term& term : individual.terms) {
    const std::size_t columns = column_count(term, data.variables);
    if (term.category >= 0)
      fill(static_cast<std::size_t>(term.category),
           std::span(individual.coefficients).subspan(next, columns));
    next += columns;
    if (term.body.tables().empty()) continue;
    std::vector<Node> nodes(term.body.nodes().begin(), term.body.nodes().end());
    std::vector<double> tables(term.body.tables().begin(), term.body.tables().end());
    for (const Node& node : nodes)
      if (node.op == Op::category)
        fill(node.feature, std::span(tables).subspan(node.table, node.levels));
    term.body = Expression(std::move(nodes), std::move(tables));
  }
}

}  // namespace memlaw
