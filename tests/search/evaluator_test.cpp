#include "memlaw/search/evaluator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <thread>
#include <vector>

#include "evaluation_sample.hpp"
#include "expr/random_expression.hpp"
#include "memlaw/expr/derivative.hpp"

namespace memlaw {
namespace {

using testing::random_dataset;
using testing::random_terms;

constexpr double infinity = std::numeric_limits<double>::infinity();

constexpr LossKind all_losses[] = {LossKind::mse,    LossKind::mae,  LossKind::mape,
                                   LossKind::rmsre,  LossKind::msle, LossKind::huber,
                                   LossKind::pinball};

// Equal, both NaN, or as near as a relative and an absolute tolerance say.
bool close(double a, double b, double relative, double absolute = 0.0) {
  if (a != a || b != b) return a != a && b != b;
  if (a == b) return true;
  return std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b)) + absolute;
}

// One operator at a time, over every pair of special values.
template <class Real>
void expect_every_operator_on_special_values() {
  const double largest = static_cast<double>(std::numeric_limits<Real>::max());
  const double least = static_cast<double>(std::numeric_limits<Real>::denorm_min());
  const double normal = static_cast<double>(std::numeric_limits<Real>::min());
  const std::vector<double> special = {
      0.0,
      -0.0,
      1.0,
      -1.0,
      0.5,
      -0.5,
      2.0,
      -2.0,
      2.5,
      -2.5,
      3.0,
      -3.0,
      1e6,
      -1e6,
      7.25,
      0.1,
      least,
      -least,
      normal,
      -normal,
      largest,
      -largest,
      infinity,
      -infinity,
      NAN,
      88.0,
      -88.0,
      104.0,
      710.0,
      -746.0,
      1.0 + static_cast<double>(std::numeric_limits<Real>::epsilon())};
  Dataset data;
  data.variables = {{"a", "", {}}, {"b", "", {}}};
  data.columns.resize(2);
  for (const double a : special) {
    for (const double b : special) {
      data.columns[0].push_back(static_cast<double>(static_cast<Real>(a)));
      data.columns[1].push_back(static_cast<double>(static_cast<Real>(b)));
      data.target.push_back(1.0);
      data.weight.push_back(1.0);
    }
  }
  const BasicEvaluator<Real> evaluator(data, {LossKind::mse});
  Workspace workspace;
  std::vector<Real> out(data.rows());
  const double units = 2.0 * static_cast<double>(std::numeric_limits<Real>::epsilon());
  for (const OperatorInfo& op : operators()) {
    if (op.arity == 0) continue;
    const Expression a = Expression::feature(0);
    const Expression body = op.arity == 1 ? Expression::unary(op.op, a)
                                          : Expression::binary(op.op, a, Expression::feature(1));
    Program program;
    compile(std::vector<Term>{{body}}, data.variables, program);
    evaluator.evaluate_terms(program, {}, out, workspace);
    for (std::size_t row = 0; row < data.rows(); ++row) {
      const double expected = static_cast<double>(static_cast<Real>(evaluate(body, data.row(row))));
      const double actual = static_cast<double>(out[row]);
      // Intermediate results of cube and aq round, and may over- or underflow, in Real.
      const bool composed = op.op == Op::cube || op.op == Op::aq;
      if (composed && sizeof(Real) == 4) continue;
      EXPECT_TRUE(close(actual, expected, units, 2.0 * least))
          << op.name << "(" << data.columns[0][row] << ", " << data.columns[1][row]
          << ") = " << actual << ", expected " << expected;
      if (expected == 0.0 && actual == 0.0) {
        EXPECT_EQ(std::signbit(actual), std::signbit(expected))
            << op.name << "(" << data.columns[0][row] << ", " << data.columns[1][row] << ")";
      }
    }
  }
}

TEST(Evaluator, AgreesWithTheScalarReferenceOnSpecialValuesOfEveryOperator) {
  expect_every_operator_on_special_values<double>();
}

TEST(Evaluator, AgreesWithTheScalarReferenceOnSpecialValuesInSinglePrecision) {
  expect_every_operator_on_special_values<float>();
}

// Programs without the operators whose results differ by a last bit from the C library's give the
// very bits of the reference, whatever the number of rows.
TEST(Evaluator, GivesTheBitsOfTheReferenceForExactOperators) {
  std::mt19937_64 rng(11);
  testing::RandomExpressionOptions options;
  options.max_size = 60;
  options.operators = {Op::add,   Op::sub,   Op::mul,    Op::div,  Op::min, Op::max,
                       Op::neg,   Op::inv,   Op::cube,   Op::sqrt, Op::abs, Op::ceil,
                       Op::floor, Op::round, Op::square, Op::aq};
  Workspace workspace;
  Program program;
  std::vector<double> constants, out;
  for (const std::size_t rows : {1, 3, 31, 32, 33, 127, 450, 4097}) {
    const Dataset data = random_dataset(rng, rows);
    const Evaluator evaluator(data, {LossKind::mse});
    const std::size_t repeats = rows > 1000 ? 50 : 1500;
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      const std::vector<Term> terms = random_terms(rng, data.variables, options, 3);
      compile(terms, data.variables, program);
      gather_constants(terms, constants);
      out.assign(terms.size() * rows, -7.0);
      evaluator.evaluate_terms(program, constants, out, workspace);
      for (std::size_t t = 0; t < terms.size(); ++t) {
        for (std::size_t row = 0; row < rows; row += 1 + row / 7) {
          const double expected = evaluate(terms[t].body, data.row(row));
          ASSERT_TRUE(testing::same_bits(out[t * rows + row], expected))
              << "row " << row << " of " << rows << ": " << testing::describe(terms[t].body)
              << " gave " << out[t * rows + row] << ", expected " << expected;
        }
      }
    }
  }
}

// With a loss that sums the predictions, compute_loss sees the paired instructions and the reused
// slots that evaluate_terms does not.
TEST(Evaluator, LossesAgreeWithTheirDefinition) {
  std::mt19937_64 rng(12);
  testing::RandomExpressionOptions options;
  options.max_size = 40;
  options.plain_constants = true;
  Workspace workspace;
  Program program;
  std::vector<double> constants, out, predicted;
  int finite = 0;
  for (const std::size_t rows : {1, 3, 31, 32, 33, 127, 450, 4097}) {
    const Dataset data = random_dataset(rng, rows);
    for (const LossKind kind : all_losses) {
      const Loss loss{kind, 0.3, 0.7};
      const Evaluator evaluator(data, loss);
      const std::size_t repeats = rows > 1000 ? 20 : 400;
      for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
        const std::vector<Term> terms = random_terms(rng, data.variables, options, 4);
        compile(terms, data.variables, program);
        gather_constants(terms, constants);
        std::vector<double> coefficients;
        for (int i = 0; i < program.linear_columns; ++i) {
          coefficients.push_back(testing::uniform(rng, kind == LossKind::msle ? 0.0 : -3.0, 3.0));
        }
        out.assign(terms.size() * rows, 0.0);
        evaluator.evaluate_terms(program, constants, out, workspace);
        predicted = testing::predict(program, data, out, coefficients);
        const double expected = compute_loss(loss, data.target, predicted, data.weight);
        const double actual = evaluator.compute_loss(program, constants, coefficients, workspace);
        ASSERT_TRUE(close(actual, expected, 1e-11))
            << name(kind) << " over " << rows << " rows: " << actual << ", expected " << expected;
        if (expected < infinity) ++finite;
        NormalEquations equations;
        evaluator.normal_equations(program, constants, coefficients, false, equations, workspace);
        // Row weights may overflow where the loss does not, but not the other way round.
        ASSERT_TRUE(testing::same_bits(equations.loss, actual)) << name(kind);
      }
    }
  }
  EXPECT_GT(finite, 1000);
}

TEST(Evaluator, LossesInSinglePrecisionAgreeRoughly) {
  std::mt19937_64 rng(13);
  testing::RandomExpressionOptions options;
  options.max_size = 15;
  options.plain_constants = true;
  options.operators = {Op::add, Op::sub, Op::mul, Op::square, Op::min, Op::max, Op::sin};
  Workspace workspace;
  Program program;
  std::vector<double> constants;
  for (const std::size_t rows : {1, 31, 33, 450, 4097}) {
    const Dataset data = random_dataset(rng, rows, 1.0);
    for (const LossKind kind : all_losses) {
      const Loss loss{kind, 0.3, 0.7};
      const Evaluator evaluator(data, loss);
      const BasicEvaluator<float> single(data, loss);
      for (int repeat = 0; repeat < 50; ++repeat) {
        const std::vector<Term> terms = random_terms(rng, data.variables, options, 3);
        compile(terms, data.variables, program);
        gather_constants(terms, constants);
        const std::vector<double> coefficients(static_cast<std::size_t>(program.linear_columns),
                                               1.0);
        const double expected = evaluator.compute_loss(program, constants, coefficients, workspace);
        const double actual = single.compute_loss(program, constants, coefficients, workspace);
        if (expected < 1e6 && actual < infinity) {
          EXPECT_TRUE(close(actual, expected, 1e-2, 1e-3))
              << name(kind) << ' ' << actual << ' ' << expected;
        }
      }
    }
  }
}

TEST(Evaluator, OneBadRowDoesNotSpoilItsNeighbours) {
  std::mt19937_64 rng(14);
  Dataset data = random_dataset(rng, 64);
  for (const double bad : {static_cast<double>(NAN), infinity, -infinity, -1.0, 1e308}) {
    for (std::size_t victim = 0; victim < 16; ++victim) {
      Dataset spoiled = data;
      for (std::size_t f = 0; f < 4; ++f) spoiled.columns[f][victim] = bad;
      const Evaluator clean_evaluator(data, {LossKind::mse});
      const Evaluator evaluator(spoiled, {LossKind::mse});
      Workspace workspace;
      std::vector<double> clean(64), out(64);
      for (const OperatorInfo& op : operators()) {
        if (op.arity == 0) continue;
        const Expression a = Expression::feature(0);
        const Expression body = op.arity == 1
                                    ? Expression::unary(op.op, a)
                                    : Expression::binary(op.op, a, Expression::feature(1));
        Program program;
        compile(std::vector<Term>{{body}}, data.variables, program);
        clean_evaluator.evaluate_terms(program, {}, clean, workspace);
        evaluator.evaluate_terms(program, {}, out, workspace);
        for (std::size_t row = 0; row < 64; ++row) {
          if (row == victim) continue;
          ASSERT_TRUE(testing::same_bits(clean[row], out[row])) << op.name << " row " << row;
        }
      }
    }
  }
}

TEST(Evaluator, APredictionThatIsNotFiniteMakesTheLossInfinite) {
  Dataset data;
  data.variables = {{"x", "", {}}};
  data.columns = {{1.0, 2.0, 0.0, 4.0, 5.0}};
  data.target = {1.0, 2.0, 3.0, 4.0, 5.0};
  data.weight.assign(5, 1.0);
  Program program;
  compile(std::vector<Term>{{Expression::unary(Op::inv, Expression::feature(0))}}, data.variables,
          program);
  const std::vector<double> coefficients = {0.0, 1.0};
  Workspace workspace;
  for (const LossKind kind : all_losses) {
    const Evaluator evaluator(data, {kind});
    EXPECT_EQ(evaluator.compute_loss(program, {}, coefficients, workspace), infinity) << name(kind);
    NormalEquations equations;
    evaluator.normal_equations(program, {}, coefficients, true, equations, workspace);
    EXPECT_EQ(equations.loss, infinity) << name(kind);
    EXPECT_FALSE(equations.finite) << name(kind);
  }
}

TEST(Evaluator, AProgramWithoutTermsPredictsItsIntercept) {
  std::mt19937_64 rng(15);
  const Dataset data = random_dataset(rng, 33);
  const Evaluator evaluator(data, {LossKind::mae});
  Program program;
  compile({}, data.variables, program);
  EXPECT_EQ(program.linear_columns, 1);
  Workspace workspace;
  const std::vector<double> coefficients = {2.5};
  const std::vector<double> predicted(33, 2.5);
  EXPECT_NEAR(evaluator.compute_loss(program, {}, coefficients, workspace),
              compute_loss({LossKind::mae}, data.target, predicted, data.weight), 1e-12);
}

TEST(Evaluator, GivesTheSameBitsOnEveryInstructionSet) {
  std::mt19937_64 rng(16);
  testing::RandomExpressionOptions options;
  options.max_size = 40;
  for (const std::size_t rows : {1, 33, 450}) {
    const Dataset data = random_dataset(rng, rows);
    for (const LossKind kind : all_losses) {
      const Evaluator best(data, {kind});
      const BasicEvaluator<float> best_single(data, {kind});
      ASSERT_EQ(setenv("MEMLAW_SIMD", "portable", 1), 0);
      const Evaluator portable(data, {kind});
      const BasicEvaluator<float> portable_single(data, {kind});
      ASSERT_EQ(unsetenv("MEMLAW_SIMD"), 0);
      Workspace workspace;
      Program program;
      std::vector<double> constants;
      NormalEquations a, b;
      for (int repeat = 0; repeat < 60; ++repeat) {
        const std::vector<Term> terms = random_terms(rng, data.variables, options, 4);
        compile(terms, data.variables, program);
        gather_constants(terms, constants);
        std::vector<double> coefficients;
        for (int i = 0; i < program.linear_columns; ++i) {
          coefficients.push_back(testing::uniform(rng, -3.0, 3.0));
        }
        EXPECT_TRUE(
            testing::same_bits(best.compute_loss(program, constants, coefficients, workspace),
                               portable.compute_loss(program, constants, coefficients, workspace)));
        EXPECT_TRUE(testing::same_bits(
            best_single.compute_loss(program, constants, coefficients, workspace),
            portable_single.compute_loss(program, constants, coefficients, workspace)));
        best.normal_equations(program, constants, coefficients, true, a, workspace);
        portable.normal_equations(program, constants, coefficients, true, b, workspace);
        EXPECT_EQ(a.finite, b.finite);
        for (std::size_t i = 0; a.finite && i < a.gram.size(); ++i) {
          EXPECT_TRUE(testing::same_bits(a.gram[i], b.gram[i]));
        }
      }
    }
  }
}

TEST(Evaluator, ServesManyThreadsAtOnce) {
  std::mt19937_64 rng(17);
  const Dataset data = random_dataset(rng, 450);
  const Evaluator evaluator(data, {LossKind::mape});
  testing::RandomExpressionOptions options;
  std::vector<Program> programs(40);
  std::vector<std::vector<double>> constants(programs.size()), coefficients(programs.size());
  std::vector<double> expected;
  Workspace workspace;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const std::vector<Term> terms = random_terms(rng, data.variables, options, 3);
    compile(terms, data.variables, programs[i]);
    gather_constants(terms, constants[i]);
    coefficients[i].assign(static_cast<std::size_t>(programs[i].linear_columns), 0.5);
    expected.push_back(
        evaluator.compute_loss(programs[i], constants[i], coefficients[i], workspace));
  }
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t thread = 0; thread < wrong.size(); ++thread) {
    threads.emplace_back([&, thread] {
      Workspace own;
      for (int repeat = 0; repeat < 20; ++repeat) {
        for (std::size_t i = 0; i < programs.size(); ++i) {
          const double loss =
              evaluator.compute_loss(programs[i], constants[i], coefficients[i], own);
          if (!testing::same_bits(loss, expected[i])) ++wrong[thread];
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, std::vector<int>(4, 0));
}

}  // namespace
}  // namespace memlaw
