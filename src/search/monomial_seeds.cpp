#include "monomial_seeds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "selection.hpp"

namespace memlaw {
namespace {

bool allowed(const SearchOptions& options, Op op) {
  return std::find(options.operators.begin(), options.operators.end(), op) !=
         options.operators.end();
}

// One feature raised to a power, and the powers that the operators allow.
struct Power {
  Expression body;
  bool inverse = false;  // multiply by 1 / body
};

std::vector<Power> powers_of(std::size_t feature, const SearchOptions& options) {
  const Expression x = Expression::feature(feature);
  const Expression squared = allowed(options, Op::square) ? Expression::unary(Op::square, x)
                                                          : Expression::binary(Op::mul, x, x);
  const Expression cubed = allowed(options, Op::cube) ? Expression::unary(Op::cube, x)
                                                      : Expression::binary(Op::mul, squared, x);
  // Most useful first: products of many features use only the first few.
  std::vector<Power> powers{{x, false}, {squared, false}, {cubed, false}};
  if (allowed(options, Op::div)) powers.push_back({x, true});
  if (allowed(options, Op::sqrt)) powers.push_back({Expression::unary(Op::sqrt, x), false});
  return powers;
}

Expression times(const Expression& left, const Power& power) {
  return Expression::binary(power.inverse ? Op::div : Op::mul, left, power.body);
}

Expression alone(const Power& power) {
  return power.inverse ? Expression::unary(Op::inv, power.body) : power.body;
}

// All products of `degree` different features from `first` on, each with one of its first `choices`
// powers.
void products(const std::vector<std::vector<Power>>& powers, std::size_t first, int degree,
              std::size_t choices, const Expression* prefix, std::vector<Expression>& out) {
  for (std::size_t f = first; f < powers.size(); ++f) {
    for (std::size_t p = 0; p < std::min(choices, powers[f].size()); ++p) {
      const Expression next = prefix ? times(*prefix, powers[f][p]) : alone(powers[f][p]);
      if (degree == 1) {
        out.push_back(next);
      } else {
        products(powers, f + 1, degree - 1, choices, &next, out);
      }
    }
  }
}

double count_products(std::size_t features, int degree, std::size_t choices) {
  double count = 1.0;
  for (int d = 0; d < degree; ++d)
    count *= static_cast<double>(choices) * (static_cast<double>(features) - d) / (d + 1);
  return std::max(count, 0.0);
}

std::vector<Expression> monomials(const Dataset& data, const SearchOptions& options,
                                  std::size_t budget) {
  std::vector<std::vector<Power>> powers;
  for (std::size_t f = 0; f < data.variables.size(); ++f)
    if (!data.variables[f].is_categorical()) powers.push_back(powers_of(f, options));
  std::vector<Expression> out;
  double left = static_cast<double>(budget);
  for (int degree = 1; degree <= 4; ++degree) {
    // As many powers per feature as the budget allows at this degree.
    std::size_t choices = degree <= 3 ? 5 : 3;
    while (choices > 0 && count_products(powers.size(), degree, choices) > left) --choices;
    if (choices == 0) break;
    left -= count_products(powers.size(), degree, choices);
    products(powers, 0, degree, choices, nullptr, out);
  }
  return out;
}

}  // namespace

MonomialLibrary::MonomialLibrary(const Dataset& data, const SearchOptions& options,
                                 const std::vector<Term>& extra, std::size_t max_terms,
                                 std::size_t max_rows)
    : data_(data) {
  const std::size_t stride = (data.rows() + max_rows - 1) / max_rows;
  for (std::size_t r = 0; r < data.rows(); r += stride) rows_.push_back(r);
  for (const std::size_t r : rows_) {
    const double y = data.target[r];
    const bool relative = options.loss.is_relative() && y != 0.0;
    weight_.push_back(relative ? data.weight[r] / (y * y) : data.weight[r]);
  }
  for (std::size_t f = 0; f < data.variables.size(); ++f)
    if (data.variables[f].levels.size() > 1) categories_.push_back(static_cast<std::int32_t>(f));

  std::vector<Expression> candidates;
  for (const Term& term : extra) {
    if (term.body.size() < 2) continue;
    candidates.push_back(term.body);
    for (std::size_t f = 0; f < data.variables.size(); ++f) {
      if (data.variables[f].is_categorical()) continue;
      const Expression x = Expression::feature(f);
      candidates.push_back(Expression::binary(Op::mul, term.body, x));
      if (allowed(options, Op::div))
        candidates.push_back(Expression::binary(Op::div, term.body, x));
    }
  }
  for (Expression& body : monomials(data, options, max_terms))
    candidates.push_back(std::move(body));

  const Dataset sample = stride == 1 ? Dataset{} : data.subset(rows_);
  const Dataset& source = stride == 1 ? data : sample;
  const auto columns = source.column_pointers();
  std::vector<double> values(rows_.size());
  for (Expression& body : candidates) {
    evaluate(body, columns, values);
    double norm = 0.0, low = values[0], high = values[0];
    for (std::size_t r = 0; r < values.size(); ++r) {
      norm += weight_[r] * values[r] * values[r];
      low = std::min(low, values[r]);
      high = std::max(high, values[r]);
    }
    if (!std::isfinite(norm) || !(norm > 0.0) || !(high > low)) continue;
    const double scale = 1.0 / std::sqrt(norm);
    for (const double value : values) values_.push_back(value * scale);
    bodies_.push_back(std::move(body));
  }
}

std::vector<double> MonomialLibrary::residual(const Individual& individual) const {
  const Expression formula = to_expression(individual, data_.variables);
  std::vector<double> out(rows_.size());
  std::vector<double> row;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    row = data_.row(rows_[k]);
    out[k] = (data_.target[rows_[k]] - evaluate(formula, row)) * weight_[k];
  }
  return out;
}

std::vector<Individual> MonomialLibrary::pursue(const Evaluator& evaluator,
                                                const SearchOptions& options, bool with_categories,
                                                bool randomised, RandomStream random,
                                                FitScratch& scratch) const {
  constexpr std::size_t shortlist = 16;
  FitBudget budget;
  budget.constant_iterations = 0;
  budget.scan = false;
  budget.nonnegative = options.nonnegative;
  const double floor = loss_floor(options.loss, data_);

  std::vector<Individual> path;
  Individual current;
  fit(current, evaluator, budget, scratch);
  std::vector<std::pair<double, Term>> ranked;
  std::vector<double> by_level;
  for (int count = 0; count < options.max_terms && bodies_.size() > 0; ++count) {
    const std::vector<double> weighted_residual = residual(current);
    // Correlation with the residual, per candidate alone and with each coefficient category.
    ranked.clear();
    const auto consider = [&](double gain, std::size_t i, std::int32_t category) {
      if (ranked.size() >= shortlist * (categories_.size() + 1) && gain <= ranked.back().first)
        return;
      ranked.emplace_back(gain, Term{bodies_[i], category});
      for (std::size_t k = ranked.size() - 1; k > 0 && ranked[k].first > ranked[k - 1].first; --k)
        std::swap(ranked[k], ranked[k - 1]);
      if (ranked.size() > shortlist * (categories_.size() + 1)) ranked.pop_back();
    };
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const double* x = column(i);
      double dot = 0.0;
      for (std::size_t k = 0; k < rows_.size(); ++k) dot += x[k] * weighted_residual[k];
      consider(dot * dot, i, -1);
      if (!with_categories) continue;
      for (const std::int32_t category : categories_) {
        const auto f = static_cast<std::size_t>(category);
        const std::size_t levels = data_.variables[f].levels.size();
        by_level.assign(2 * levels, 0.0);
        for (std::size_t k = 0; k < rows_.size(); ++k) {
          const auto level = static_cast<std::size_t>(data_.columns[f][rows_[k]]);
          by_level[2 * level] += x[k] * weighted_residual[k];
          by_level[2 * level + 1] += x[k] * x[k] * weight_[k];
        }
        double gain = 0.0;
        for (std::size_t l = 0; l < levels; ++l)
          if (by_level[2 * l + 1] > 1e-12)
            gain += by_level[2 * l] * by_level[2 * l] / by_level[2 * l + 1];
        // Discounted for the extra coefficients, so that both kinds reach the shortlist.
        consider(gain / (1.0 + 0.2 * static_cast<double>(levels - 1)), i, category);
      }
    }
    std::vector<std::pair<double, Individual>> trials;
    for (const auto& [gain, term] : ranked) {
      Individual trial = current;
      if (std::find(trial.terms.begin(), trial.terms.end(), term) != trial.terms.end()) continue;
      trial.terms.push_back(term);
      measure(trial, data_.variables);
      if (trial.size > options.max_size) continue;
      fit(trial, evaluator, budget, scratch);
      if (!std::isfinite(trial.loss)) continue;
      const double score = description_length(
          trial.loss, options.loss.kind, floor, data_.rows(), trial.coefficients.size(),
          static_cast<std::size_t>(trial.size), options.operators.size() + data_.variables.size());
      trials.emplace_back(score, std::move(trial));
    }
    if (trials.empty()) break;
    std::stable_sort(trials.begin(), trials.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    const std::size_t choice =
        randomised
            ? random.below(static_cast<std::uint32_t>(std::min<std::size_t>(6, trials.size())))
            : 0;
    current = std::move(trials[choice].second);
    path.push_back(current);
  }
  return path;
}

}  // namespace memlaw
