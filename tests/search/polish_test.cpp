#include "../../src/search/polish.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "../../src/search/selection.hpp"
#include "memlaw/expr/parse.hpp"
#include "sample.hpp"

namespace memlaw {
namespace {

SearchOptions options_for(LossKind loss) {
  SearchOptions options;
  options.loss.kind = loss;
  return options;
}

TEST(DropTerms, RemovesTermsThatDoNotPayForThemselves) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> noise(0.0, 0.01);
  const Dataset data = sample(200, 3, 1.0, 4.0, 1, [&](auto x) {
    return (5.0 + 2.0 * x[0] * x[1]) * (1.0 + noise(random));
  });
  const SearchOptions options = options_for(LossKind::rmsre);
  const Evaluator evaluator(data, options.loss);
  FitScratch scratch;
  Individual individual;
  individual.terms = decompose(parse_expression("x*y + z + log(x) + sqrt(z)*y", data.variables));
  measure(individual, data.variables);
  fit(individual, evaluator, {}, scratch);
  drop_terms(individual, evaluator, data, options, scratch);
  ASSERT_EQ(individual.terms.size(), 1u);
  EXPECT_EQ(individual.terms[0].body, parse_expression("x*y", data.variables));
}

TEST(SnapConstants, PrefersSimpleValuesThatLeaveTheLossUnchanged) {
  const Dataset data =
      sample(100, 1, 1.0, 6.0, 2, [](auto x) { return 2.0 + std::pow(x[0], 1.5); });
  const SearchOptions options = options_for(LossKind::mse);
  const Evaluator evaluator(data, options.loss);
  FitScratch scratch;
  Individual individual;
  individual.terms = decompose(parse_expression("x^1.4", data.variables));
  fit(individual, evaluator, FitBudget{100, 2, false}, scratch);
  // An exact law leaves rounding noise only; snapping may not lose it.
  individual.loss = std::max(individual.loss, 1e-20);
  snap_constants(individual, evaluator, options, scratch);
  EXPECT_EQ(individual.terms[0].body, parse_expression("x^1.5", data.variables));
}

TEST(SimplifyAndRound, KeepsTheLossAndShortensTheConstants) {
  std::mt19937_64 random(3);
  std::normal_distribution<double> noise(0.0, 0.02);
  const Dataset data = sample(150, 2, 1.0, 4.0, 3, [&](auto x) {
    return (100.0 + 37.0 * x[0] * x[1]) * (1.0 + noise(random));
  });
  const Expression rough = parse_expression("99.8734512345 + 37.0623451234*(x*y)", data.variables);
  const Loss loss{LossKind::rmsre};
  const Expression rounded = simplify_and_round(rough, data, loss, loss_floor(loss, data));
  EXPECT_LE(expression_loss(rounded, data, loss), expression_loss(rough, data, loss) * 1.002);
  for (const double constant : rounded.constants())
    EXPECT_LE(std::to_string(static_cast<long long>(constant * 100)).size(), 5u) << constant;
}

TEST(SimplifyAndRound, DropsARoundingErrorOfAnIntercept) {
  const Dataset data = sample(50, 1, 1.0, 4.0, 4, [](auto x) { return 3.0 * x[0]; });
  const Loss loss{LossKind::rmsre};
  const Expression found = simplify_and_round(parse_expression("1e-13 + 3*x", data.variables), data,
                                              loss, loss_floor(loss, data));
  EXPECT_EQ(found, parse_expression("3*x", data.variables));
}

TEST(SimplifyAndRound, KeepsPowersOfTwo) {
  const Dataset data = sample(50, 1, 1.0, 4096.0, 4,
                              [](auto x) { return 512.0 * std::floor(x[0] / 512.0) + 512.0; });
  const Loss loss{LossKind::rmsre};
  const Expression law = parse_expression("512*floor(0.001953125*x) + 512", data.variables);
  EXPECT_EQ(simplify_and_round(law, data, loss, loss_floor(loss, data)), law);
  EXPECT_EQ(simplify_and_round(parse_expression("512*floor(x/512) + 512*1.0001", data.variables),
                               data, loss, loss_floor(loss, data))
                .constants()
                .back(),
            512.0);
}

TEST(FillUnseenLevels, UsesTheRowWeightedMeanOfTheFittedLevels) {
  Dataset data = sample(9, 2, 1.0, 4.0, 5, [](auto x) { return x[0]; });
  data.variables[1] = {"o", "", {"a", "b", "c"}};
  for (std::size_t r = 0; r < data.rows(); ++r) data.columns[1][r] = r < 6 ? 0.0 : 2.0;
  Individual individual;
  individual.terms = {{parse_expression("x", data.variables), 1},
                      {parse_expression("x^c[o: a=3, b=99, c=6]", data.variables), -1}};
  individual.coefficients = {0.0, 3.0, 0.0, 6.0, 1.0};
  fill_unseen_levels(individual, data);
  EXPECT_DOUBLE_EQ(individual.coefficients[2], 4.0);
  EXPECT_EQ(individual.terms[1].body, parse_expression("x^c[o: a=3, b=4, c=6]", data.variables));
}

TEST(DescriptionLength, PaysForNodesOnlyWithEnoughRows) {
  const auto bits = [](double loss, std::size_t rows, std::size_t nodes) {
    return description_length(loss, LossKind::mape, 1e-10, rows, 3, nodes, 16);
  };
  EXPECT_LT(bits(5.0, 20, 10), bits(4.9, 20, 20));
  EXPECT_GT(bits(5.0, 5000, 10), bits(4.9, 5000, 20));
  EXPECT_TRUE(std::isfinite(bits(0.0, 100, 10)));
}

TEST(ValidatedLoss, IsHigherForAnOverfittedFormula) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> noise(0.0, 0.1);
  const Dataset data = sample(24, 2, 1.0, 4.0, 6,
                              [&](auto x) { return (10.0 + 3.0 * x[0]) * (1.0 + noise(random)); });
  FitScratch scratch;
  const auto splits = validation_splits(SelectionRule::cross_validation, data, 1);
  ASSERT_EQ(splits.size(), 5u);
  const auto loss_of = [&](const std::string& text) {
    Individual individual;
    individual.terms = decompose(parse_expression(text, data.variables));
    return validated_loss(individual, data, Loss{LossKind::rmsre}, {}, splits, scratch);
  };
  EXPECT_LT(loss_of("x"), loss_of("x + x*x + x*x*x + y + y*y + y*y*y + x*y + x*x*y + x*y*y"));
}

// Within the range a polynomial follows the ripples of the targets; beyond it only the law holds.
TEST(ValidatedLoss, OfExtrapolationPrefersTheFormulaThatHoldsBeyondItsRows) {
  const Dataset data = sample(60, 1, 1.0, 6.0, 7, [](auto x) {
    return std::pow(x[0], 1.5) * (1.0 + 0.05 * std::sin(2.0 * x[0]));
  });
  FitScratch scratch;
  const auto loss_of = [&](SelectionRule rule, const std::string& text) {
    Individual individual;
    individual.terms = decompose(parse_expression(text, data.variables));
    return validated_loss(individual, data, Loss{LossKind::rmsre}, {},
                          validation_splits(rule, data, 1), scratch);
  };
  const std::string law = "x*sqrt(x)";
  const std::string polynomial = "x + x*x + x*x*x + x*x*x*x + x*x*x*x*x + x*x*x*x*x*x";
  EXPECT_GT(loss_of(SelectionRule::cross_validation, law),
            loss_of(SelectionRule::cross_validation, polynomial));
  EXPECT_LT(loss_of(SelectionRule::extrapolation, law),
            loss_of(SelectionRule::extrapolation, polynomial));
}

TEST(ValidationSplits, OfExtrapolationHoldOutTheLargestTargets) {
  const Dataset data = sample(40, 1, 1.0, 6.0, 8, [](auto x) { return x[0]; });
  const auto splits = validation_splits(SelectionRule::extrapolation, data, 1);
  ASSERT_EQ(splits.size(), 3u);
  std::size_t held_out = 0;
  for (const Split& split : splits) {
    EXPECT_GT(split.test.size(), held_out);
    held_out = split.test.size();
    double largest_kept = 0.0;
    for (const std::size_t r : split.train) largest_kept = std::max(largest_kept, data.target[r]);
    for (const std::size_t r : split.test) EXPECT_GT(data.target[r], largest_kept);
  }
  EXPECT_EQ(held_out, 20u);
}

}  // namespace
}  // namespace memlaw
