#include "memlaw/expr/simplify.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "expr/random_expression.hpp"

namespace memlaw {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool agree(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

// Sanitizers look for memory errors, which fewer expressions show as well, and take ten times as
// long.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int many = 10000;
#else
constexpr int many = 100000;
#endif

// One evaluation with everything a simplification may change shaken: each result is off by a random
// 1e-12, each zero has a random sign.
struct Shaken {
  double value = 0.0;
  bool in_range = true;    // nothing overflowed or underflowed on the way
  bool all_finite = true;  // no value on the way was infinite or NaN
};

bool may_underflow(Op op) {
  return op == Op::mul || op == Op::div || op == Op::inv || op == Op::pow || op == Op::square ||
         op == Op::cube || op == Op::exp || op == Op::aq;
}

Shaken evaluate_shaken(const Expression& e, const std::vector<double>& row, std::mt19937_64* rng) {
  Shaken result;
  std::vector<double> stack;
  for (const Node& node : e.nodes()) {
    double value;
    if (info(node.op).arity == 0) {
      const Expression leaf =
          node.op == Op::constant ? Expression::constant(node.value)
          : node.op == Op::feature
              ? Expression::feature(node.feature)
              : Expression::category(node.feature, e.tables().subspan(node.table, node.levels));
      value = evaluate(leaf, row);
    } else {
      const double b = stack.back();
      if (info(node.op).arity == 2) stack.pop_back();
      const double a = stack.back();
      stack.pop_back();
      value = info(node.op).scalar(a, b);
      const bool pole = a == 0.0 || b == 0.0;
      if (std::isfinite(a) && std::isfinite(b)) {
        if (std::isinf(value) && !pole) result.in_range = false;
        if (value == 0.0 && may_underflow(node.op) && (!pole || node.op == Op::exp)) {
          result.in_range = false;
        }
      }
    }
    const double size = std::abs(value);
    if (std::isfinite(value) && value != 0.0 && (size > 1e120 || size < 1e-120))
      result.in_range = false;
    if (!std::isfinite(value)) result.all_finite = false;
    if (rng && value == 0.0) value = testing::below(*rng, 2) ? 0.0 : -0.0;
    if (rng) value *= 1.0 + 1e-12 * testing::uniform(*rng, -1.0, 1.0);
    stack.push_back(value);
  }
  result.value = stack.back();
  return result;
}

// Whether the formula itself, not its simplification, leaves the value open: rounding errors grow,
// an argument of floor stands at a jump, a zero's sign decides, or an intermediate result
// overflows. (Which intermediate results there are is for the simplification to choose: one of its
// own may overflow.)
bool is_ill_conditioned(const Expression& e, const Expression& simplified,
                        const std::vector<double>& row, std::mt19937_64& rng) {
  const Shaken plain = evaluate_shaken(e, row, nullptr);
  if (!plain.in_range || !evaluate_shaken(simplified, row, nullptr).in_range) return true;
  for (int k = 0; k < 16; ++k) {
    const double value = evaluate_shaken(e, row, &rng).value;
    if (std::isnan(value) != std::isnan(plain.value)) return true;
    if (std::isinf(value) || std::isinf(plain.value)) {
      if (value != plain.value && !std::isnan(value)) return true;
    } else if (std::abs(value - plain.value) > 1e-10 * std::abs(plain.value)) {
      return true;
    }
  }
  return false;
}

std::vector<double> random_point(std::mt19937_64& rng, const Variables& variables) {
  std::vector<double> row = testing::random_row(rng, variables);
  if (testing::below(rng, 8) == 0) {
    static constexpr double special[] = {inf, -inf, nan, 0.0};
    row[testing::below(rng, 4)] = special[testing::below(rng, 4)];
  }
  return row;
}

void check_random_expressions(bool assume_finite, unsigned seed, int expressions,
                              const testing::RandomExpressionOptions& options) {
  std::mt19937_64 rng(seed);
  const Variables variables = testing::random_variables();
  int points = 0, excused = 0;
  double before = 0, after = 0;
  for (int i = 0; i < expressions; ++i) {
    const Expression e = testing::random_expression(rng, variables, options);
    const Expression s = simplify(e, assume_finite);
    before += e.complexity();
    after += s.complexity();
    ASSERT_LE(s.complexity(), e.complexity()) << testing::describe(e);
    ASSERT_TRUE(s.complexity() < e.complexity() || s.size() <= e.size()) << testing::describe(e);
    ASSERT_EQ(simplify(s, assume_finite), s)
        << "seed " << seed << " expression " << i << ": " << testing::describe(e)
        << "\nonce: " << testing::describe(s)
        << "\ntwice: " << testing::describe(simplify(s, assume_finite));
    for (int k = 0; k < 4; ++k) {
      const std::vector<double> row = random_point(rng, variables);
      if (assume_finite && !evaluate_shaken(e, row, nullptr).all_finite) continue;
      ++points;
      const double expected = evaluate(e, row), value = evaluate(s, row);
      if (agree(expected, value)) continue;
      ++excused;
      ASSERT_TRUE(is_ill_conditioned(e, s, row, rng))
          << "seed " << seed << " expression " << i << ": " << expected << " became " << value
          << "\nfrom " << testing::describe(e) << "\nto " << testing::describe(s) << "\nat "
          << row[0] << ", " << row[1] << ", " << row[2] << ", " << row[3] << ", " << row[4] << ", "
          << row[5];
    }
  }
  ::testing::Test::RecordProperty("points", points);
  ::testing::Test::RecordProperty("excused", excused);
  ::testing::Test::RecordProperty("complexity_percent", static_cast<int>(100 * after / before));
  EXPECT_LT(excused, 0.02 * points);
}

TEST(Simplify, KeepsTheValueOfRandomExpressionsIncludingNaNAndInfinity) {
  check_random_expressions(false, 51, many, {.max_size = 16});
}

TEST(Simplify, KeepsTheValueOfRandomExpressionsWhereAllIsFinite) {
  check_random_expressions(true, 52, many, {.max_size = 16});
}

TEST(Simplify, KeepsTheValueOfRandomArithmetic) {
  const testing::RandomExpressionOptions options{
      .max_size = 24,
      .operators = {Op::add, Op::sub, Op::mul, Op::div, Op::neg, Op::inv, Op::square, Op::cube}};
  check_random_expressions(false, 53, many / 4, options);
  check_random_expressions(true, 54, many / 4, options);
}

// Short names for writing the cases below.
Expression x() { return Expression::feature(0); }
Expression y() { return Expression::feature(1); }
Expression z() { return Expression::feature(2); }
Expression k(double value) { return Expression::constant(value); }
Expression c(std::vector<double> levels) { return Expression::category(3, levels); }
Expression operator+(const Expression& a, const Expression& b) {
  return Expression::binary(Op::add, a, b);
}
Expression operator-(const Expression& a, const Expression& b) {
  return Expression::binary(Op::sub, a, b);
}
Expression operator*(const Expression& a, const Expression& b) {
  return Expression::binary(Op::mul, a, b);
}
Expression operator/(const Expression& a, const Expression& b) {
  return Expression::binary(Op::div, a, b);
}
Expression operator-(const Expression& a) { return Expression::unary(Op::neg, a); }
Expression f(Op op, const Expression& a) { return Expression::unary(op, a); }
Expression f(Op op, const Expression& a, const Expression& b) {
  return Expression::binary(op, a, b);
}

struct Case {
  Expression from, to;
};

void check(const std::vector<Case>& cases, bool assume_finite) {
  for (const auto& [from, to] : cases) {
    const Expression result = simplify(from, assume_finite);
    EXPECT_EQ(result, to) << testing::describe(from) << "\nbecame  " << testing::describe(result)
                          << "\ninstead of " << testing::describe(to);
  }
}

TEST(Simplify, KnowsTheRulesThatAlwaysHold) {
  check(
      {
          // signs
          {-(-x()), x()},
          {x() + -y(), x() - y()},
          {x() - -y(), x() + y()},
          {-x() + y(), y() - x()},
          {-(x() - y()), y() - x()},
          {-x() * -y(), x() * y()},
          {-x() / y(), -(x() / y())},
          {x() - (y() - z()), x() - y() + z()},
          {k(0) - x(), -x()},
          {k(-1) * x(), -x()},
          {f(Op::square, -x()), f(Op::square, x())},
          {f(Op::cos, -x()), f(Op::cos, x())},
          {f(Op::sin, -x()) + y(), y() - f(Op::sin, x())},
          {f(Op::abs, -x()), f(Op::abs, x())},
          {f(Op::ceil, -x()) + y(), y() - f(Op::floor, x())},
          // units
          {x() + k(0), x()},
          {k(1) * x(), x()},
          {x() / k(1), x()},
          {f(Op::pow, x(), k(1)), x()},
          {f(Op::pow, x(), k(0)), k(1)},
          {f(Op::pow, k(1), x()), k(1)},
          // powers and division
          {x() * x(), f(Op::square, x())},
          {x() * x() * x(), f(Op::cube, x())},
          {x() * (x() * (x() * x())), f(Op::square, f(Op::square, x()))},
          {f(Op::pow, x(), k(2)), f(Op::square, x())},
          {f(Op::pow, x(), k(-1)), f(Op::inv, x())},
          {k(1) / x(), f(Op::inv, x())},
          {f(Op::inv, f(Op::inv, x())), x()},
          {x() / (y() / z()), x() * z() / y()},
          {x() / y() / z(), x() / (y() * z())},
          {x() * f(Op::inv, y()), x() / y()},
          {f(Op::inv, x() / y()), y() / x()},
          {f(Op::square, x()) * f(Op::square, y()), f(Op::square, x() * y())},
          // constants
          {k(2) + k(3) * k(4), k(14)},
          {k(0.5) * (k(2) * x()), x()},
          {x() + x(), k(2) * x()},
          {k(2) * x() + k(3) * x(), k(5) * x()},
          {(x() + k(1)) + k(2), x() + k(3)},
          {k(3) - (x() - k(2)), k(5) - x()},
          {x() / k(4), k(0.25) * x()},
          {k(6) / k(2) * x() / y(), k(3) * x() / y()},
          {k(3) * x() + k(3) * y(), k(3) * (x() + y())},
          {f(Op::log, k(0)), k(-inf)},
          {f(Op::sqrt, k(-1)), k(nan)},
          // functions of each other
          {f(Op::sqrt, f(Op::square, x())), f(Op::abs, x())},
          {f(Op::sqrt, x() * x() * x() * x()), f(Op::square, x())},
          {f(Op::square, f(Op::abs, x())), f(Op::square, x())},
          {f(Op::abs, f(Op::abs, x())), f(Op::abs, x())},
          {f(Op::abs, f(Op::exp, x())), f(Op::exp, x())},
          {f(Op::cube, f(Op::cbrt, x())), x()},
          {f(Op::cbrt, f(Op::cube, x())), x()},
          {f(Op::ceil, f(Op::floor, x())), f(Op::floor, x())},
          {f(Op::exp, x()) * f(Op::exp, y()), f(Op::exp, x() + y())},
          {f(Op::inv, f(Op::exp, x())), f(Op::exp, -x())},
          {y() * f(Op::exp, -x()), y() / f(Op::exp, x())},
          // min and max
          {f(Op::min, x(), x()), x()},
          {f(Op::max, f(Op::max, x(), k(1)), k(2)), f(Op::max, x(), k(2))},
          {f(Op::max, -x(), -y()) + z(), z() - f(Op::min, x(), y())},
          {f(Op::max, k(2) * x(), k(2) * y()), k(2) * f(Op::max, x(), y())},
          {f(Op::max, f(Op::exp, x()), k(-1)), f(Op::exp, x())},
          // order
          {y() + x(), x() + y()},
          {y() * x(), x() * y()},
          {f(Op::min, y(), x()), f(Op::min, x(), y())},
      },
      false);
}

TEST(Simplify, KeepsWhatInfinityOrNaNCouldChange) {
  const std::vector<Expression> kept = {
      x() - x(),
      k(0) * x(),
      x() / x(),
      x() * y() / y(),
      f(Op::log, f(Op::exp, x())),
      f(Op::exp, f(Op::log, x())),
      f(Op::square, f(Op::sqrt, x())),
      f(Op::pow, x(), k(0.5)),
      f(Op::inv, k(0) * x()),
      f(Op::min, x(), f(Op::max, x(), y())),
  };
  for (const Expression& e : kept) EXPECT_EQ(simplify(e), e) << testing::describe(simplify(e));
}

TEST(Simplify, CancelsWhereAllIsFinite) {
  check(
      {
          {x() - x(), k(0)},
          {k(0) * x(), k(0)},
          {x() / x(), k(1)},
          {x() * y() / y(), x()},
          {x() * x() / x(), x()},
          {f(Op::log, f(Op::exp, x())), x()},
          {f(Op::exp, f(Op::log, x())), x()},
          {f(Op::exp, k(2) * f(Op::log, x())), f(Op::square, x())},
          {f(Op::square, f(Op::sqrt, x())), x()},
          {f(Op::sqrt, x()) * f(Op::sqrt, x()), x()},
          {f(Op::pow, x(), k(0.5)), f(Op::sqrt, x())},
          {f(Op::sqrt, x()) * f(Op::sqrt, y()), f(Op::sqrt, x() * y())},
          {f(Op::sqrt, f(Op::square, x())), f(Op::abs, x())},
          {x() * y() + x() * z(), x() * (y() + z())},
          {x() / z() + y() / z(), (x() + y()) / z()},
          {k(3) * x() + k(2) - k(2) * x() - k(2), x()},
          {f(Op::sqrt, k(4) * x()), k(2) * f(Op::sqrt, x())},
      },
      true);
}

TEST(Simplify, FoldsNumbersIntoTheLevelsOfACategory) {
  check(
      {
          {k(2) * c({1, 3}), c({2, 6})},
          {c({1, 3}) + k(1), c({2, 4})},
          {c({1, 3}) + c({10, 20}), c({11, 23})},
          {c({1, 3}) * c({10, 20}), c({10, 60})},
          {k(1) / c({1, 4}), c({1, 0.25})},
          {f(Op::sqrt, c({4, 9})), c({2, 3})},
          {k(2) * (c({1, 3}) * x()), x() * c({2, 6})},
          {k(7) - c({1, 3}) + x() - k(2), x() + c({4, 2})},
      },
      false);
  check(
      {
          {c({1, 3}) * x() + c({10, 20}) * x(), x() * c({11, 23})},
          {c({1, 3}) * x() + k(2) * x(), x() * c({3, 5})},
          {c({5, 5}) * x(), k(5) * x()},
      },
      true);
}

TEST(Simplify, ShortensAFittedFormula) {
  // 1.5 * (2 * (n * (n * n)) / 3 + n * (n * (4 * n))) + (0 * n + 7) - 2
  const Expression n = x();
  const Expression e =
      k(1.5) * (k(2) * (n * (n * n)) / k(3) + n * (n * (k(4) * n))) + (k(0) * n + k(7)) - k(2);
  EXPECT_EQ(simplify(e, true), k(7) * f(Op::cube, n) + k(5));
}

TEST(Simplify, LeavesFormulasAloneThatAreNestedTooDeep) {
  std::vector<Node> nodes = {Node::of_feature(0)};
  for (int i = 0; i < 100000; ++i) nodes.push_back(Node::of(Op::neg));
  const Expression deep{std::move(nodes)};
  EXPECT_EQ(simplify(deep), deep);
}

}  // namespace
}  // namespace memlaw
