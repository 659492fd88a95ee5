#include "memlaw/expr/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <stdexcept>

#include "expr/random_expression.hpp"

namespace memlaw {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Expression constant(double value) { return Expression::constant(value); }
Expression x() { return Expression::feature(0); }

TEST(Expression, IsZeroByDefault) {
  EXPECT_EQ(Expression(), constant(0.0));
  EXPECT_EQ(evaluate(Expression(), {}), 0.0);
}

TEST(Expression, KnowsItsChildrenByExtent) {
  // (x - exp(2)) / c[1]
  const std::vector<double> levels = {5, 6};
  const Expression e = Expression::binary(
      Op::div, Expression::binary(Op::sub, x(), Expression::unary(Op::exp, constant(2))),
      Expression::category(1, levels));
  ASSERT_EQ(e.size(), 6u);
  EXPECT_EQ(e.root().op, Op::div);
  EXPECT_EQ(e.root().extent, 6u);
  EXPECT_EQ(e.right(5), 4u);
  EXPECT_EQ(e.left(5), 3u);
  EXPECT_EQ(e.nodes()[e.left(3)].op, Op::feature);
  EXPECT_EQ(e.nodes()[e.right(3)].op, Op::exp);
  EXPECT_EQ(e.depth(), 4u);
  EXPECT_EQ(e.constant_count(), 3u);
  EXPECT_EQ(e.constants(), (std::vector<double>{2, 5, 6}));
  EXPECT_EQ(e.complexity(), info(Op::div).cost + info(Op::sub).cost + 2 + info(Op::exp).cost + 2);
  EXPECT_EQ(e.subtree(3).size(), 4u);
  EXPECT_EQ(e.subtree(4), Expression::category(1, levels));
}

TEST(Expression, RefusesArraysThatAreNotOneTree) {
  EXPECT_THROW(Expression(std::vector<Node>{}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::of(Op::add)}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::constant(1), Node::of(Op::add)}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::constant(1), Node::constant(2)}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::category(0, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::category(0, 0, 2)}, {1.0}), std::invalid_argument);
  EXPECT_THROW(Expression({Node::category(0, 4000000000u, 4000000000u)}, {1.0}),
               std::invalid_argument);
  EXPECT_THROW(Expression({Node::of(static_cast<Op>(200))}), std::invalid_argument);
  EXPECT_THROW(Expression::feature(70000), std::invalid_argument);
  EXPECT_THROW(Expression::unary(Op::add, x()), std::invalid_argument);
  EXPECT_THROW(Expression::binary(Op::exp, x(), x()), std::invalid_argument);
  EXPECT_THROW(constant(1).with_constants({}), std::invalid_argument);
}

TEST(Expression, RepacksTablesInLeafOrder) {
  const Expression swapped({Node::category(0, 2, 2), Node::category(1, 0, 2), Node::of(Op::add)},
                           {3, 4, 1, 2, 99});
  const Expression straight({Node::category(0, 0, 2), Node::category(1, 2, 2), Node::of(Op::add)},
                            {1, 2, 3, 4});
  EXPECT_EQ(swapped, straight);
  EXPECT_EQ(swapped.tables().size(), 4u);
  EXPECT_EQ(swapped.hash(), straight.hash());
}

TEST(Expression, ComparesConstantsByBitsAndNaNsAsOne) {
  EXPECT_NE(constant(0.0), constant(-0.0));
  EXPECT_EQ(constant(nan), constant(-nan));
  EXPECT_EQ(constant(nan).hash(), constant(-nan).hash());
  EXPECT_NE(constant(1.0), constant(std::nextafter(1.0, 2.0)));
  EXPECT_NE(x(), Expression::feature(1));
}

TEST(Expression, EvaluatesTheLevelsOfACategory) {
  const std::vector<double> levels = {10, 20, 30};
  const Expression e = Expression::category(1, levels);
  EXPECT_EQ(evaluate(e, std::vector<double>{0, 2}), 30.0);
  for (const double unknown : {3.0, -1.0, nan}) {
    EXPECT_TRUE(std::isnan(evaluate(e, std::vector<double>{0, unknown}))) << unknown;
  }
}

TEST(Expression, EvaluatesChainsTooDeepForTheSmallStack) {
  // 1 + (1 + (1 + ...)): every operand is open at once.
  std::vector<Node> nodes(1001, Node::constant(1));
  nodes.insert(nodes.end(), 1000, Node::of(Op::add));
  const Expression e(std::move(nodes));
  EXPECT_EQ(evaluate(e, {}), 1001.0);
  EXPECT_EQ(e.depth(), 1001u);
}

TEST(Expression, SubtreesAndConstantsAgreeWithTheWholeOnRandomExpressions) {
  std::mt19937_64 rng(20261201);
  const Variables variables = testing::random_variables();
  for (int i = 0; i < 20000; ++i) {
    const Expression e = testing::random_expression(rng, variables);
    const std::vector<double> row = testing::random_row(rng, variables);
    const double value = evaluate(e, row);
    const std::size_t root = e.size() - 1;
    const OperatorInfo& op = info(e.root().op);
    if (op.arity > 0) {
      const double b = evaluate(e.subtree(e.right(root)), row);
      const double a = op.arity == 2 ? evaluate(e.subtree(e.left(root)), row) : b;
      ASSERT_TRUE(testing::same_bits(op.scalar(a, b), value)) << "expression " << i;
    }
    ASSERT_EQ(e.with_constants(e.constants()), e) << "expression " << i;
    ASSERT_EQ(e.subtree(root), e);
    ASSERT_EQ(e.subtree(root).hash(), e.hash());
  }
}

TEST(Expression, ColumnsAgreeWithRows) {
  std::mt19937_64 rng(7);
  const Variables variables = testing::random_variables();
  for (int i = 0; i < 200; ++i) {
    const Expression e = testing::random_expression(rng, variables);
    // Sizes about the tile of 256 rows, and none at all.
    const std::size_t rows = std::vector<std::size_t>{0, 1, 255, 256, 257, 600}[i % 6];
    std::vector<std::vector<double>> columns(variables.size(), std::vector<double>(rows));
    for (std::size_t r = 0; r < rows; ++r) {
      const std::vector<double> row = testing::random_row(rng, variables);
      for (std::size_t f = 0; f < row.size(); ++f) columns[f][r] = row[f];
    }
    std::vector<const double*> pointers;
    for (const auto& column : columns) pointers.push_back(column.data());
    std::vector<double> out(rows);
    evaluate(e, pointers, out);
    for (std::size_t r = 0; r < rows; ++r) {
      std::vector<double> row;
      for (const auto& column : columns) row.push_back(column[r]);
      ASSERT_TRUE(testing::same_bits(out[r], evaluate(e, row)))
          << "expression " << i << " row " << r;
    }
  }
}

TEST(RandomExpression, CoversEveryOperatorAndLeaf) {
  std::mt19937_64 rng(3);
  const Variables variables = testing::random_variables();
  std::vector<int> seen(op_count);
  std::size_t largest = 0;
  for (int i = 0; i < 2000; ++i) {
    const Expression e = testing::random_expression(rng, variables);
    for (const Node& node : e.nodes()) ++seen[static_cast<std::size_t>(node.op)];
    largest = std::max(largest, e.size());
  }
  for (const OperatorInfo& entry : operators()) {
    EXPECT_GT(seen[static_cast<std::size_t>(entry.op)], 100) << entry.name;
  }
  EXPECT_EQ(largest, 20u);
}

}  // namespace
}  // namespace memlaw
