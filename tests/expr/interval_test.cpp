#include "memlaw/expr/interval.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

#include "expr/random_expression.hpp"

namespace memlaw {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// A random number, now and then infinite.
double random_bound(std::mt19937_64& rng) {
  const std::uint32_t kind = testing::below(rng, 40);
  return kind == 0 ? inf : kind == 1 ? -inf : testing::random_number(rng);
}

// A range of numbers: a point, narrow, or wide.
Interval random_range(std::mt19937_64& rng) {
  const double a = random_bound(rng);
  double b = a;
  switch (testing::below(rng, 4)) {
    case 0:
      break;
    case 1:
      b = a + testing::uniform(rng, 0.0, 1e-6);
      break;
    default:
      b = random_bound(rng);
  }
  return {std::min(a, b), std::max(a, b), testing::below(rng, 20) == 0};
}

double random_member(std::mt19937_64& rng, const Interval& a) {
  if (a.may_be_nan && testing::below(rng, 4) == 0) return nan;
  switch (testing::below(rng, 6)) {
    case 0:
      return a.low;
    case 1:
      return a.high;
    case 2:
      return a.contains(0.0) ? 0.0 : a.low;
    case 3:
      return a.contains(-0.0) ? -0.0 : a.high;
    case 4:
      return std::clamp(testing::random_number(rng), a.low, a.high);
    default: {
      const double low = std::max(a.low, -1e300), high = std::min(a.high, 1e300);
      if (!(low < high)) return a.low;
      return std::clamp(low + (high - low) * testing::uniform(rng, 0, 1), a.low, a.high);
    }
  }
}

TEST(Interval, ContainsTheValuesOfEveryOperator) {
  constexpr unsigned seed = 41;
  std::mt19937_64 rng(seed);
  for (const OperatorInfo& entry : operators()) {
    if (entry.arity == 0) continue;
    for (int i = 0; i < 20000; ++i) {
      const Interval a = random_range(rng), b = random_range(rng);
      const Interval r = apply(entry.op, a, b);
      for (int k = 0; k < 8; ++k) {
        const double x = random_member(rng, a), y = random_member(rng, b);
        const double value = entry.scalar(x, y);
        ASSERT_TRUE(r.contains(value))
            << "seed " << seed << ": " << entry.name << '(' << x << ", " << y << ") = " << value
            << " not in [" << r.low << ", " << r.high << "], a = [" << a.low << ", " << a.high
            << "], b = [" << b.low << ", " << b.high << "]";
      }
    }
  }
}

TEST(Interval, ContainsTheValuesOfRandomExpressionsOverRandomBoxes) {
  constexpr unsigned seed = 42;
  std::mt19937_64 rng(seed);
  const Variables variables = testing::random_variables();
  int bounded = 0;
  for (int i = 0; i < 120000; ++i) {
    const Expression e = testing::random_expression(rng, variables);
    std::vector<Interval> box;
    for (const Variable& variable : variables) {
      if (variable.is_categorical()) {
        const double low = testing::below(rng, 2);
        box.push_back({low, std::max(low, testing::below(rng, 4) - 1.0), false});
      } else {
        box.push_back(random_range(rng));
      }
    }
    const Interval r = evaluate_interval(e, box);
    bounded += r.low > -inf || r.high < inf;
    for (int k = 0; k < 5; ++k) {
      std::vector<double> row;
      for (std::size_t f = 0; f < box.size(); ++f) {
        const double value = random_member(rng, box[f]);
        row.push_back(variables[f].is_categorical() ? std::floor(value) : value);
      }
      const double value = evaluate(e, row);
      ASSERT_TRUE(r.contains(value))
          << "seed " << seed << " expression " << i << ": " << value << " not in [" << r.low << ", "
          << r.high << "]: " << testing::describe(e);
    }
  }
  // A test of bounds that are all infinite would prove nothing.
  EXPECT_GT(bounded, 60000);
}

// Bounds must be wide enough for operators that are a few ULP off, and hold at the same time.
TEST(Interval, ContainsValuesOffByFourUlp) {
  constexpr unsigned seed = 43;
  std::mt19937_64 rng(seed);
  for (const OperatorInfo& entry : operators()) {
    const bool exact = entry.op == Op::neg || entry.op == Op::abs || entry.op == Op::min ||
                       entry.op == Op::max || !entry.smooth;
    if (entry.arity == 0 || exact) continue;
    for (int i = 0; i < 2000; ++i) {
      const double x = testing::random_number(rng), y = testing::random_number(rng);
      const Interval r = apply(entry.op, {x, x, false}, {y, y, false});
      double value = entry.scalar(x, y), lower = value, higher = value;
      const bool fixed = !std::isfinite(value) || value == 0.0 ||
                         std::abs(value) == 1.0;  // the limits of sin, cos and tanh
      for (int k = 0; k < 4 && !fixed; ++k) {
        lower = std::nextafter(lower, value > 0.0 ? 0.0 : -inf);
        higher = std::nextafter(higher, value > 0.0 ? inf : 0.0);
      }
      if (entry.op == Op::sin || entry.op == Op::cos || entry.op == Op::tanh) {
        lower = std::clamp(lower, -1.0, 1.0);
        higher = std::clamp(higher, -1.0, 1.0);
      }
      ASSERT_TRUE(std::isnan(value) ? r.may_be_nan : r.contains(lower) && r.contains(higher))
          << entry.name << '(' << x << ", " << y << ") = " << value << " [" << r.low << ", "
          << r.high << "]";
      // ... and not much wider, within the range where the argument of a sine means anything.
      const double size = std::abs(value);
      if (size > 1e-290 && size < 1e300 && y != 0.0 && std::abs(x) > 1e-290 && std::abs(x) < 1e6) {
        EXPECT_LE(r.high - r.low, 3e-14 * size) << entry.name << '(' << x << ", " << y << ')';
      }
    }
  }
}

struct Row {
  Op op;
  Interval a, b;
  double low, high;
  bool may_be_nan;
};

TEST(Interval, HasKnownBounds) {
  const Row rows[] = {
      {Op::add, {1, 2}, {3, 4}, 4, 6, false},
      {Op::add, {-inf, 2}, {3, inf}, -inf, inf, true},
      {Op::sub, {1, 2}, {3, 4}, -3, -1, false},
      {Op::mul, {-2, 3}, {4, 5}, -10, 15, false},
      {Op::mul, {0, 1}, {1, inf}, 0, inf, true},
      {Op::div, {1, 2}, {4, 8}, 0.125, 0.5, false},
      {Op::div, {1, 2}, {0, 1}, -inf, inf, false},
      {Op::div, {0, 2}, {0, 1}, -inf, inf, true},
      {Op::square, {-2, 3}, {}, 0, 9, false},
      {Op::square, {-3, -2}, {}, 4, 9, false},
      {Op::cube, {-2, 3}, {}, -8, 27, false},
      {Op::sqrt, {-1, 4}, {}, 0, 2, true},
      {Op::sqrt, {-2, -1}, {}, inf, -inf, true},
      {Op::log, {0, 1}, {}, -inf, 0, false},
      {Op::log2, {1, 8}, {}, 0, 3, false},
      {Op::exp, {-inf, 0}, {}, 0, 1, false},
      {Op::abs, {-3, 2}, {}, 0, 3, false},
      {Op::ceil, {0.2, 1.2}, {}, 1, 2, false},
      {Op::sin, {0, std::numbers::pi}, {}, 0, 1, false},
      {Op::sin, {-inf, inf}, {}, -1, 1, true},
      {Op::cos, {-1, 1}, {}, std::cos(1.0), 1, false},
      {Op::tanh, {-inf, inf}, {}, -1, 1, false},
      {Op::min, {1, 5}, {2, 3}, 1, 3, false},
      {Op::max, {1, 5}, {2, 3}, 2, 5, false},
      {Op::pow, {-2, 2}, {2, 2}, 0, 4, false},
      {Op::pow, {-2, 2}, {3, 3}, -8, 8, false},
      {Op::pow, {-2, 4}, {0.5, 0.5}, 0, 2, true},
      {Op::pow, {2, 3}, {-1, 2}, 1.0 / 3, 9, false},
      {Op::aq, {3, 3}, {0, inf}, 0, 3, false},
  };
  for (const Row& row : rows) {
    const Interval r = apply(row.op, row.a, row.b);
    const auto near = [](double bound, double expected) {
      return bound == expected || std::abs(bound - expected) <= 1e-14 + 1e-14 * std::abs(expected);
    };
    EXPECT_TRUE(near(r.low, row.low) && near(r.high, row.high) && r.may_be_nan == row.may_be_nan)
        << info(row.op).name << ": [" << r.low << ", " << r.high << "] " << r.may_be_nan;
  }
}

TEST(Interval, KnowsThatOneToThePowerNaNIsOne) {
  const Interval only_nan = {inf, -inf, true};
  EXPECT_TRUE(apply(Op::pow, {1, 1}, only_nan).contains(1.0));
  EXPECT_FALSE(apply(Op::pow, {1, 1}, only_nan).may_be_nan);
  EXPECT_TRUE(apply(Op::pow, only_nan, {0, 0}).contains(1.0));
  EXPECT_FALSE(apply(Op::pow, only_nan, {0, 0}).may_be_nan);
  EXPECT_TRUE(apply(Op::add, only_nan, {0, 0}).is_empty());
}

TEST(Interval, TakesTheLevelsInRange) {
  const std::vector<double> levels = {5, -1, 7};
  const Expression e = Expression::category(0, levels);
  const auto over = [&](Interval index) { return evaluate_interval(e, std::vector{index}); };
  EXPECT_EQ(over({0, 1}).low, -1);
  EXPECT_EQ(over({0, 1}).high, 5);
  EXPECT_FALSE(over({0, 2}).may_be_nan);
  EXPECT_TRUE(over({0, 3}).may_be_nan);
  EXPECT_TRUE(over({3, 4}).is_empty());
  EXPECT_TRUE(over({-inf, inf}).may_be_nan);
  EXPECT_EQ(over({-inf, inf}).high, 7);
}

TEST(Interval, SaysWhatIsFiniteAndPositive) {
  EXPECT_TRUE((Interval{1, 2}).is_finite());
  EXPECT_FALSE((Interval{1, 2, true}).is_finite());
  EXPECT_FALSE((Interval{1, inf}).is_finite());
  EXPECT_FALSE((Interval{inf, -inf}).is_finite());
  EXPECT_TRUE((Interval{1, inf}).is_positive());
  EXPECT_FALSE((Interval{0, 1}).is_positive());
  EXPECT_FALSE((Interval{1, 2, true}).is_positive());
  EXPECT_TRUE(Interval().contains(-inf));
  EXPECT_FALSE(Interval().contains(nan));
}

}  // namespace
}  // namespace memlaw
