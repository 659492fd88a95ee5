#include "memlaw/search/search.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/metrics/metrics.hpp"
#include "sample.hpp"

namespace memlaw {
namespace {

double test_r2(const Expression& formula, const Dataset& data) {
  std::vector<double> predicted(data.rows());
  evaluate(formula, data.column_pointers(), predicted);
  return compute_metrics(data.target, predicted).r2;
}

SearchOptions quick(LossKind loss, std::uint64_t generations) {
  SearchOptions options;
  options.loss.kind = loss;
  options.time_seconds = 0.0;
  options.generations = generations;
  options.population = 100;
  options.islands = 2;
  options.max_size = 30;
  return options;
}

TEST(Search, RecoversAPhysicalLawExactly) {
  const auto law = [](std::span<const double> x) {
    return 2.5 * x[0] * std::pow(x[1], 3) + 7.0 * x[2];
  };
  const SearchResult result =
      run_search(sample(200, 3, 1.0, 5.0, 1, law), quick(LossKind::rmsre, 20));
  EXPECT_GT(test_r2(result.best, sample(500, 3, 1.0, 5.0, 2, law)), 1.0 - 1e-12)
      << format_infix(result.best, {{"x", "", {}}, {"y", "", {}}, {"z", "", {}}});
  EXPECT_LE(result.best.size(), 12u);
}

TEST(Search, FindsInnerConstants) {
  const auto law = [](std::span<const double> x) { return 3.0 * std::log(x[0] + 1.7) + 10.0; };
  const SearchResult result =
      run_search(sample(100, 1, 0.1, 5.0, 1, law), quick(LossKind::mse, 40));
  EXPECT_GT(test_r2(result.best, sample(200, 1, 0.1, 5.0, 2, law)), 1.0 - 1e-8);
}

TEST(Search, GivesTheSameFormulaForAnyNumberOfThreads) {
  const auto law = [](std::span<const double> x) {
    return x[0] * x[1] + std::sqrt(x[2]) + 0.3 * x[0];
  };
  const Dataset data = sample(64, 3, 1.0, 4.0, 3, law);
  std::vector<SearchResult> results;
  for (const int threads : {1, 2, 3, 1}) {
    SearchOptions options = quick(LossKind::mape, 8);
    options.threads = threads;
    results.push_back(run_search(data, options));
  }
  for (const SearchResult& result : results) {
    EXPECT_EQ(result.best, results[0].best);
    EXPECT_EQ(result.best_loss, results[0].best_loss);
    EXPECT_EQ(result.evaluations, results[0].evaluations);
    ASSERT_EQ(result.front.size(), results[0].front.size());
    for (std::size_t k = 0; k < result.front.size(); ++k)
      EXPECT_EQ(result.front[k].expression, results[0].front[k].expression);
  }
}

TEST(Search, DifferentSeedsSearchDifferently) {
  const auto law = [](std::span<const double> x) { return std::sin(3.0 * x[0]) * x[1]; };
  const Dataset data = sample(64, 2, 1.0, 4.0, 3, law);
  SearchOptions options = quick(LossKind::mse, 3);
  const SearchResult first = run_search(data, options);
  options.seed = 2;
  const SearchResult second = run_search(data, options);
  const auto same_front = [&] {
    if (first.front.size() != second.front.size()) return false;
    for (std::size_t k = 0; k < first.front.size(); ++k)
      if (!(first.front[k].expression == second.front[k].expression)) return false;
    return true;
  };
  EXPECT_FALSE(same_front());
}

TEST(Search, ReportsTheLossOfTheFormulaItReturns) {
  const auto law = [](std::span<const double> x) {
    return std::exp(0.2 * x[0]) + 0.01 * x[1] * x[1];
  };
  const Dataset data = sample(50, 2, 1.0, 9.0, 4, law);
  const SearchResult result = run_search(data, quick(LossKind::mape, 6));
  std::vector<double> predicted(data.rows());
  evaluate(result.best, data.column_pointers(), predicted);
  EXPECT_DOUBLE_EQ(result.best_loss,
                   compute_loss(Loss{LossKind::mape}, data.target, predicted, data.weight));
}

TEST(Search, RespectsTheSizeLimitAndTheFrontIsMonotone) {
  const auto law = [](std::span<const double> x) {
    return std::sin(x[0] * x[1]) + std::sqrt(x[0]) * x[1];
  };
  SearchOptions options = quick(LossKind::mse, 10);
  options.max_size = 15;
  const SearchResult result = run_search(sample(100, 2, 0.5, 3.0, 5, law), options);
  EXPECT_LE(result.best.size(), 15u);
  for (std::size_t k = 0; k < result.front.size(); ++k) {
    EXPECT_LE(result.front[k].expression.size(), 15u);
    if (k == 0) continue;
    EXPECT_GT(result.front[k].complexity, result.front[k - 1].complexity);
    EXPECT_LT(result.front[k].loss, result.front[k - 1].loss);
  }
}

TEST(Search, UsesCategoryConstants) {
  Dataset data = sample(120, 2, 1.0, 4.0, 6, [](std::span<const double>) { return 0.0; });
  data.variables[1] = {"o", "", {"adam", "none", "sgd"}};
  const double copies[] = {4.0, 1.0, 2.0};
  for (std::size_t r = 0; r < data.rows(); ++r) {
    data.columns[1][r] = static_cast<double>(r % 3);
    data.target[r] = 100.0 + copies[r % 3] * data.columns[0][r];
  }
  const SearchResult result = run_search(data, quick(LossKind::rmsre, 5));
  EXPECT_LT(result.best_loss, 1e-6) << format_infix(result.best, data.variables);
}

TEST(Search, SeedFormulasAreRefittedAndFound) {
  const auto law = [](std::span<const double> x) {
    return 5.0 * std::cos(x[0] * x[0] + x[1]) / (1.0 + x[1]) + 2.0;
  };
  const Dataset data = sample(80, 2, 1.0, 3.0, 8, law);
  SearchOptions options = quick(LossKind::mse, 1);
  options.seeds = {parse_free_expression("cos(x*x + y)/(1 + y)")};
  EXPECT_LT(run_search(data, options).best_loss, 1e-15);
}

TEST(Search, StopsAtEachLimitAndSaysWhich) {
  const auto law = [](std::span<const double> x) { return std::sin(x[0]) + x[1]; };
  const Dataset data = sample(40, 2, 1.0, 4.0, 9, law);
  SearchOptions options = quick(LossKind::mse, 2);
  EXPECT_EQ(run_search(data, options).stop, StopReason::generations);
  options.generations = 0;
  options.evaluations = 500;
  const SearchResult by_evaluations = run_search(data, options);
  EXPECT_EQ(by_evaluations.stop, StopReason::evaluations);
  EXPECT_GE(by_evaluations.evaluations, 500u);
  options.evaluations = 0;
  options.time_seconds = 0.05;
  EXPECT_EQ(run_search(data, options).stop, StopReason::time);
  set_interrupted(true);
  const SearchResult interrupted_result = run_search(data, options);
  set_interrupted(false);
  EXPECT_EQ(interrupted_result.stop, StopReason::interrupted);
  EXPECT_TRUE(std::isfinite(interrupted_result.best_loss));
}

TEST(Search, RefusesTargetsThatCannotBeFitted) {
  Dataset data = sample(10, 1, 1.0, 2.0, 1, [](std::span<const double>) { return 3.0; });
  EXPECT_THROW(run_search(data, quick(LossKind::mse, 1)), InputError);
  data.target[4] = 0.0;
  EXPECT_THROW(run_search(data, quick(LossKind::mape, 1)), InputError);
  data.target[4] = -1.0;
  EXPECT_THROW(run_search(data, quick(LossKind::msle, 1)), InputError);
  EXPECT_NO_THROW(run_search(data, quick(LossKind::mse, 1)));
}

TEST(Search, ASelectionThatNeedsMoreGroupsIsRefusedBeforeTheSearch) {
  const auto law = [](std::span<const double> x) { return 1.0 + x[0]; };
  Dataset data = sample(12, 1, 1.0, 2.0, 1, law);
  SearchOptions options = quick(LossKind::mse, 1);
  int generations = 0;
  const auto error_of = [&](SelectionRule rule, std::int64_t groups) {
    for (std::size_t r = 0; r < data.rows(); ++r) {
      data.group[r] = static_cast<std::int64_t>(r) % groups;
    }
    options.selection = rule;
    try {
      run_search(data, options, [&](const SearchProgress&) { ++generations; });
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  const std::string two = error_of(SelectionRule::cross_validation, 2);
  EXPECT_NE(two.find("search.selection = cross_validation needs at least 5 groups"),
            std::string::npos)
      << two;
  EXPECT_NE(two.find("there are 2"), std::string::npos) << two;
  EXPECT_NE(two.find("search.selection = description_length"), std::string::npos) << two;
  const std::string one = error_of(SelectionRule::extrapolation, 1);
  EXPECT_NE(one.find("search.selection = extrapolation needs at least 2 groups"),
            std::string::npos)
      << one;
  EXPECT_EQ(generations, 0);
  EXPECT_EQ(error_of(SelectionRule::description_length, 1), "no error");
  EXPECT_EQ(error_of(SelectionRule::cross_validation, 5), "no error");
  EXPECT_EQ(error_of(SelectionRule::extrapolation, 2), "no error");
}

TEST(SearchOptions, NamesTheFieldThatIsOutOfRange) {
  const auto problem = [](auto change) {
    SearchOptions options;
    change(options);
    return options.validate();
  };
  EXPECT_EQ(SearchOptions{}.validate(), "");
  EXPECT_NE(problem([](auto& o) { o.max_size = 3; }).find("max_size is 3"), std::string::npos);
  EXPECT_NE(problem([](auto& o) { o.population = 0; }).find("population"), std::string::npos);
  EXPECT_NE(problem([](auto& o) { o.time_seconds = 0; }).find("no limit"), std::string::npos);
  EXPECT_NE(problem([](auto& o) { o.loss.quantile = 1.0; }).find("quantile"), std::string::npos);
  EXPECT_NE(problem([](auto& o) { o.operators.push_back(Op::constant); }).find("leaf"),
            std::string::npos);
}

TEST(Search, WorksOnTwoRowsAndMoreFeaturesThanRows) {
  const auto law = [](std::span<const double> x) { return 1.0 + x[0]; };
  EXPECT_TRUE(std::isfinite(
      run_search(sample(2, 1, 1.0, 2.0, 1, law), quick(LossKind::mape, 2)).best_loss));
  EXPECT_TRUE(std::isfinite(
      run_search(sample(4, 9, 1.0, 2.0, 1, law), quick(LossKind::mape, 2)).best_loss));
}

}  // namespace
}  // namespace memlaw
