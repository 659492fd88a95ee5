#include "memlaw/models/linear.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "memlaw/base/error.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

void expect_close(const std::vector<double>& predicted, const std::vector<double>& measured,
                  double relative) {
  ASSERT_EQ(predicted.size(), measured.size());
  for (std::size_t r = 0; r < predicted.size(); ++r) {
    EXPECT_NEAR(predicted[r], measured[r], relative * std::abs(measured[r])) << "row " << r;
  }
}

double linear_law(double x, double n, int kind) { return 3e9 + 2e6 * x - 5e3 * n + 1e7 * kind; }

TEST(LinearModel, RecoversALinearLawWithACategory) {
  const Dataset train = test::make_data(40, 1, linear_law);
  const Dataset other = test::make_data(40, 2, linear_law);
  LinearModel model;
  model.fit(train);
  expect_close(model.predict(other), other.target, 1e-9);
  EXPECT_TRUE(model.formula().has_value());
}

TEST(LinearModel, IsIndifferentToConstantAndDuplicatedColumns) {
  const auto widen = [](Dataset data) {
    data.variables.push_back({"copy of x", "", {}});
    data.columns.push_back(data.columns[0]);
    data.variables.push_back({"always 0.1", "", {}});
    data.columns.push_back(std::vector<double>(data.rows(), 0.1));
    return data;
  };
  LinearModel model;
  model.fit(widen(test::make_data(40, 1, linear_law)));
  const Dataset other = widen(test::make_data(40, 2, linear_law));
  expect_close(model.predict(other), other.target, 1e-9);
}

TEST(LinearModel, ResidualsAreOrthogonalToTheColumnsUnderTheWeights) {
  Dataset train = test::make_data(60, 3, [](double x, double n, int) { return x * x + n; });
  for (std::size_t r = 0; r < train.rows(); ++r) train.weight[r] = 1.0 + static_cast<double>(r % 4);
  LinearModel model;
  model.fit(train);
  const std::vector<double> predicted = model.predict(train);
  double sum = 0.0;
  double with_x = 0.0;
  for (std::size_t r = 0; r < train.rows(); ++r) {
    const double residual = train.weight[r] * (train.target[r] - predicted[r]);
    sum += residual;
    with_x += residual * train.columns[0][r];
  }
  EXPECT_NEAR(sum, 0.0, 1e-9);
  EXPECT_NEAR(with_x, 0.0, 1e-9);
}

TEST(LinearModel, GivesALevelWithoutTrainingRowsTheMeanEffect) {
  Dataset train =
      test::make_data(60, 4, [](double, double, int kind) { return kind == 0 ? 10. : 20.; });
  std::vector<std::size_t> rows;
  std::size_t a = 0;
  for (std::size_t r = 0; r < train.rows(); ++r) {
    if (train.columns[2][r] == 2.0) continue;
    a += train.columns[2][r] == 0.0 ? 1 : 0;
    rows.push_back(r);
  }
  const double share = static_cast<double>(a) / static_cast<double>(rows.size());
  LinearModel model;
  model.fit(train.subset(rows));
  train.columns[2][0] = 2.0;
  EXPECT_NEAR(model.predict(train).at(0), 10.0 * share + 20.0 * (1.0 - share), 1e-6);
}

// Two rows, two columns that rise together. In units of their spread both have slope 2 to share, 1
// each; their spreads are 1 and 2.
TEST(LinearModel, SharesAnEffectAmongTheColumnsThatMayBeItsCause) {
  Dataset train;
  train.target_name = "y";
  train.variables = {{"a", "", {}}, {"b", "", {}}, {"c", "", {}}};
  train.columns = {{0, 2}, {0, 4}, {7, 7}};
  train.target = {1, 5};
  train.weight = {1, 1};
  train.group = {0, 1};
  train.line_of_row = {2, 3};
  LinearModel model;
  model.fit(train);
  train.columns = {{2, 3}, {0, 4}, {7, 9}};
  const std::vector<double> predicted = model.predict(train);
  EXPECT_NEAR(predicted[0], 1.0 + 1.0 * 2 + 0.5 * 0, 1e-12);
  EXPECT_NEAR(predicted[1], 1.0 + 1.0 * 3 + 0.5 * 4, 1e-12);
}

TEST(LinearModel, MeetsEveryRowWhenColumnsOutnumberRows) {
  const Dataset train = test::make_data(3, 1, linear_law);
  LinearModel model;
  model.fit(train);
  expect_close(model.predict(train), train.target, 1e-9);
}

TEST(LinearModel, LearnsAConstantFromOneRowAndNothingFromNone) {
  const Dataset one = test::make_data(1, 1, linear_law);
  LinearModel model;
  model.fit(one);
  const Dataset other = test::make_data(5, 2, linear_law);
  EXPECT_EQ(model.predict(other), std::vector<double>(5, one.target[0]));
  EXPECT_THROW(model.fit(one.subset({})), InputError);
}

TEST(LogLinearModel, RecoversAPowerLaw) {
  const auto law = [](double x, double n, int kind) {
    return 240.0 * std::pow(x, 2.5) * std::pow(n, -0.5) * (kind == 1 ? 3.0 : 1.0);
  };
  LogLinearModel model;
  model.fit(test::make_data(40, 5, law));
  const Dataset other = test::make_data(40, 6, law);
  expect_close(model.predict(other), other.target, 1e-9);
}

TEST(LogLinearModel, MeetsEveryRowWhenColumnsOutnumberRows) {
  const auto law = [](double x, double n, int kind) { return 240.0 * x * n * (1.0 + kind); };
  const Dataset train = test::make_data(4, 1, law);
  LogLinearModel model;
  model.fit(train);
  expect_close(model.predict(train), train.target, 1e-9);
}

TEST(LogLinearModel, TakesLogOfOnePlusAFeatureThatIsZeroSomewhere) {
  const auto law = [](double x, double n, int) { return 5.0 * x * (n + 1.0); };
  const auto shift = [&](Dataset data) {
    for (std::size_t r = 0; r < data.rows(); ++r) {
      data.columns[1][r] -= 1.0;
      data.target[r] = law(data.columns[0][r], data.columns[1][r], 0);
    }
    return data;
  };
  LogLinearModel model;
  model.fit(shift(test::make_data(40, 7, law)));
  const Dataset other = shift(test::make_data(40, 8, law));
  expect_close(model.predict(other), other.target, 1e-9);
}

TEST(LogLinearModel, RefusesATargetThatIsNotPositiveAndNamesTheLine) {
  Dataset data = test::make_data(20, 9, linear_law);
  data.target[4] = 0.0;
  LogLinearModel model;
  try {
    model.fit(data);
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("made.csv:6"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace memlaw
