#include "memlaw/models/linear.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "least_squares.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

enum class Transform { identity, log, log1p };

double apply(Transform transform, double x) {
  // log(x + 1) rather than log1p(x): it must equal the expression's value.
  if (transform == Transform::log) return std::log(x);
  if (transform == Transform::log1p) return std::log(x + 1.0);
  return x;
}

Expression apply(Transform transform, const Expression& x) {
  if (transform == Transform::log) return Expression::unary(Op::log, x);
  if (transform == Transform::log1p) {
    return Expression::unary(Op::log, Expression::binary(Op::add, x, Expression::constant(1.0)));
  }
  return x;
}

// The transform under which a feature enters a log-linear model.
Transform log_transform(const std::vector<double>& values) {
  const double least = *std::min_element(values.begin(), values.end());
  if (least > 0.0) return Transform::log;
  return least >= 0.0 ? Transform::log1p : Transform::identity;
}

void check_not_empty(const Dataset& train, std::string_view model) {
  if (train.rows() > 0) return;
  throw InputError({train.source}, fmt::format("the {} model needs a training row", model));
}

struct AdditiveFit {
  Expression expression;
  std::size_t columns = 0;  // coefficients besides the intercept
};

// The constants of a categorical feature's levels, given the indicator columns' coefficients.
std::vector<double> level_effects(std::span<const double> coefficients,
                                  const std::vector<double>& level_of_row) {
  std::vector<double> rows(coefficients.size(), 0.0);
  for (const double level : level_of_row) rows[static_cast<std::size_t>(level)] += 1.0;
  double mean = 0.0;
  for (std::size_t l = 0; l < rows.size(); ++l) {
    mean += rows[l] * coefficients[l] / static_cast<double>(level_of_row.size());
  }
  std::vector<double> effects(coefficients.begin(), coefficients.end());
  for (std::size_t l = 0; l < rows.size(); ++l) {
    if (rows[l] == 0.0) effects[l] = mean;
  }
  return effects;
}

// Least squares of `y` on the transformed features.
AdditiveFit fit_additive(const Dataset& train, std::span<const double> y,
                         std::span<const Transform> transforms) {
  std::vector<std::vector<double>> columns;
  for (std::size_t f = 0; f < train.feature_count(); ++f) {
    const std::vector<double>& values = train.columns[f];
    if (train.variables[f].is_categorical()) {
      for (std::size_t l = 0; l < train.variables[f].levels.size(); ++l) {
        std::vector<double>& indicator = columns.emplace_back(values.size());
        for (std::size_t r = 0; r < values.size(); ++r) {
          indicator[r] = values[r] == static_cast<double>(l) ? 1.0 : 0.0;
        }
      }
    } else {
      std::vector<double>& column = columns.emplace_back(values.size());
      for (std::size_t r = 0; r < values.size(); ++r) column[r] = apply(transforms[f], values[r]);
    }
  }
  const LeastSquaresFit fit = fit_least_squares(columns, y, train.weight);

  AdditiveFit result;
  result.expression = Expression::constant(fit.intercept);
  result.columns = columns.size();
  const auto add = [&](const Expression& term) {
    result.expression = Expression::binary(Op::add, result.expression, term);
  };
  std::size_t column = 0;
  for (std::size_t f = 0; f < train.feature_count(); ++f) {
    if (train.variables[f].is_categorical()) {
      const std::size_t levels = train.variables[f].levels.size();
      const std::span<const double> coefficients(fit.coefficients.data() + column, levels);
      column += levels;
      if (std::any_of(coefficients.begin(), coefficients.end(),
                      [](double c) { return c != 0.0; })) {
        add(Expression::category(f, level_effects(coefficients, train.columns[f])));
      }
    } else if (const double coefficient = fit.coefficients[column++]; coefficient != 0.0) {
      add(Expression::binary(Op::mul, Expression::constant(coefficient),
                             apply(transforms[f], Expression::feature(f))));
    }
  }
  return result;
}

}  // namespace

std::string LinearModel::description() const {
  return fmt::format("least squares, intercept and {} columns", columns_);
}

void LinearModel::fit(const Dataset& train) {
  check_not_empty(train, name());
  const std::vector<Transform> transforms(train.feature_count(), Transform::identity);
  AdditiveFit fit = fit_additive(train, train.target, transforms);
  columns_ = fit.columns;
  set_expression(std::move(fit.expression), train);
}

std::string LogLinearModel::description() const {
  return fmt::format("least squares of log target on log features, intercept and {} columns",
                     columns_);
}

void LogLinearModel::fit(const Dataset& train) {
  check_not_empty(train, name());
  std::vector<double> log_target(train.rows());
  for (std::size_t r = 0; r < train.rows(); ++r) {
    if (!(train.target[r] > 0.0)) {
      throw InputError({train.source, train.line_of_row[r]},
                       fmt::format("the log-linear model needs positive targets, but {} is {}; "
                                   "filter such rows or leave log-linear out of the models",
                                   train.target_name, format_shortest(train.target[r])));
    }
    log_target[r] = std::log(train.target[r]);
  }
  std::vector<Transform> transforms(train.feature_count(), Transform::identity);
  for (std::size_t f = 0; f < train.feature_count(); ++f) {
    if (!train.variables[f].is_categorical()) transforms[f] = log_transform(train.columns[f]);
  }
  AdditiveFit fit = fit_additive(train, log_target, transforms);
  columns_ = fit.columns;
  set_expression(Expression::unary(Op::exp, fit.expression), train);
}

}  // namespace memlaw
