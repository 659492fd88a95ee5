// The elementary functions of the tile kernels against the C library in long double, through
// programs of one operator: every value within 2 units in the last place, on every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "expr/random_expression.hpp"
#include "memlaw/search/evaluator.hpp"

namespace memlaw {
namespace {

struct Function {
  Op op;
  long double (*exact)(long double, long double);
};

const Function functions[] = {
    {Op::exp, [](long double a, long double) { return std::exp(a); }},
    {Op::log, [](long double a, long double) { return std::log(a); }},
    {Op::log2, [](long double a, long double) { return std::log2(a); }},
    {Op::sin, [](long double a, long double) { return std::sin(a); }},
    {Op::cos, [](long double a, long double) { return std::cos(a); }},
    {Op::tanh, [](long double a, long double) { return std::tanh(a); }},
    {Op::cbrt, [](long double a, long double) { return std::cbrt(a); }},
    {Op::sqrt, [](long double a, long double) { return std::sqrt(a); }},
    {Op::pow, [](long double a, long double b) { return std::pow(a, b); }},
};

// |actual - exact| in units of the last place of Real at `exact`.
template <class Real>
long double error_in_units(Real actual, long double exact) {
  const auto rounded = static_cast<Real>(exact);
  if (std::isnan(rounded) || std::isinf(rounded)) {
    // The largest number may stand for infinity where rounding decides.
    if (std::isnan(rounded) != std::isnan(actual)) return 1e9L;
    return std::isnan(rounded) || actual == rounded ||
                   std::abs(actual) == std::numeric_limits<Real>::max()
               ? 0.0L
               : 1e9L;
  }
  if (!std::isfinite(actual)) {
    return std::abs(rounded) == std::numeric_limits<Real>::max() ? 0.0L : 1e9L;
  }
  const int exponent =
      rounded == 0 ? std::numeric_limits<Real>::min_exponent
                   : std::max(std::ilogb(rounded) + 1, std::numeric_limits<Real>::min_exponent);
  const long double unit = std::ldexp(1.0L, exponent - std::numeric_limits<Real>::digits);
  return std::abs(static_cast<long double>(actual) - exact) / unit;
}

// Arguments over the whole range of exponents, near 0 and 1, and of the size of real data.
template <class Rng>
double argument(Rng& rng) {
  const double sign = testing::below(rng, 4) == 0 ? -1.0 : 1.0;
  switch (testing::below(rng, 6)) {
    case 0:
      return testing::random_number(rng);
    case 1:
      return sign * std::ldexp(testing::uniform(rng, 1.0, 2.0),
                               static_cast<int>(testing::below(rng, 2090)) - 1070);
    case 2:
      return 1.0 + sign * testing::uniform(rng, 0.0, 1e-3);
    case 3:
      return sign * testing::uniform(rng, 0.0, 750.0);
    case 4:
      return sign * testing::uniform(rng, 0.0, 2e6);
    default:
      return sign * testing::uniform(rng, 0.0, 4.0);
  }
}

template <class Real>
void expect_accurate_functions() {
  constexpr std::size_t rows = 60000;
  std::mt19937_64 rng(31);
  Dataset data;
  data.variables = {{"a", "", {}}, {"b", "", {}}};
  data.columns.resize(2);
  for (std::size_t row = 0; row < rows; ++row) {
    auto a = static_cast<double>(static_cast<Real>(argument(rng)));
    auto b = static_cast<double>(static_cast<Real>(argument(rng)));
    if (row % 2 == 0) {
      // Powers that neither overflow nor vanish.
      a = static_cast<double>(static_cast<Real>(std::exp(testing::uniform(rng, -20.0, 20.0))));
      const double most = std::log(static_cast<double>(std::numeric_limits<Real>::max()));
      b = static_cast<double>(
          static_cast<Real>(testing::uniform(rng, -1.0, 1.0) * most / std::abs(std::log(a))));
    }
    data.columns[0].push_back(a);
    data.columns[1].push_back(b);
  }
  data.target.assign(rows, 1.0);
  data.weight.assign(rows, 1.0);
  const BasicEvaluator<Real> evaluator(data, {LossKind::mse});
  Workspace workspace;
  std::vector<Real> out(rows);
  for (const Function& function : functions) {
    const Expression a = Expression::feature(0);
    const Expression body = info(function.op).arity == 1
                                ? Expression::unary(function.op, a)
                                : Expression::binary(function.op, a, Expression::feature(1));
    Program program;
    compile(std::vector<Term>{{body}}, data.variables, program);
    evaluator.evaluate_terms(program, {}, out, workspace);
    long double worst = 0.0L;
    std::size_t at = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const long double exact = function.exact(data.columns[0][row], data.columns[1][row]);
      const long double error = error_in_units(out[row], exact);
      if (error > worst) {
        worst = error;
        at = row;
      }
    }
    EXPECT_LE(worst, 2.0L) << info(function.op).name << "(" << data.columns[0][at] << ", "
                           << data.columns[1][at] << ") = " << out[at];
  }
}

TEST(KernelMath, StaysWithinTwoUnitsInTheLastPlace) { expect_accurate_functions<double>(); }

TEST(KernelMath, StaysWithinTwoUnitsInTheLastPlaceInSinglePrecision) {
  expect_accurate_functions<float>();
}

TEST(KernelMath, StaysWithinTwoUnitsInTheLastPlaceWithoutSpecialInstructions) {
  ASSERT_EQ(setenv("MEMLAW_SIMD", "portable", 1), 0);
  expect_accurate_functions<double>();
  expect_accurate_functions<float>();
  ASSERT_EQ(unsetenv("MEMLAW_SIMD"), 0);
}

}  // namespace
}  // namespace memlaw
