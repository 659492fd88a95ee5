#include "memlaw/search/program.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "evaluation_sample.hpp"
#include "expr/random_expression.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw {
namespace {

Program compiled(std::initializer_list<const char*> bodies, const Variables& variables) {
  std::vector<Term> terms;
  for (const char* const body : bodies) terms.push_back({parse_expression(body, variables)});
  Program program;
  compile(terms, variables, program);
  return program;
}

const Variables variables = {
    {"x", "", {}}, {"y", "", {}}, {"z", "", {}}, {"optimizer", "", {"sgd", "adam", "lion"}}};

TEST(Program, CountsConstantsColumnsAndNodes) {
  const std::vector<Term> terms = {
      {parse_expression("2 * x + 3", variables)},
      {parse_expression("c[optimizer: sgd=1, adam=2, lion=3] * y", variables)},
      {parse_expression("x", variables), 3}};
  Program program;
  compile(terms, variables, program);
  EXPECT_EQ(program.terms, 3);
  EXPECT_EQ(program.constants, 2 + 3);
  EXPECT_EQ(program.linear_columns, 1 + 1 + 1 + 3);
  EXPECT_EQ(program.term_columns, (std::vector<std::int32_t>{1, 1, 3}));
  EXPECT_EQ(program.term_category, (std::vector<std::int32_t>{-1, -1, 3}));
  EXPECT_EQ(program.nodes, 5U + 3U + 1U);
  std::vector<double> constants;
  gather_constants(terms, constants);
  EXPECT_EQ(constants, (std::vector<double>{2, 3, 1, 2, 3}));
}

TEST(Program, NeedsNoSlotForLeaves) {
  // The prediction's slot and the one that holds the product.
  EXPECT_LE(compiled({"x"}, variables).slots, 2);
  EXPECT_LE(compiled({"x", "y", "z"}, variables).slots, 2);
}

TEST(Program, EvaluatesTheDeeperSideFirst) {
  // Chains to the right and to the left need one slot for their values, a full tree one a level.
  const int chain = compiled({"x + (y * (z - (x / (y + (z * x)))))"}, variables).slots;
  EXPECT_EQ(compiled({"((((x + y) * z) - x) / y + z) * x"}, variables).slots, chain);
  EXPECT_LE(chain, 2);
  EXPECT_LE(compiled({"((x+y)*(y+z))/((x-y)*(y-z))"}, variables).slots, 4);
}

TEST(Program, SlotsGrowWithTheLogarithmOfTheSize) {
  std::mt19937_64 rng(41);
  testing::RandomExpressionOptions options;
  options.max_size = 400;
  Program program;
  const Variables all = testing::random_variables();
  for (int repeat = 0; repeat < 2000; ++repeat) {
    const std::vector<Term> terms = testing::random_terms(rng, all, options, 2);
    compile(terms, all, program);
    std::size_t largest = 0;
    for (const Term& term : terms) largest = std::max(largest, term.body.size());
    int bound = 4;
    for (std::size_t size = largest; size > 1; size /= 2) ++bound;
    ASSERT_LE(program.slots, bound);
  }
}

TEST(Program, CanBeCompiledAgainAfterItWasMovedFrom) {
  Program a = compiled({"x + y"}, variables);
  const Program b = std::move(a);
  EXPECT_EQ(b.terms, 1);
  compile(std::vector<Term>{{Expression::feature(0)}}, variables, a);
  EXPECT_EQ(a.terms, 1);
  EXPECT_EQ(a.nodes, 1U);
}

TEST(Program, CompilesDeepExpressionsWithoutRecursion) {
  std::vector<Node> nodes = {Node::of_feature(0)};
  for (int i = 0; i < 200000; ++i) nodes.push_back(Node::of(Op::neg));
  Program program;
  compile(std::vector<Term>{{Expression(std::move(nodes))}}, variables, program);
  EXPECT_EQ(program.nodes, 200001U);
  EXPECT_LE(program.slots, 2);
}

}  // namespace
}  // namespace memlaw
