#include "memlaw/models/xgboost.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>

#include "../../src/models/tree_ensemble.hpp"
#include "../../src/models/xgboost_library.hpp"
#include "memlaw/base/error.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

double law(double x, double n, int kind) { return 1e9 * x * n + 3e8 * kind; }

XGBoostTable table_of(const Dataset& data) {
  XGBoostTable table;
  const Columns columns = encode(data);
  table.rows = data.rows();
  table.columns = columns.size();
  for (std::size_t r = 0; r < data.rows(); ++r) {
    for (const auto& column : columns) table.values.push_back(static_cast<float>(column[r]));
  }
  return table;
}

// The default settings of the model; trained on the standardised target.
TEST(XGBoost, ItsTreesComputeWhatTheLibraryComputes) {
  const Dataset train = test::make_data(200, 1, law);
  const Dataset other = test::make_data(500, 2, law);
  XGBoost model;
  model.fit(train);
  const nlohmann::json state = model.state();
  const double offset = state["offset"].get<double>();
  const double scale = state["scale"].get<double>();

  XGBoostTable table = table_of(train);
  for (std::size_t r = 0; r < train.rows(); ++r) {
    table.target.push_back(static_cast<float>((train.target[r] - offset) / scale));
    table.weight.push_back(1.0f);
  }
  const XGBoostBooster booster(table,
                               {{"objective", "reg:squarederror"},
                                {"tree_method", "exact"},
                                {"nthread", "1"},
                                {"base_score", "0"},
                                {"eta", "0.3"},
                                {"max_depth", "6"},
                                {"verbosity", "0"}},
                               100);
  const std::vector<float> expected = booster.predict(table_of(other));
  const std::vector<double> predicted = model.predict(other);
  for (std::size_t r = 0; r < other.rows(); ++r) {
    const double value = offset + scale * static_cast<double>(expected[r]);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(predicted[r]), std::bit_cast<std::uint64_t>(value)) << r;
  }
}

TEST(XGBoost, OneFullStepOfOneSplitPredictsTheMeansOfItsParts) {
  Dataset train = test::make_data(4, 1, law);
  train.columns = {{1, 2, 3, 4}, {1, 1, 1, 1}, {0, 0, 0, 0}};
  train.target = {1e9, 3e9, 7e9, 9e9};
  Hyperparameters settings(XGBoost::table());
  for (const auto& [name, value] : {std::pair{"rounds", "1"},
                                    {"eta", "1"},
                                    {"max_depth", "1"},
                                    {"lambda", "0"},
                                    {"min_child_weight", "0"}}) {
    settings.set(name, value);
  }
  XGBoost model(settings);
  model.fit(train);
  const std::vector<double> predicted = model.predict(train);
  for (std::size_t r = 0; r < 4; ++r) EXPECT_NEAR(predicted[r], r < 2 ? 2e9 : 8e9, 1e3) << r;
  EXPECT_EQ(model.size(), 3u);
  EXPECT_EQ(model.feature_importance(), (std::vector<double>{1, 0, 0}));
}

TEST(XGBoost, WeightsCount) {
  Dataset train = test::make_data(2, 1, law);
  train.columns = {{1, 1}, {1, 1}, {0, 0}};
  train.target = {1e9, 3e9};
  train.weight = {3.0, 1.0};
  XGBoost model;
  model.fit(train);
  EXPECT_NEAR(model.predict(train)[0], 1.5e9, 1e3);
}

TEST(XGBoost, RefusesFeaturesBeyondSinglePrecision) {
  Dataset train = test::make_data(10, 1, law);
  train.columns[0][4] = 1e39;
  EXPECT_THROW(XGBoost().fit(train), InputError);
}

TEST(XGBoost, TheSeedDrawsRowsAndColumns) {
  const Dataset train = test::make_data(100, 1, law);
  Hyperparameters settings(XGBoost::table());
  settings.set("subsample", "0.5");
  XGBoost a(settings, 1);
  XGBoost b(settings, 1);
  XGBoost c(settings, 2);
  for (XGBoost* model : {&a, &b, &c}) model->fit(train);
  EXPECT_EQ(a.state(), b.state());
  EXPECT_NE(a.state(), c.state());
}

}  // namespace
}  // namespace memlaw
