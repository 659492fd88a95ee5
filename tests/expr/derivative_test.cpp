#include "memlaw/expr/derivative.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include "expr/random_expression.hpp"

namespace memlaw {
namespace {

using Wide = long double;

Expression x() { return Expression::feature(0); }
Expression y() { return Expression::feature(1); }

// The meaning of each operator in extended precision, so that differences of values are accurate.
Wide meaning(Op op, Wide a, Wide b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::sub:
      return a - b;
    case Op::mul:
      return a * b;
    case Op::div:
      return a / b;
    case Op::pow:
      return std::pow(a, b);
    case Op::min:
      return std::isnan(a) || a < b ? a : b;
    case Op::max:
      return std::isnan(a) || a > b ? a : b;
    case Op::aq:
      return a / std::sqrt(1 + b * b);
    case Op::neg:
      return -a;
    case Op::inv:
      return 1 / a;
    case Op::square:
      return a * a;
    case Op::cube:
      return a * a * a;
    case Op::sqrt:
      return std::sqrt(a);
    case Op::cbrt:
      return std::cbrt(a);
    case Op::exp:
      return std::exp(a);
    case Op::log:
      return std::log(a);
    case Op::log2:
      return std::log2(a);
    case Op::abs:
      return std::abs(a);
    case Op::ceil:
      return std::ceil(a);
    case Op::floor:
      return std::floor(a);
    case Op::round:
      return std::round(a);
    case Op::sin:
      return std::sin(a);
    case Op::cos:
      return std::cos(a);
    case Op::tanh:
      return std::tanh(a);
    default:
      ADD_FAILURE() << "leaf";
      return 0;
  }
}

// Where to evaluate: `step` added to every occurrence of a feature, or to the constant leaf at
// `node`.
struct Shift {
  std::optional<std::size_t> feature = {}, node = {};
  Wide step = 0;
};

struct Point {
  Wide value = 0;
  Wide largest = 0;  // magnitude of the largest value on the way; infinity when one is NaN
  Wide error = 0;    // largest relative error of a value on the way in double precision
  std::vector<Wide> branches;  // what ceil, floor, round, min, max and abs chose
};

Point evaluate_at(const Expression& e, const std::vector<double>& row, const Shift& shift) {
  Point point;
  std::vector<Wide> stack;
  std::vector<double> rounded;  // the same in double precision
  for (std::size_t i = 0; i < e.size(); ++i) {
    const Node& node = e.nodes()[i];
    if (node.op == Op::constant) {
      stack.push_back(node.value + (shift.node == i ? shift.step : 0));
    } else if (node.op == Op::feature) {
      stack.push_back(row[node.feature] + (shift.feature == node.feature ? shift.step : 0));
    } else if (node.op == Op::category) {
      stack.push_back(e.tables()[node.table + static_cast<std::size_t>(row[node.feature])]);
    } else {
      const Wide b = stack.back();
      if (info(node.op).arity == 2) stack.pop_back();
      const Wide a = stack.back(), value = meaning(node.op, a, b);
      stack.back() = value;
      const double rounded_b = rounded.back();
      if (info(node.op).arity == 2) rounded.pop_back();
      rounded.back() = info(node.op).scalar(rounded.back(), rounded_b);
      const Wide error = std::abs(rounded.back() - value);
      if (error > 0) point.error = std::max(point.error, error / std::abs(value));
      if (!info(node.op).smooth) point.branches.push_back(value);
      if (node.op == Op::abs) point.branches.push_back(a < 0);
      if (node.op == Op::min || node.op == Op::max) point.branches.push_back(a < b);
    }
    if (info(node.op).arity == 0) rounded.push_back(static_cast<double>(stack.back()));
    const Wide size = std::abs(stack.back());
    point.largest =
        std::isnan(size) ? std::numeric_limits<Wide>::infinity() : std::max(point.largest, size);
  }
  point.value = stack.back();
  return point;
}

// Central difference, extrapolated to fourth order, at shrinking steps. It is trusted only where
// all points took the same branches as `centre` and two neighbouring steps agree to 1e-8: across a
// kink or a jump, or where rounding drowns it, they do not. The rule reads function values alone,
// so it cannot excuse a wrong derivative.
std::optional<double> central_difference(const Expression& e, const std::vector<double>& row,
                                         const Point& centre, Shift shift, double at) {
  bool same_branches = true;
  const auto difference = [&](Wide h) {
    same_branches = true;
    const auto central = [&](Wide step) {
      shift.step = step;
      const Point up = evaluate_at(e, row, shift);
      shift.step = -step;
      const Point down = evaluate_at(e, row, shift);
      same_branches =
          same_branches && up.branches == centre.branches && down.branches == centre.branches;
      return (up.value - down.value) / (2 * step);
    };
    return (4 * central(h / 2) - central(h)) / 3;
  };
  Wide h = 1e-3L * std::max<Wide>(std::abs(at), 1e-3L);
  Wide coarse = difference(h);
  for (int tries = 0; tries < 3; ++tries) {
    bool smooth = same_branches;
    h /= 16;
    const Wide fine = difference(h);
    smooth = smooth && same_branches;
    if (smooth && std::isfinite(fine) && std::abs(fine - coarse) <= 1e-8L * std::abs(fine)) {
      return static_cast<double>(fine);
    }
    coarse = fine;
  }
  return std::nullopt;
}

// A derivative is a sum of products, so it may cancel: the tolerance follows how much it moves
// (`wiggle`) when the inputs move by a few ULP. Below the last term even extended precision sees no
// difference: a step of 1e-3 is lost in a sum with a number 1e16 times as large.
// Points where double precision itself can tell what the derivative is.
bool is_well_conditioned(const Point& point) {
  return point.largest < 1e100L && point.error < 1e-12L;
}

double tolerance(const Point& centre, double at, double reference, double wiggle) {
  return 2e-7 * std::abs(reference) + 8 * std::abs(wiggle) +
         1e-13 * static_cast<double>(centre.largest) / std::max(std::abs(at), 1e-3);
}

// Operators whose symbolic derivative is documented to be NaN at some points.
bool may_be_undefined(const Expression& e) {
  return std::ranges::any_of(e.nodes(), [](const Node& node) {
    return node.op == Op::min || node.op == Op::max || node.op == Op::abs || node.op == Op::pow ||
           node.op == Op::sqrt || node.op == Op::cbrt;
  });
}

TEST(Derivative, SymbolicAgreesWithCentralDifferencesOnRandomExpressions) {
  constexpr unsigned seed = 101;
  std::mt19937_64 rng(seed);
  const Variables variables = testing::random_variables();
  const testing::RandomExpressionOptions options{.max_size = 16, .plain_constants = true};
  int finite = 0, wanted = 0, tested = 0, non_zero = 0, undefined = 0;
  for (int i = 0; i < 150000; ++i) {
    const Expression e = testing::random_expression(rng, variables, options);
    std::vector<double> row;
    for (std::size_t f = 0; f < 4; ++f) row.push_back(testing::uniform(rng, 0.1, 4.0));
    row.push_back(testing::below(rng, 3));
    row.push_back(testing::below(rng, 2));
    // Mostly a feature that occurs.
    const Node& node = e.nodes()[testing::below(rng, static_cast<std::uint32_t>(e.size()))];
    const std::size_t feature = node.op == Op::feature ? node.feature : e.nodes()[0].feature % 4;
    const Point centre = evaluate_at(e, row, {});
    finite += centre.largest < 1e100L;
    if (!is_well_conditioned(centre)) continue;
    ++wanted;
    const auto reference = central_difference(e, row, centre, {.feature = feature}, row[feature]);
    if (!reference) continue;
    const Expression d = derivative(e, feature);
    const double value = evaluate(d, row);
    std::vector<double> moved = row;
    for (double& number : moved) number *= 1 + 1e-13;
    const double wiggle = evaluate(d, moved) - value;
    if (std::isnan(value) && may_be_undefined(e)) {
      ++undefined;
      continue;
    }
    ++tested;
    non_zero += value != 0.0;
    ASSERT_NEAR(value, *reference, tolerance(centre, row[feature], *reference, wiggle))
        << "seed " << seed << " expression " << i << ": " << testing::describe(e);
  }
  RecordProperty("finite", finite);
  RecordProperty("wanted", wanted);
  RecordProperty("tested", tested);
  RecordProperty("non_zero", non_zero);
  RecordProperty("undefined", undefined);
  EXPECT_LT(undefined, 0.01 * wanted);
  EXPECT_GT(tested, 100000);
  EXPECT_GT(tested, 0.98 * finite) << finite;
  EXPECT_GT(non_zero, 40000);
}

TEST(Derivative, ReverseModeAgreesWithCentralDifferencesOnRandomExpressions) {
  constexpr unsigned seed = 102;
  std::mt19937_64 rng(seed);
  const Variables variables = testing::random_variables();
  const testing::RandomExpressionOptions options{
      .max_size = 16, .categories = false, .plain_constants = true};
  int finite = 0, wanted = 0, tested = 0;
  for (int i = 0; i < 120000; ++i) {
    const Expression e = testing::random_expression(rng, variables, options);
    std::vector<double> row;
    for (std::size_t f = 0; f < 4; ++f) row.push_back(testing::uniform(rng, 0.1, 4.0));
    std::vector<double> gradient(e.constant_count()), moved_gradient(gradient);
    const double value = evaluate_with_gradient(e, row, gradient);
    ASSERT_TRUE(testing::same_bits(value, evaluate(e, row)));
    const Point centre = evaluate_at(e, row, {});
    finite += centre.largest < 1e100L;
    if (!is_well_conditioned(centre)) continue;
    std::vector<double> constants = e.constants();
    for (double& number : constants) number *= 1 + 1e-13;
    evaluate_with_gradient(e.with_constants(constants), row, moved_gradient);
    std::size_t constant = 0;
    for (std::size_t node = 0; node < e.size(); ++node) {
      if (e.nodes()[node].op != Op::constant) continue;
      const std::size_t c = constant++;
      ++wanted;
      const auto reference =
          central_difference(e, row, centre, {.node = node}, e.nodes()[node].value);
      if (!reference) continue;
      ++tested;
      ASSERT_NEAR(
          gradient[c], *reference,
          tolerance(centre, e.nodes()[node].value, *reference, moved_gradient[c] - gradient[c]))
          << "seed " << seed << " expression " << i << " constant " << c << ": "
          << testing::describe(e);
    }
  }
  RecordProperty("finite", finite);
  RecordProperty("wanted", wanted);
  RecordProperty("tested", tested);
  EXPECT_GT(tested, 100000);
  EXPECT_GT(tested, 0.97 * wanted) << wanted << " of " << finite << " finite points";
}

TEST(Derivative, HasKnownForms) {
  EXPECT_EQ(derivative(x(), 0), Expression::constant(1));
  EXPECT_EQ(derivative(x(), 1), Expression::constant(0));
  EXPECT_EQ(derivative(Expression::unary(Op::floor, x()), 0), Expression::constant(0));
  EXPECT_EQ(derivative(Expression::unary(Op::exp, x()), 0), Expression::unary(Op::exp, x()));
  EXPECT_EQ(derivative(Expression::unary(Op::neg, x()), 0),
            Expression::unary(Op::neg, Expression::constant(1)));
  EXPECT_EQ(derivative(Expression::binary(Op::mul, x(), y()), 0), y());
  EXPECT_EQ(derivative(Expression::unary(Op::log, x()), 0), Expression::unary(Op::inv, x()));
}

TEST(Derivative, PicksOneSideOfMinMaxAndAbs) {
  const Expression smaller = derivative(Expression::binary(Op::min, x(), y()), 0);
  const Expression larger = derivative(Expression::binary(Op::max, x(), y()), 0);
  EXPECT_EQ(evaluate(smaller, std::vector<double>{1, 2}), 1);
  EXPECT_EQ(evaluate(smaller, std::vector<double>{2, 1}), 0);
  EXPECT_EQ(evaluate(larger, std::vector<double>{1, 2}), 0);
  EXPECT_EQ(evaluate(larger, std::vector<double>{2, 1}), 1);
  EXPECT_TRUE(std::isnan(evaluate(larger, std::vector<double>{1, 1})));
  EXPECT_EQ(partials(Op::min, 1, 1, 1).db, 1.0);
  EXPECT_EQ(partials(Op::max, 1, 1, 1).db, 1.0);
  EXPECT_EQ(partials(Op::abs, -2, 0, 2).da, -1.0);
}

TEST(Derivative, StopsWhereNothingFlowsThrough) {
  // min(x, 1 + sqrt(0)): the root has an infinite derivative, but min does not pick it.
  const Expression e =
      Expression::binary(Op::min, x(),
                         Expression::binary(Op::add, Expression::constant(1),
                                            Expression::unary(Op::sqrt, Expression::constant(0))));
  std::vector<double> gradient(2);
  EXPECT_EQ(evaluate_with_gradient(e, std::vector<double>{0.5}, gradient), 0.5);
  EXPECT_EQ(gradient, (std::vector<double>{0, 0}));
  EXPECT_EQ(evaluate_with_gradient(e, std::vector<double>{2}, gradient), 1);
  EXPECT_EQ(gradient[0], 1);
  EXPECT_TRUE(std::isinf(gradient[1]));
}

TEST(Derivative, GivesEachLevelOfACategoryItsOwnGradient) {
  const std::vector<double> levels = {2, 3, 4};
  const Expression e = Expression::binary(Op::mul, x(), Expression::category(1, levels));
  std::vector<double> gradient(3);
  EXPECT_EQ(evaluate_with_gradient(e, std::vector<double>{10, 1}, gradient), 30);
  EXPECT_EQ(gradient, (std::vector<double>{0, 10, 0}));
  EXPECT_TRUE(std::isnan(evaluate_with_gradient(e, std::vector<double>{10, 7}, gradient)));
  EXPECT_EQ(gradient, (std::vector<double>{0, 0, 0}));
  std::vector<double> short_one(2);
  EXPECT_THROW(evaluate_with_gradient(e, std::vector<double>{10, 1}, short_one),
               std::invalid_argument);
}

TEST(Derivative, IsFiniteAtTheEdgesOfPow) {
  EXPECT_EQ(partials(Op::pow, 0, 2, 0).da, 0.0);
  EXPECT_EQ(partials(Op::pow, 0, 1, 0).da, 1.0);
  EXPECT_EQ(partials(Op::pow, 0, 2, 0).db, 0.0);
  EXPECT_EQ(partials(Op::pow, 5, 0, 1).da, 0.0);
  EXPECT_DOUBLE_EQ(partials(Op::pow, -2, 3, -8).da, 12.0);
}

}  // namespace
}  // namespace memlaw
