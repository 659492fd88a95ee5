#include "../../src/search/individual.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "memlaw/expr/parse.hpp"

namespace memlaw {
namespace {

const Variables variables{{"x", "", {}}, {"y", "", {}}, {"z", "", {}}, {"o", "", {"adam", "sgd"}}};

Expression parse(const std::string& text) { return parse_expression(text, variables); }

std::vector<Expression> bodies(const std::string& text) {
  std::vector<Expression> out;
  for (const Term& term : decompose(parse(text))) out.push_back(term.body);
  return out;
}

TEST(Decompose, SplitsTheAdditiveSpineAndStripsCoefficients) {
  EXPECT_EQ(bodies("3*x + 2"), std::vector{parse("x")});
  EXPECT_EQ(bodies("x - (y - 4)"), (std::vector{parse("x"), parse("y")}));
  EXPECT_EQ(bodies("-(2*x*y) + 7*z/2"), (std::vector{parse("x*y"), parse("z")}));
  EXPECT_EQ(bodies("3/x"), std::vector{parse("inv(x)")});
  EXPECT_EQ(bodies("x*(2/y)"), std::vector{parse("x/y")});
  EXPECT_EQ(bodies("log(2*x + 1)"), std::vector{parse("log(2*x + 1)")});
  EXPECT_TRUE(bodies("3 + sqrt(2)").empty());
}

TEST(Decompose, TurnsAFactorPerLevelIntoTheCoefficientCategory) {
  const auto terms = decompose(parse("5*c[o: adam=2, sgd=1]*x*y + c[o: adam=3, sgd=4]"));
  ASSERT_EQ(terms.size(), 2u);
  EXPECT_EQ(terms[0].category, 3);
  EXPECT_EQ(terms[0].body, parse("x*y"));
  EXPECT_EQ(terms[1].category, 3);
  EXPECT_EQ(terms[1].body, parse("1"));
}

TEST(ToExpression, OfADecomposedFormulaWithItsCoefficientsHasTheSameValue) {
  Individual individual;
  individual.terms = decompose(parse("2 + 3*x*y - 4/z + c[o: adam=5, sgd=6]*x"));
  individual.coefficients = {2.0, 3.0, -4.0, 5.0, 6.0};
  const Expression expected = parse("2 + 3*x*y - 4/z + c[o: adam=5, sgd=6]*x");
  const Expression found = to_expression(individual, variables);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(-3.0, 3.0);
  for (int k = 0; k < 100; ++k) {
    const double row[] = {uniform(random), uniform(random), uniform(random),
                          static_cast<double>(k % 2)};
    EXPECT_NEAR(evaluate(found, row), evaluate(expected, row),
                1e-12 * (1 + std::abs(evaluate(expected, row))));
  }
}

TEST(ToExpression, LeavesOutTermsWithZeroCoefficients) {
  Individual individual;
  individual.terms = {{parse("x"), -1}, {parse("y"), 3}, {parse("z"), -1}};
  individual.coefficients = {0.0, 0.0, 0.0, 0.0, 2.0};
  EXPECT_EQ(to_expression(individual, variables), parse("2*z"));
  individual.coefficients = {0.0, 0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(to_expression(individual, variables), parse("0"));
}

TEST(Measure, SizeIsThatOfTheWholeFormula) {
  Individual individual;
  individual.terms = {{parse("x*y"), -1}, {parse("log(z)"), 3}, {parse("1"), 3}};
  measure(individual, variables);
  individual.coefficients = {1.5, 2.5, 3.0, 4.0, 5.0, 6.0};
  EXPECT_EQ(static_cast<std::size_t>(individual.size), to_expression(individual, variables).size());
  EXPECT_EQ(individual.complexity, to_expression(individual, variables).complexity());
}

TEST(Normalise, SplitsSumsDropsConstantsAndMergesEqualTerms) {
  std::vector<Term> terms{
      {parse("x + y"), -1}, {parse("2*x"), -1}, {parse("7"), -1}, {parse("x"), 3}};
  normalise(terms, 10);
  ASSERT_EQ(terms.size(), 3u);
  EXPECT_EQ(terms[0], (Term{parse("x"), -1}));
  EXPECT_EQ(terms[1], (Term{parse("y"), -1}));
  EXPECT_EQ(terms[2], (Term{parse("x"), 3}));
}

TEST(Normalise, KeepsAtMostTheGivenNumberOfTerms) {
  std::vector<Term> terms{{parse("x"), -1}, {parse("y"), -1}, {parse("z"), -1}};
  normalise(terms, 2);
  EXPECT_EQ(terms.size(), 2u);
}

TEST(StructureKey, IgnoresOrderOfTermsAndOfCommutativeOperandsAndFittedConstants) {
  const auto key = [](const std::string& a, const std::string& b) {
    return structure_key({{parse(a), -1}, {parse(b), -1}});
  };
  EXPECT_EQ(key("x*y", "log(z + 2)"), key("log(3 + z)", "y*x"));
  EXPECT_NE(key("x*y", "z"), key("x*z", "y"));
  EXPECT_NE(key("x/y", "z"), key("y/x", "z"));
  EXPECT_NE(structure_key({{parse("x"), 3}}), structure_key({{parse("x"), -1}}));
}

}  // namespace
}  // namespace memlaw
