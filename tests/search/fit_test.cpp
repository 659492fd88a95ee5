#include "../../src/search/fit.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "memlaw/expr/parse.hpp"
#include "sample.hpp"

namespace memlaw {
namespace {

Individual individual_of(const std::string& formula, const Variables& variables) {
  Individual out;
  out.terms = decompose(parse_expression(formula, variables));
  measure(out, variables);
  return out;
}

double fitted_loss(const std::string& start, const Dataset& data, LossKind loss,
                   FitBudget budget = {}) {
  const Evaluator evaluator(data, Loss{loss});
  FitScratch scratch;
  Individual individual = individual_of(start, data.variables);
  fit(individual, evaluator, budget, scratch);
  return individual.loss;
}

TEST(Fit, SolvesLinearCoefficientsExactly) {
  const Dataset data =
      sample(60, 2, 1.0, 3.0, 1, [](auto x) { return 4.0 + 2.0 * x[0] - 7.0 * x[0] * x[1]; });
  EXPECT_LT(fitted_loss("x + x*y", data, LossKind::rmsre), 1e-9);
}

TEST(Fit, FindsNonlinearConstantsFromADistantStart) {
  FitBudget budget;
  budget.constant_iterations = 60;
  const Dataset decay =
      sample(80, 1, 0.0, 4.0, 2, [](auto x) { return 5.0 * std::exp(-1.3 * x[0]) + 2.0; });
  EXPECT_LT(fitted_loss("exp(-0.2*x)", decay, LossKind::mse, budget), 1e-18);
  const Dataset power =
      sample(80, 2, 1.0, 9.0, 3, [](auto x) { return 1e9 + 3e4 * std::pow(x[0] * x[1], 2.37); });
  EXPECT_LT(fitted_loss("(x*y)^1", power, LossKind::rmsre, budget), 1e-7);
  const Dataset shift = sample(80, 1, 0.0, 9.0, 4, [](auto x) { return std::log(x[0] + 0.6); });
  EXPECT_LT(fitted_loss("log(x + 3)", shift, LossKind::mse, budget), 1e-18);
}

TEST(Fit, FitsCategoryConstantsInsideATerm) {
  Dataset data = sample(90, 2, 1.0, 4.0, 5, [](auto) { return 0.0; });
  data.variables[1] = {"o", "", {"a", "b", "c"}};
  const double power[] = {0.5, 1.0, 2.0};
  for (std::size_t r = 0; r < data.rows(); ++r) {
    data.columns[1][r] = static_cast<double>(r % 3);
    data.target[r] = 10.0 + 3.0 * std::pow(data.columns[0][r], power[r % 3]);
  }
  FitBudget budget;
  budget.constant_iterations = 80;
  EXPECT_LT(fitted_loss("x^c[o: a=1.2, b=1.1, c=1.3]", data, LossKind::mse, budget), 1e-15);
}

TEST(Fit, ScansConstantsBelowCeil) {
  const Dataset data =
      sample(200, 1, 1.0, 9000.0, 6, [](auto x) { return 512.0 * std::ceil(x[0] / 512.0) + 40.0; });
  EXPECT_LT(fitted_loss("ceil(x/37)", data, LossKind::mse), 1e-12);
}

TEST(Fit, AbsoluteLossesIgnoreOutliersThatSquaredOnesFollow) {
  Dataset data = sample(60, 1, 1.0, 5.0, 7, [](auto x) { return 10.0 + 3.0 * x[0]; });
  for (std::size_t r = 0; r < data.rows(); r += 10) data.target[r] *= 1.5;
  const Evaluator evaluator(data, Loss{LossKind::mape});
  FitScratch scratch;
  FitBudget budget;
  budget.reweightings = 40;
  Individual individual = individual_of("x", data.variables);
  fit(individual, evaluator, budget, scratch);
  EXPECT_NEAR(individual.coefficients[0], 10.0, 0.05);
  EXPECT_NEAR(individual.coefficients[1], 3.0, 0.02);
}

TEST(Fit, NonnegativeCoefficientsStayNonnegative) {
  const Dataset data =
      sample(60, 2, 1.0, 3.0, 8, [](auto x) { return 20.0 + 2.0 * x[0] - 3.0 * x[1]; });
  const Evaluator evaluator(data, Loss{LossKind::rmsre});
  FitScratch scratch;
  FitBudget budget;
  budget.nonnegative = true;
  Individual individual = individual_of("x + y", data.variables);
  fit(individual, evaluator, budget, scratch);
  ASSERT_EQ(individual.coefficients.size(), 3u);
  EXPECT_GE(individual.coefficients[1], 0.0);
  EXPECT_EQ(individual.coefficients[2], 0.0);
}

TEST(Fit, GivesAnInfiniteLossToTermsThatAreNotFinite) {
  const Dataset data = sample(30, 1, -1.0, 1.0, 9, [](auto x) { return 3.0 + x[0]; });
  for (const char* formula : {"log(x)", "sqrt(x)", "inv(x - x)", "exp(1000 + x)"})
    EXPECT_EQ(fitted_loss(formula, data, LossKind::mse), std::numeric_limits<double>::infinity())
        << formula;
}

TEST(Fit, MoreIterationsNeverGiveAHigherLoss) {
  const Dataset data = sample(50, 2, 0.5, 3.0, 10,
                              [](auto x) { return std::sin(2.0 * x[0]) + std::sqrt(x[1] + 0.3); });
  for (const LossKind loss : {LossKind::mse, LossKind::mae, LossKind::mape}) {
    double previous = std::numeric_limits<double>::infinity();
    for (const int iterations : {0, 1, 4, 16, 64}) {
      FitBudget budget;
      budget.constant_iterations = iterations;
      const double found = fitted_loss("sin(1.5*x) + sqrt(y + 1)", data, loss, budget);
      EXPECT_LE(found, previous * (1.0 + 1e-9)) << name(loss) << " with " << iterations;
      previous = found;
    }
  }
}

}  // namespace
}  // namespace memlaw
