#include "memlaw/models/tuning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "make_data.hpp"
#include "memlaw/base/interrupt.hpp"

namespace memlaw {
namespace {

Dataset noisy_line(std::size_t rows) {
  RandomStream noise(7, 0, 0, 0, Purpose::test);
  return test::make_data(rows, 3, [&](double x, double n, int) {
    return 20.0 + 3.0 * x + n + noise.uniform(-8.0, 8.0);
  });
}

std::vector<Split> folds_of(const Dataset& data, int folds = 3) {
  return tuning_splits(data, SplitSpec{}, folds, 1);
}

ModelOptions one_thread() {
  ModelOptions options;
  options.threads = 1;
  return options;
}

TEST(Tune, FirstConfigurationIsTheUntunedOneAndAllDiffer) {
  const Dataset data = noisy_line(40);
  const TuningResult result = tune("decision-tree", one_thread(), data, folds_of(data), Loss{}, 12);
  ASSERT_EQ(result.trials.size(), 12u);
  EXPECT_EQ(result.trials.front().settings, Hyperparameters(hyperparameters_of("decision-tree")));
  std::set<std::string> texts;
  for (const TuningTrial& trial : result.trials) texts.insert(trial.settings.to_string());
  EXPECT_EQ(texts.size(), 12u);
}

TEST(Tune, EachFoldHalvesTheField) {
  const Dataset data = noisy_line(40);
  const TuningResult result = tune("decision-tree", one_thread(), data, folds_of(data), Loss{}, 12);
  std::vector<std::size_t> judged(4, 0);
  for (const TuningTrial& trial : result.trials) ++judged.at(trial.folds);
  // 12 on the first fold, 6 on the second, 3 on the third.
  EXPECT_EQ(judged, (std::vector<std::size_t>{0, 6, 3, 3}));
  EXPECT_EQ(result.fits, 12u + 6u + 3u);
}

TEST(Tune, BestIsTheLeastLossOfThoseJudgedOnEveryFold) {
  const Dataset data = noisy_line(40);
  const TuningResult result = tune("xgboost", one_thread(), data, folds_of(data), Loss{}, 8);
  double least = INFINITY;
  Hyperparameters settings;
  for (const TuningTrial& trial : result.trials) {
    if (trial.folds == 3 && trial.loss < least) {
      least = trial.loss;
      settings = trial.settings;
    }
  }
  EXPECT_EQ(result.best, settings);
  EXPECT_LT(least, INFINITY);
}

// A deep tree learns the noise of a noisy line by heart; validation must prefer a shallow one.
TEST(Tune, RejectsOverfitting) {
  const Dataset data = noisy_line(120);
  const TuningResult result = tune("decision-tree", one_thread(), data, folds_of(data), Loss{}, 40);
  const int depth = result.best.integer("max_depth");
  EXPECT_TRUE(depth > 0 || result.best.integer("min_samples_leaf") > 1) << result.best.to_string();
}

TEST(Tune, DoesNotDependOnThreads) {
  const Dataset data = noisy_line(40);
  for (const std::string model : {"extra-trees", "mlp"}) {
    ModelOptions options = one_thread();
    if (model == "mlp") {
      options.hyperparameters.emplace(hyperparameters_of(model)).set("epochs", "3");
    }
    const TuningResult one = tune(model, options, data, folds_of(data), Loss{}, 4);
    options.threads = 2;
    const TuningResult two = tune(model, options, data, folds_of(data), Loss{}, 4);
    ASSERT_EQ(one.trials.size(), two.trials.size());
    for (std::size_t i = 0; i < one.trials.size(); ++i) {
      EXPECT_EQ(one.trials[i].settings, two.trials[i].settings);
      EXPECT_EQ(one.trials[i].loss, two.trials[i].loss) << model;
    }
    EXPECT_EQ(one.best, two.best);
  }
}

TEST(Tune, KeepsASettingThatTheUserChanged) {
  const Dataset data = noisy_line(40);
  ModelOptions options = one_thread();
  options.hyperparameters.emplace(hyperparameters_of("random-forest")).set("trees", "7");
  const TuningResult result = tune("random-forest", options, data, folds_of(data), Loss{}, 6);
  for (const TuningTrial& trial : result.trials) EXPECT_EQ(trial.settings.integer("trees"), 7);
}

TEST(Tune, SearchKeepsTheUsersBounds) {
  const Dataset data = noisy_line(30);
  ModelOptions options = one_thread();
  options.search.time_seconds = 0.0;
  options.search.generations = 20;
  options.search.population = 16;
  options.search.islands = 1;
  options.search.max_size = 20;
  options.search.nonnegative = true;
  const TuningResult result = tune("symbolic", options, data, folds_of(data), Loss{}, 5);
  ASSERT_EQ(result.trials.size(), 5u);
  for (const TuningTrial& trial : result.trials) {
    EXPECT_LE(trial.settings.integer("max_size"), 20);
    EXPECT_EQ(trial.settings.choice("nonnegative"), "yes");
    EXPECT_LT(trial.loss, INFINITY);
  }
}

TEST(Tune, ConfigurationsThatTheRowsForbidLose) {
  // Half the candidates of xgboost learn the logarithm of the target, which is negative here.
  const Dataset data = test::make_data(40, 3, [](double x, double n, int) { return -1.0 - x * n; });
  const TuningResult result = tune("xgboost", one_thread(), data, folds_of(data), Loss{}, 10);
  EXPECT_EQ(result.best.choice("target"), "raw");
  const auto logs = std::count_if(
      result.trials.begin(), result.trials.end(),
      [](const TuningTrial& trial) { return trial.settings.choice("target") == "log"; });
  EXPECT_GT(logs, 0);
}

TEST(Tune, NothingToTune) {
  const Dataset data = noisy_line(20);
  EXPECT_TRUE(tune("linear", one_thread(), data, folds_of(data), Loss{}, 20).trials.empty());
  EXPECT_TRUE(tune("xgboost", one_thread(), data, folds_of(data), Loss{}, 1).trials.empty());
  EXPECT_TRUE(tune("xgboost", one_thread(), data, {}, Loss{}, 20).trials.empty());
}

TEST(Tune, AnInterruptKeepsTheBestSoFar) {
  const Dataset data = noisy_line(40);
  set_interrupted(true);
  const TuningResult result = tune("xgboost", one_thread(), data, folds_of(data), Loss{}, 20);
  set_interrupted(false);
  EXPECT_EQ(result.best, Hyperparameters(hyperparameters_of("xgboost")));
}

TEST(Tune, ReportsProgress) {
  const Dataset data = noisy_line(40);
  std::vector<std::pair<std::size_t, std::size_t>> calls;
  tune("decision-tree", one_thread(), data, folds_of(data), Loss{}, 5,
       [&](std::size_t done, std::size_t total) { calls.emplace_back(done, total); });
  EXPECT_EQ(calls, (std::vector<std::pair<std::size_t, std::size_t>>{{5, 10}, {8, 10}, {10, 10}}));
}

TEST(TuningSplits, KeepGroupsTogetherAndCoverEveryRowOnce) {
  Dataset data = noisy_line(30);
  for (std::size_t r = 0; r < 30; ++r) data.group[r] = static_cast<std::int64_t>(r / 3);
  std::vector<int> held(30, 0);
  for (const Split& split : folds_of(data)) {
    std::set<std::int64_t> train;
    for (const std::size_t r : split.train) train.insert(data.group[r]);
    for (const std::size_t r : split.test) {
      ++held[r];
      EXPECT_EQ(train.count(data.group[r]), 0u);
    }
  }
  EXPECT_EQ(held, std::vector<int>(30, 1));
}

TEST(TuningSplits, FewGroups) {
  Dataset data = noisy_line(6);
  data.group = {0, 0, 0, 1, 1, 1};
  EXPECT_EQ(tuning_splits(data, SplitSpec{}, 5, 1).size(), 2u);
  data.group.assign(6, 0);
  EXPECT_TRUE(tuning_splits(data, SplitSpec{}, 5, 1).empty());
}

TEST(TuningSplits, ExtrapolationHoldsOutTheLargest) {
  const Dataset data = noisy_line(60);
  SplitSpec outer;
  outer.kind = SplitKind::extrapolate;
  outer.extrapolate_by = {"x"};
  const std::vector<Split> splits = tuning_splits(data, outer, 3, 1);
  ASSERT_EQ(splits.size(), 3u);
  std::size_t held = 0;
  for (const Split& split : splits) {
    double largest = 0.0;
    for (const std::size_t r : split.train) largest = std::max(largest, data.columns[0][r]);
    for (const std::size_t r : split.test) EXPECT_GT(data.columns[0][r], largest);
    EXPECT_GT(split.test.size(), held);
    held = split.test.size();
  }
}

}  // namespace
}  // namespace memlaw
