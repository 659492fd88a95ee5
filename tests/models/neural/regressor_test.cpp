#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/neural.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

double law(double x, double n, int kind) {
  return 1e6 * (2.0 + std::sin(x) + 0.3 * n + 0.8 * kind);
}

std::unique_ptr<Regressor> make(const std::string& name, int threads,
                                std::initializer_list<std::pair<const char*, const char*>> set) {
  ModelOptions options;
  options.threads = threads;
  options.seed = 5;
  options.hyperparameters.emplace(hyperparameters_of(name));
  for (const auto& [key, value] : set) options.hyperparameters->set(key, value);
  return make_regressor(name, options);
}

// Small and quick.
std::unique_ptr<Regressor> make_small(const std::string& name, int threads = 1) {
  return make(name, threads, {{"width", "8"}, {"epochs", "3"}, {"restarts", "3"}});
}

double r2(const Regressor& model, const Dataset& data) {
  const std::vector<double> predicted = model.predict(data);
  double mean = 0.0;
  for (const double y : data.target) mean += y / static_cast<double>(data.rows());
  double error = 0.0;
  double spread = 0.0;
  for (std::size_t r = 0; r < data.rows(); ++r) {
    error += std::pow(predicted[r] - data.target[r], 2);
    spread += std::pow(mean - data.target[r], 2);
  }
  return 1.0 - error / spread;
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

void expect_same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t r = 0; r < a.size(); ++r) {
    ASSERT_EQ(std::bit_cast<std::uint64_t>(a[r]), std::bit_cast<std::uint64_t>(b[r])) << r;
  }
}

class Neural : public testing::TestWithParam<std::string> {};

TEST_P(Neural, LearnsASmoothFunctionOfThreeFeatures) {
  const Dataset train = test::make_data(300, 1, law);
  const std::unique_ptr<Regressor> model =
      make(GetParam(), 2, {{"width", "16"}, {"epochs", "80"}, {"restarts", "2"}});
  model->fit(train);
  EXPECT_GT(r2(*model, test::make_data(200, 2, law)), 0.95);
}

TEST_P(Neural, DoesNotDependOnTheNumberOfThreads) {
  const Dataset train = test::make_data(40, 1, law);
  const auto one = make_small(GetParam(), 1);
  const auto two = make_small(GetParam(), 2);
  one->fit(train);
  two->fit(train);
  expect_same_bits(one->predict(train), two->predict(train));
}

TEST_P(Neural, PredictsTheSameBitsAfterRestoring) {
  const Dataset train = test::make_data(40, 1, law);
  const Dataset other = test::make_data(700, 2, law);
  const auto model = make_small(GetParam());
  model->fit(train);
  ModelOptions defaults;
  const auto restored = make_regressor(GetParam(), defaults);
  restored->restore(json::parse(model->state().dump()), train.subset({}));
  EXPECT_EQ(restored->size(), model->size());
  EXPECT_EQ(restored->description(), model->description());
  expect_same_bits(restored->predict(other), model->predict(other));
}

TEST_P(Neural, ARowIsPredictedAloneAsAmongOthers) {
  const Dataset train = test::make_data(40, 1, law);
  const auto model = make_small(GetParam());
  model->fit(train);
  const std::vector<double> all = model->predict(train);
  for (std::size_t r = 0; r < 5; ++r) {
    const std::size_t chosen[] = {r};
    expect_same_bits(model->predict(train.subset(chosen)), {all[r]});
  }
}

TEST_P(Neural, ScalersSeeTrainingRowsOnly) {
  // A feature value far outside of training must not change the prediction of other rows.
  const Dataset train = test::make_data(40, 1, law);
  const auto model = make_small(GetParam());
  model->fit(train);
  Dataset other = test::make_data(10, 2, law);
  const std::vector<double> before = model->predict(other);
  other.columns[0][9] = 1e9;
  std::vector<double> after = model->predict(other);
  after[9] = before[9];
  expect_same_bits(after, before);
}

TEST_P(Neural, AConstantFeatureAndAnUnseenLevelHaveNoEffect) {
  Dataset train = test::make_data(40, 1, [](double x, double, int) { return x; });
  std::fill(train.columns[1].begin(), train.columns[1].end(), 3.0);
  for (double& level : train.columns[2]) level = std::min(level, 1.0);
  const auto model = make_small(GetParam());
  model->fit(train);
  Dataset changed = train;
  std::fill(changed.columns[1].begin(), changed.columns[1].end(), 7.0);
  expect_same_bits(model->predict(changed), model->predict(train));
  std::fill(changed.columns[2].begin(), changed.columns[2].end(), 2.0);
  for (const double y : model->predict(changed)) EXPECT_TRUE(std::isfinite(y));
}

TEST_P(Neural, ATargetThatIsNotPositiveNeedsTheScaledSpace) {
  Dataset train = test::make_data(40, 1, law);
  train.target[6] = 0.0;
  const std::string error = error_of([&] { make_small(GetParam())->fit(train); });
  EXPECT_NE(error.find("made.csv:8"), std::string::npos) << error;
  EXPECT_NE(error.find("models." + GetParam() + ".target = scaled"), std::string::npos) << error;
  const auto model = make(GetParam(), 1, {{"width", "8"}, {"epochs", "2"}, {"target", "scaled"}});
  model->fit(train);
  for (const double y : model->predict(train)) EXPECT_TRUE(std::isfinite(y));
}

TEST_P(Neural, ThreeRowsAreTooFewAndFiveAreEnough) {
  const Dataset three = test::make_data(3, 1, law);
  EXPECT_NE(error_of([&] { make_small(GetParam())->fit(three); }).find("at least 5"),
            std::string::npos);
  const Dataset five = test::make_data(5, 1, law);
  const auto model = make_small(GetParam());
  model->fit(five);
  for (const double y : model->predict(five)) EXPECT_TRUE(std::isfinite(y));
}

TEST_P(Neural, NamesTheFieldOfAnEditedState) {
  const Dataset train = test::make_data(40, 1, law);
  const auto model = make_small(GetParam());
  model->fit(train);
  const json good = model->state();
  const auto edited = [&](const std::string& pointer, const json& value) {
    json state = good;
    state[json::json_pointer(pointer)] = value;
    return error_of([&] { make_small(GetParam())->restore(state, train.subset({})); });
  };
  const std::pair<const char*, json> edits[] = {
      {"/hyperparameters", 3},
      {"/hyperparameters/width", "1000000000"},
      {"/hyperparameters/width", 8},
      {"/hyperparameters/restarts", "2"},
      {"/features", json::array()},
      {"/features/0", 1},
      {"/features/0/transform", "sqrt"},
      {"/features/0/mean", nullptr},
      {"/features/0/deviation", -1.0},
      {"/features/2/seen", {true}},
      {"/features/2/seen/0", 1},
      {"/target/log", 1},
      {"/target/mean", "0"},
      {"/parameters/1", json::array({1.0})},
      {"/parameters/1/0", "x"},
      {"/parameters/1/0", nullptr},
  };
  for (const auto& [pointer, value] : edits) {
    EXPECT_NE(edited(pointer, value).find("field \""), std::string::npos)
        << pointer << ": " << edited(pointer, value);
  }
  for (const auto& [name, value] : good.items()) {
    json state = good;
    state.erase(name);
    const std::string error =
        error_of([&] { make_small(GetParam())->restore(state, train.subset({})); });
    EXPECT_NE(error.find("state." + name), std::string::npos) << error;
  }
  EXPECT_NE(error_of([&] { make_small(GetParam())->restore(json(3), train.subset({})); }),
            "no error");
}

INSTANTIATE_TEST_SUITE_P(Models, Neural,
                         testing::Values("bigru-transformer", "transformer", "bigru", "mlp"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(NeuralRegressor, RefusesAWidthThatHeadsDoNotDivide) {
  const Dataset train = test::make_data(40, 1, law);
  EXPECT_NE(error_of([&] {
              make("transformer", 1, {{"width", "10"}})->fit(train);
            }).find("models.transformer.heads is 4, models.transformer.width is 10"),
            std::string::npos);
  EXPECT_NE(error_of([&] {
              make("bigru", 1, {{"width", "9"}})->fit(train);
            }).find("multiple of 2"),
            std::string::npos);
}

TEST(NeuralRegressor, LearnsFromOneFeature) {
  Dataset train = test::make_data(60, 1, [](double x, double, int) { return x; });
  train.variables.resize(1);
  train.columns.resize(1);
  const auto model = make("bigru-transformer", 1, {{"width", "8"}, {"epochs", "60"}});
  model->fit(train);
  EXPECT_GT(r2(*model, train), 0.9);
}

}  // namespace
}  // namespace memlaw
