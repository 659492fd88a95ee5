#include "../../src/search/variation.hpp"

#include <gtest/gtest.h>

#include <set>

#include "../../src/search/random_tree.hpp"

namespace memlaw {
namespace {

const Variables variables{
    {"x", "", {}}, {"y", "", {}}, {"z", "", {}}, {"o", "", {"adam", "sgd", "none"}}};

SearchOptions options_with(std::vector<Op> operators) {
  SearchOptions options;
  options.operators = std::move(operators);
  return options;
}

std::set<Op> operators_of(const Individual& individual) {
  std::set<Op> out;
  for (const Term& term : individual.terms)
    for (const Node& node : term.body.nodes()) out.insert(node.op);
  return out;
}

RandomStream stream(std::uint32_t n) { return {11, 0, 0, n, Purpose::test}; }

TEST(Variation, UsesOnlyTheOperatorsItWasGiven) {
  const SearchOptions options = options_with({Op::mul, Op::log});
  const Vocabulary vocabulary(variables, options);
  const std::set<Op> allowed{Op::constant, Op::feature, Op::category, Op::mul, Op::log, Op::inv};
  Individual parent;
  for (std::uint32_t n = 0; n < 3000; ++n) {
    RandomStream random = stream(n);
    Individual child = random_individual(vocabulary, random);
    if (child.terms.empty()) continue;
    if (!parent.terms.empty()) child = breed(child, parent, vocabulary, random);
    for (const Op op : operators_of(child))
      EXPECT_TRUE(allowed.count(op)) << "stream " << n << ": " << info(op).name;
    parent = child;
    if (parent.terms.empty() || parent.terms.size() > 6) parent = Individual{};
  }
}

TEST(Variation, ReachesEveryOperatorAndFeature) {
  const Vocabulary vocabulary(
      variables, options_with({Op::mul, Op::div, Op::add, Op::sub, Op::sqrt, Op::max, Op::sin}));
  std::set<Op> seen;
  std::set<int> features, categories;
  Individual parent;
  for (std::uint32_t n = 0; n < 2000; ++n) {
    RandomStream random = stream(n);
    Individual child = random_individual(vocabulary, random);
    if (child.terms.empty()) continue;
    child = mutate(child, vocabulary, random);
    seen.merge(operators_of(child));
    for (const Term& term : child.terms) {
      categories.insert(term.category);
      for (const Node& node : term.body.nodes())
        if (node.op == Op::feature) features.insert(node.feature);
    }
  }
  for (const Op op : {Op::constant, Op::feature, Op::category, Op::mul, Op::div, Op::add, Op::sub,
                      Op::sqrt, Op::max, Op::sin})
    EXPECT_TRUE(seen.count(op)) << info(op).name;
  EXPECT_EQ(features, (std::set<int>{0, 1, 2}));
  EXPECT_EQ(categories, (std::set<int>{-1, 3}));
}

TEST(Variation, IsAFunctionOfTheStream) {
  const Vocabulary vocabulary(variables, SearchOptions{});
  for (std::uint32_t n = 0; n < 500; ++n) {
    RandomStream a = stream(n), b = stream(n);
    EXPECT_EQ(random_individual(vocabulary, a).terms, random_individual(vocabulary, b).terms);
  }
}

TEST(Variation, WorksWithOnlyCategoricalFeatures) {
  const Variables only{{"o", "", {"adam", "sgd"}}};
  const Vocabulary vocabulary(only, SearchOptions{});
  int with_terms = 0;
  for (std::uint32_t n = 0; n < 500; ++n) {
    RandomStream random = stream(n);
    Individual child = random_individual(vocabulary, random);
    if (child.terms.empty()) continue;
    child = mutate(child, vocabulary, random);
    with_terms += !child.terms.empty();
  }
  EXPECT_GT(with_terms, 50);
}

TEST(Fits, EnforcesSizeAndDepth) {
  SearchOptions options;
  options.max_size = 9;
  options.max_depth = 2;
  const Vocabulary vocabulary(variables, options);
  const Expression x = Expression::feature(0);
  Expression deep = x;
  for (int k = 0; k < 4; ++k) deep = Expression::unary(Op::sqrt, deep);
  Individual individual;
  measure(individual, variables);
  EXPECT_FALSE(fits(individual, vocabulary));
  individual.terms = {{x, -1}};
  measure(individual, variables);
  EXPECT_TRUE(fits(individual, vocabulary));
  individual.terms = {{deep, -1}};
  measure(individual, variables);
  EXPECT_FALSE(fits(individual, vocabulary));
  individual.terms = {{x, -1}, {Expression::feature(1), -1}, {Expression::feature(2), -1}};
  measure(individual, variables);
  EXPECT_FALSE(fits(individual, vocabulary));
}

TEST(RandomConstant, OffersSmallIntegersAndPowersOfTwo) {
  std::set<double> seen;
  RandomStream random = stream(1);
  for (int k = 0; k < 4000; ++k) seen.insert(random_constant(random));
  for (const double expected : {1.0, 2.0, 3.0, 0.5, 512.0, 1.0 / 512.0, 0.25})
    EXPECT_TRUE(seen.count(expected)) << expected;
}

}  // namespace
}  // namespace memlaw
