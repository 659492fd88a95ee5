// What all models made of trees promise.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "../../src/models/tree_ensemble.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/tree_regressor.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

double law(double x, double n, int kind) { return 1e9 * x * n + 3e8 * kind; }

std::unique_ptr<TreeRegressor> make(
    const std::string& name, const std::vector<std::pair<std::string, std::string>>& settings = {},
    int threads = 1, std::uint64_t seed = 1) {
  ModelOptions options;
  options.seed = seed;
  options.threads = threads;
  options.hyperparameters.emplace(hyperparameters_of(name));
  for (const auto& [key, value] : settings) options.hyperparameters->set(key, value);
  std::unique_ptr<Regressor> model = make_regressor(name, options);
  auto* const tree = dynamic_cast<TreeRegressor*>(model.get());
  EXPECT_NE(tree, nullptr) << name;
  static_cast<void>(model.release());
  return std::unique_ptr<TreeRegressor>(tree);
}

Dataset schema_of(const Dataset& data) { return data.subset({}); }

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t r = 0; r < a.size(); ++r) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(a[r]), std::bit_cast<std::uint64_t>(b[r])) << r;
  }
}

class TreeModel : public testing::TestWithParam<const char*> {};

TEST_P(TreeModel, LearnsALawWithACategory) {
  const Dataset train = test::make_data(400, 1, law);
  const Dataset other = test::make_data(200, 2, law);
  const auto model = make(GetParam());
  model->fit(train);
  const std::vector<double> predicted = model->predict(other);
  double squares = 0.0;
  double total = 0.0;
  const double mean = std::accumulate(other.target.begin(), other.target.end(), 0.0) / 200.0;
  for (std::size_t r = 0; r < 200; ++r) {
    squares += std::pow(predicted[r] - other.target[r], 2);
    total += std::pow(other.target[r] - mean, 2);
  }
  EXPECT_GT(1.0 - squares / total, 0.9);
  EXPECT_GT(model->size(), 10u);
}

TEST_P(TreeModel, ImportanceIsAShareOfEachFeatureAndFindsTheOneThatMatters) {
  const Dataset train =
      test::make_data(300, 1, [](double, double, int kind) { return 1.0 + kind; });
  const auto model = make(GetParam());
  model->fit(train);
  const std::vector<double> share = model->feature_importance();
  ASSERT_EQ(share.size(), 3u);
  EXPECT_NEAR(share[0] + share[1] + share[2], 1.0, 1e-12);
  EXPECT_GT(share[2], 0.99);
}

TEST_P(TreeModel, RestoresToTheSameBits) {
  const Dataset train = test::make_data(150, 1, law);
  const Dataset other = test::make_data(300, 2, law);
  for (const char* target : {"raw", "log"}) {
    const auto model = make(GetParam(), {{"target", target}});
    model->fit(train);
    const std::unique_ptr<Regressor> restored = make_regressor(GetParam(), {});
    restored->restore(json::parse(model->state().dump()), schema_of(train));
    expect_same_bits(restored->predict(other), model->predict(other));
    EXPECT_EQ(restored->size(), model->size());
    EXPECT_EQ(restored->description(), model->description());
    expect_same_bits(dynamic_cast<TreeRegressor&>(*restored).feature_importance(),
                     model->feature_importance());
  }
}

TEST_P(TreeModel, NeitherThreadsNorRepeatingChangeTheResult) {
  const Dataset train = test::make_data(150, 1, law);
  const auto one = make(GetParam(), {}, 1);
  const auto two = make(GetParam(), {}, 2);
  const auto again = make(GetParam(), {}, 3);
  for (TreeRegressor* model : {one.get(), two.get(), again.get()}) model->fit(train);
  EXPECT_EQ(one->state(), two->state());
  EXPECT_EQ(one->state(), again->state());
  again->fit(train);
  EXPECT_EQ(one->state(), again->state());
}

TEST_P(TreeModel, OneRowAndAConstantFeatureAreEnough) {
  Dataset train = test::make_data(1, 1, law);
  const auto model = make(GetParam());
  model->fit(train);
  const Dataset other = test::make_data(5, 2, law);
  for (const double p : model->predict(other)) EXPECT_DOUBLE_EQ(p, train.target[0]);
  EXPECT_EQ(model->feature_importance(), std::vector<double>(3, 0.0));
  EXPECT_TRUE(model->predict(schema_of(train)).empty());

  train = test::make_data(40, 1, law);
  std::fill(train.columns[0].begin(), train.columns[0].end(), 7.0);
  model->fit(train);
  EXPECT_EQ(model->feature_importance()[0], 0.0);
  for (const double p : model->predict(train)) EXPECT_TRUE(std::isfinite(p));
}

TEST_P(TreeModel, ALogTargetMustBePositive) {
  Dataset train = test::make_data(20, 1, law);
  train.target[3] = 0.0;
  const auto model = make(GetParam(), {{"target", "log"}});
  try {
    model->fit(train);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("made.csv:5"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("positive"), std::string::npos) << error.what();
  }
  EXPECT_EQ(model->size(), 0u);
}

TEST_P(TreeModel, RefusesNoRows) {
  EXPECT_THROW(make(GetParam())->fit(schema_of(test::make_data(3, 1, law))), InputError);
}

TEST_P(TreeModel, NamesTheFieldOfADamagedState) {
  const Dataset train = test::make_data(60, 1, law);
  const auto model = make(GetParam());
  model->fit(train);
  const json good = model->state();
  const auto error_of = [&](const std::string& pointer, const json& value) -> std::string {
    json state = good;
    if (value.is_discarded()) {
      const std::size_t slash = pointer.rfind('/');
      state.at(json::json_pointer(pointer.substr(0, slash))).erase(pointer.substr(slash + 1));
    } else {
      state[json::json_pointer(pointer)] = value;
    }
    const std::unique_ptr<Regressor> damaged = make_regressor(GetParam(), {});
    try {
      damaged->restore(state, schema_of(train));
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  const json absent = json(json::value_t::discarded);
  const auto expect = [&](const std::string& pointer, const json& value, const char* field) {
    EXPECT_NE(error_of(pointer, value).find(field), std::string::npos)
        << pointer << ": " << error_of(pointer, value);
  };
  const std::size_t nodes = good["trees"][0]["feature"].size();
  expect("/hyperparameters", absent, "state.hyperparameters");
  expect("/hyperparameters/target", "logarithm", "expected raw, log");
  expect("/hyperparameters/max_depth", 3, "state.hyperparameters.max_depth");
  expect("/trees", absent, "state.trees");
  expect("/trees", json::array(), "state.trees");
  expect("/trees/0", 5, "state.trees[0]");
  expect("/trees/0/right", absent, "state.trees[0].right");
  expect("/trees/0/feature", json::array(), "state.trees[0].feature");
  expect("/trees/0/value", {1.0}, "state.trees[0].value");
  expect("/trees/0/feature/0", 5, "state.trees[0].feature[0]");  // columns: x, n, a, b, c
  expect("/trees/0/feature/0", -2, "state.trees[0].feature[0]");
  expect("/trees/0/feature/0", 0.5, "state.trees[0].feature[0]");
  expect("/trees/0/feature/0", 18446744073709551615u, "state.trees[0].feature[0]");
  expect("/trees/0/feature/" + std::to_string(nodes - 1), 0, "state.trees[0].feature");
  expect("/trees/0/right/0", 0, "state.trees[0].right[0]");
  expect("/trees/0/right/0", 1, "state.trees[0].right[0]");
  expect("/trees/0/right/0", nodes, "state.trees[0].right[0]");
  expect("/trees/0/value/0", nullptr, "state.trees[0].value[0]");
  expect("/trees/0/value/0", "1", "state.trees[0].value[0]");
  expect("/importance", {1.0}, "state.importance");
  expect("/importance/0", -0.5, "state.importance[0]");
  if (good.contains("weights")) expect("/weights", {1.0}, "state.weights");
  if (good.contains("scale")) expect("/scale", nullptr, "state.scale");
  // A state of another schema.
  Dataset fewer = schema_of(train);
  fewer.variables.pop_back();
  fewer.columns.pop_back();
  EXPECT_THROW(make_regressor(GetParam(), {})->restore(good, fewer), InputError);
}

INSTANTIATE_TEST_SUITE_P(All, TreeModel,
                         testing::Values("decision-tree", "random-forest", "extra-trees",
                                         "adaboost", "xgboost"),
                         [](const auto& made) {
                           std::string name = made.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(RandomTrees, TheSeedChangesTheForest) {
  const Dataset train = test::make_data(100, 1, law);
  for (const char* name : {"random-forest", "extra-trees", "adaboost"}) {
    const auto a = make(name, {}, 1, 1);
    const auto b = make(name, {}, 1, 2);
    a->fit(train);
    b->fit(train);
    EXPECT_NE(a->state(), b->state()) << name;
  }
}

TEST(RandomTrees, PredictionsStayInsideTheTargets) {
  const Dataset train = test::make_data(100, 1, law);
  Dataset far = test::make_data(50, 2, law);
  for (double& x : far.columns[0]) x *= 1000.0;
  const auto [least, greatest] = std::minmax_element(train.target.begin(), train.target.end());
  for (const char* name : {"decision-tree", "random-forest", "extra-trees", "adaboost"}) {
    const auto model = make(name);
    model->fit(train);
    for (const double p : model->predict(far)) {
      EXPECT_GE(p, *least) << name;
      EXPECT_LE(p, *greatest) << name;
    }
  }
}

TEST(AdaBoostR2, EndsWithATreeThatMakesNoErrors) {
  // One split on a level parts the targets, whichever rows are drawn.
  const Dataset train =
      test::make_data(30, 1, [](double, double, int kind) { return kind == 0 ? 1.0 : 2.0; });
  const auto model = make("adaboost");
  model->fit(train);
  EXPECT_EQ(model->state()["trees"].size(), 1u);
  EXPECT_EQ(model->predict(train), train.target);
}

TEST(AdaBoostR2, EveryLossBoosts) {
  const Dataset train = test::make_data(200, 1, law);
  std::vector<json> states;
  for (const char* loss : {"linear", "square", "exponential"}) {
    const auto model = make("adaboost", {{"loss", loss}});
    model->fit(train);
    states.push_back(model->state());
    EXPECT_GT(states.back()["trees"].size(), 10u) << loss;
  }
  EXPECT_NE(states[0]["weights"], states[1]["weights"]);
  EXPECT_NE(states[0]["weights"], states[2]["weights"]);
}

TEST(TreeEnsemble, TheWeightedMedianIsTheFirstThatReachesHalfTheWeight) {
  TreeEnsemble ensemble{.combine = Combine::weighted_median};
  ensemble.trees = {{{-1, 0, 3.0}}, {{-1, 0, 1.0}}, {{-1, 0, 2.0}}};
  ensemble.weights = {1.0, 1.0, 1.0};
  EXPECT_EQ(ensemble.predict({}, 1), std::vector<double>{2.0});
  ensemble.weights = {1.0, 2.0, 1.0};
  EXPECT_EQ(ensemble.predict({}, 1), std::vector<double>{1.0});
  ensemble.weights = {5.0, 2.0, 1.0};
  EXPECT_EQ(ensemble.predict({}, 1), std::vector<double>{3.0});
}

}  // namespace
}  // namespace memlaw
