// The normal equations against a plain computation that follows evaluator.hpp word for word.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

#include "evaluation_sample.hpp"
#include "expr/random_expression.hpp"
#include "memlaw/expr/derivative.hpp"
#include "memlaw/search/evaluator.hpp"

namespace memlaw {
namespace {

using testing::random_dataset;
using testing::random_terms;

constexpr LossKind all_losses[] = {LossKind::mse,    LossKind::mae,  LossKind::mape,
                                   LossKind::rmsre,  LossKind::msle, LossKind::huber,
                                   LossKind::pinball};

struct PlainEquations {
  std::vector<double> gram;
  std::vector<double> magnitude;  // sums of |v col_i col_j|: what rounding is relative to
  bool finite = true;
};

// Row weight v and entry of y's column about the prediction p.
std::pair<double, double> working_row(const Loss& loss, double y, double w, double p,
                                      double scale) {
  const double r = p - y;
  const double plain = loss.kind == LossKind::mse || loss.kind == LossKind::mae ? w : w / (y * y);
  double v = plain, target = y;
  switch (loss.kind) {
    case LossKind::mse:
    case LossKind::rmsre:
      break;
    case LossKind::mae:
      v = w / std::max(std::abs(r), 1e-6 * scale);
      break;
    case LossKind::mape:
      v = w / std::abs(y) / std::max(std::abs(r), 1e-6 * std::abs(y));
      break;
    case LossKind::pinball:
      v = w / std::abs(y) * (r < 0.0 ? loss.quantile : 1.0 - loss.quantile) /
          std::max(std::abs(r), 1e-6 * std::abs(y));
      break;
    case LossKind::huber:
      v = plain * std::min(1.0, loss.delta / std::abs(r / y));
      break;
    case LossKind::msle:
      v = w / (p * p);
      target = p + p * (std::log(y) - std::log(p));
      break;
  }
  const bool usable = std::isfinite(p) && std::isfinite(v) && std::isfinite(target);
  return usable ? std::pair(v, target) : std::pair(plain, y);
}

PlainEquations plain_equations(const Dataset& data, const Loss& loss,
                               const std::vector<Term>& terms, const Program& program,
                               const std::vector<double>& coefficients, bool with_constants) {
  const auto linear = static_cast<std::size_t>(program.linear_columns);
  const std::size_t size =
      linear + (with_constants ? static_cast<std::size_t>(program.constants) : 0) + 1;
  PlainEquations out;
  out.gram.assign(size * size, 0.0);
  out.magnitude.assign(size * size, 0.0);
  double scale = 0.0, weights = 0.0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    scale += data.weight[row] * std::abs(data.target[row]);
    weights += data.weight[row];
  }
  scale /= weights;
  std::vector<double> column, gradient;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const std::vector<double> x = data.row(row);
    column.assign(size, 0.0);
    column[0] = 1.0;
    double p = coefficients.empty() ? 0.0 : coefficients[0];
    std::size_t next = 1, constant = linear;
    for (const Term& term : terms) {
      gradient.resize(term.body.constant_count());
      const double value = evaluate_with_gradient(term.body, x, gradient);
      const std::size_t level =
          term.category < 0 ? 0
                            : static_cast<std::size_t>(x[static_cast<std::size_t>(term.category)]);
      const double coefficient = coefficients.empty() ? 1.0 : coefficients[next + level];
      column[next + level] = value;
      p += value * coefficient;
      next += term.category < 0
                  ? 1
                  : data.variables[static_cast<std::size_t>(term.category)].levels.size();
      if (with_constants) {
        for (const double g : gradient) column[constant++] = g * coefficient;
      }
    }
    const auto [v, y] =
        coefficients.empty()
            ? std::pair(loss.kind == LossKind::mse || loss.kind == LossKind::mae
                            ? data.weight[row]
                            : data.weight[row] / (data.target[row] * data.target[row]),
                        data.target[row])
            : working_row(loss, data.target[row], data.weight[row], p, scale);
    column.back() = y;
    for (std::size_t i = 0; i < size; ++i) {
      if (!std::isfinite(column[i])) out.finite = false;
      for (std::size_t j = 0; j < size; ++j) {
        const double product = v * column[i] * column[j];
        out.gram[i * size + j] += product;
        out.magnitude[i * size + j] += std::abs(product);
      }
    }
  }
  return out;
}

struct Case {
  std::vector<Term> terms;
  std::vector<double> constants, coefficients;
};

template <class Rng>
Case random_case(Rng& rng, const Dataset& data, const testing::RandomExpressionOptions& options,
                 LossKind kind, Program& program) {
  Case c;
  c.terms = random_terms(rng, data.variables, options, 4);
  compile(c.terms, data.variables, program);
  gather_constants(c.terms, c.constants);
  for (int i = 0; i < program.linear_columns; ++i) {
    c.coefficients.push_back(testing::uniform(rng, kind == LossKind::msle ? 0.1 : -3.0, 3.0));
  }
  return c;
}

// Smooth operators on moderate numbers, so that a last bit in one place stays one elsewhere.
testing::RandomExpressionOptions smooth_options() {
  testing::RandomExpressionOptions options;
  options.max_size = 12;
  options.plain_constants = true;
  options.operators = {Op::add,  Op::sub, Op::mul, Op::div,  Op::min,  Op::max,    Op::aq,
                       Op::neg,  Op::abs, Op::sin, Op::cos,  Op::tanh, Op::square, Op::exp,
                       Op::sqrt, Op::log, Op::pow, Op::cbrt, Op::cube, Op::inv,    Op::log2};
  return options;
}

TEST(NormalEquations, AgreeWithAPlainComputationForEveryLoss) {
  std::mt19937_64 rng(21);
  const testing::RandomExpressionOptions options = smooth_options();
  Workspace workspace;
  NormalEquations equations;
  Program program;
  int compared = 0, all = 0;
  for (const std::size_t rows : {1, 3, 31, 32, 33, 127, 450}) {
    const Dataset data = random_dataset(rng, rows, 3.0);
    for (const LossKind kind : all_losses) {
      const Loss loss{kind, 0.3, 0.7};
      const Evaluator evaluator(data, loss);
      for (int repeat = 0; repeat < 60; ++repeat) {
        const Case c = random_case(rng, data, options, kind, program);
        const bool with_constants = repeat % 3 != 0;
        const std::vector<double> coefficients =
            repeat % 4 == 3 ? std::vector<double>() : c.coefficients;
        evaluator.normal_equations(program, c.constants, coefficients, with_constants, equations,
                                   workspace);
        const PlainEquations plain =
            plain_equations(data, loss, c.terms, program, coefficients, with_constants);
        ASSERT_EQ(equations.linear, program.linear_columns);
        ASSERT_EQ(equations.gram.size(), plain.gram.size());
        ++all;
        if (!plain.finite) {
          EXPECT_FALSE(equations.finite);
          continue;
        }
        if (!equations.finite) continue;  // squares overflow
        ++compared;
        // Weights of 1 / |r| magnify the rounding of a residual near 0.
        const bool steep =
            kind == LossKind::mae || kind == LossKind::mape || kind == LossKind::pinball;
        const double tolerance = steep ? 1e-5 : 1e-9;
        const auto size = static_cast<std::size_t>(equations.size);
        for (std::size_t i = 0; i < size; ++i) {
          for (std::size_t j = 0; j < size; ++j) {
            const double diagonal =
                std::sqrt(plain.magnitude[i * size + i] * plain.magnitude[j * size + j]);
            ASSERT_NEAR(equations.gram[i * size + j], plain.gram[i * size + j],
                        tolerance * diagonal + 1e-300)
                << name(kind) << ' ' << rows << " rows, entry " << i << ", " << j << ", "
                << testing::describe(c.terms[0].body);
          }
        }
      }
    }
  }
  EXPECT_GT(compared, all / 4);
}

TEST(NormalEquations, AreSymmetric) {
  std::mt19937_64 rng(22);
  const Dataset data = random_dataset(rng, 127, 3.0);
  const Evaluator evaluator(data, {LossKind::rmsre});
  Workspace workspace;
  NormalEquations equations;
  Program program;
  for (int repeat = 0; repeat < 100; ++repeat) {
    const Case c = random_case(rng, data, smooth_options(), LossKind::rmsre, program);
    evaluator.normal_equations(program, c.constants, c.coefficients, true, equations, workspace);
    for (int i = 0; i < equations.size; ++i) {
      for (int j = 0; j < i; ++j) {
        ASSERT_TRUE(testing::same_bits(equations.at(i, j), equations.at(j, i)));
      }
    }
  }
}

// A dataset of several tiles gives the same sums as its rows would in one pass: the same bits as a
// dataset with the same rows, evaluated with a workspace that other sizes have been through.
TEST(NormalEquations, DoNotDependOnWhatTheWorkspaceWasUsedForBefore) {
  std::mt19937_64 rng(23);
  const Dataset large = random_dataset(rng, 1000, 3.0);
  const Dataset small = random_dataset(rng, 5, 3.0);
  const Evaluator large_evaluator(large, {LossKind::mape});
  const Evaluator small_evaluator(small, {LossKind::mape});
  Workspace used;
  NormalEquations fresh_equations, used_equations;
  Program program;
  for (int repeat = 0; repeat < 50; ++repeat) {
    const Case c = random_case(rng, large, smooth_options(), LossKind::mape, program);
    for (const Evaluator* evaluator : {&large_evaluator, &small_evaluator}) {
      Workspace fresh;
      evaluator->normal_equations(program, c.constants, c.coefficients, true, fresh_equations,
                                  fresh);
      evaluator->normal_equations(program, c.constants, c.coefficients, true, used_equations, used);
      ASSERT_EQ(fresh_equations.finite, used_equations.finite);
      if (!fresh_equations.finite) continue;
      ASSERT_EQ(fresh_equations.gram, used_equations.gram);
    }
  }
}

TEST(NormalEquations, SolveALinearFitExactly) {
  std::mt19937_64 rng(24);
  Dataset data = random_dataset(rng, 100, 3.0);
  for (std::size_t row = 0; row < data.rows(); ++row) {
    data.target[row] = 5.0 + 2.0 * data.columns[0][row];
  }
  const Evaluator evaluator(data, {LossKind::mse});
  Program program;
  compile(std::vector<Term>{{Expression::feature(0)}}, data.variables, program);
  Workspace workspace;
  NormalEquations e;
  evaluator.normal_equations(program, {}, {}, false, e, workspace);
  ASSERT_EQ(e.size, 3);
  const double determinant = e.at(0, 0) * e.at(1, 1) - e.at(0, 1) * e.at(1, 0);
  const double intercept = (e.at(0, 2) * e.at(1, 1) - e.at(0, 1) * e.at(1, 2)) / determinant;
  const double slope = (e.at(0, 0) * e.at(1, 2) - e.at(0, 2) * e.at(1, 0)) / determinant;
  EXPECT_NEAR(intercept, 5.0, 1e-10);
  EXPECT_NEAR(slope, 2.0, 1e-10);
  const std::vector<double> coefficients = {intercept, slope};
  evaluator.normal_equations(program, {}, coefficients, false, e, workspace);
  EXPECT_LT(e.loss, 1e-18);
}

// d loss / d constant by central differences of the predictions the loss is made of.
TEST(NormalEquations, HoldTheDerivativesOfThePrediction) {
  std::mt19937_64 rng(25);
  testing::RandomExpressionOptions options = smooth_options();
  options.operators = {Op::add, Op::sub, Op::mul, Op::sin, Op::cos, Op::tanh, Op::aq};
  const Dataset data = random_dataset(rng, 40, 2.0);
  const Evaluator evaluator(data, {LossKind::mse});
  Workspace workspace;
  NormalEquations e;
  Program program;
  int compared = 0;
  for (int repeat = 0; repeat < 200; ++repeat) {
    Case c = random_case(rng, data, options, LossKind::mse, program);
    evaluator.normal_equations(program, c.constants, c.coefficients, true, e, workspace);
    // loss = sum w r^2 / sum w, so d loss / d k = 2 sum w r column_k / sum w, r = prediction - y.
    double weights = 0.0;
    for (const double w : data.weight) weights += w;
    for (int k = 0; k < program.constants; ++k) {
      const int column = e.linear + k;
      double slope = -e.at(column, e.size - 1);
      for (int i = 0; i < e.linear; ++i) {
        slope += e.at(column, i) * c.coefficients[static_cast<std::size_t>(i)];
      }
      slope *= 2.0 / weights;
      double& constant = c.constants[static_cast<std::size_t>(k)];
      const double centre = constant, step = 1e-5;
      constant = centre + step;
      const double above = evaluator.compute_loss(program, c.constants, c.coefficients, workspace);
      constant = centre - step;
      const double below = evaluator.compute_loss(program, c.constants, c.coefficients, workspace);
      constant = centre;
      const double difference = (above - below) / (2.0 * step);
      if (!std::isfinite(difference) || above > 1e4) continue;
      ++compared;
      EXPECT_NEAR(slope, difference, 1e-4 * (1.0 + above + std::abs(difference)));
    }
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace memlaw
