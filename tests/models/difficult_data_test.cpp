// Data that fit badly: what docs/models.md says about them, for every model.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/models/neural.hpp"
#include "models/every_model.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

double law(double x, double n, int kind) { return 1e6 * (x * n + 2.0 * kind) + 5e6; }

void expect_finite(const std::vector<double>& predicted, std::size_t rows) {
  EXPECT_EQ(predicted.size(), rows);
  for (const double y : predicted) EXPECT_TRUE(std::isfinite(y)) << y;
}

std::string error_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class DifficultData : public testing::TestWithParam<std::string> {
 protected:
  // Learns the logarithm of the target with the settings of small_model().
  bool learns_log() const { return GetParam() == "log-linear" || is_neural(GetParam()); }
  const std::unique_ptr<Regressor> model_ = test::small_model(GetParam());
};

// Not the formulas: they may use a constant feature as a constant.
class DifficultDataForFixedShapes : public DifficultData {};
// Models that can be set to learn the logarithm of the target.
class DifficultDataUnderALogarithm : public DifficultData {};

TEST_P(DifficultData, ALevelWithoutTrainingRowsIsPredicted) {
  const Dataset data = test::make_data(60, 1, law);
  std::vector<std::size_t> seen, unseen;
  for (std::size_t r = 0; r < data.rows(); ++r) {
    (data.columns[2][r] == 2.0 ? unseen : seen).push_back(r);
  }
  ASSERT_FALSE(unseen.empty());
  model_->fit(data.subset(seen));
  expect_finite(model_->predict(data.subset(unseen)), unseen.size());
}

TEST_P(DifficultData, AConstantFeatureIsHarmless) {
  Dataset data = test::make_data(60, 1, law);
  std::fill(data.columns[1].begin(), data.columns[1].end(), 3.0);
  model_->fit(data);
  expect_finite(model_->predict(data), data.rows());
}

TEST_P(DifficultDataForFixedShapes, AConstantFeatureHasNoEffect) {
  Dataset data = test::make_data(60, 1, law);
  std::fill(data.columns[1].begin(), data.columns[1].end(), 3.0);
  model_->fit(data);
  const std::vector<double> before = model_->predict(data);
  std::fill(data.columns[1].begin(), data.columns[1].end(), 4000.0);
  EXPECT_EQ(model_->predict(data), before);
}

TEST_P(DifficultData, NegativeTargetsAreRefusedUnderALogarithmAndFittedWithoutOne) {
  Dataset data = test::make_data(60, 1, law);
  data.target[7] = -5e6;
  if (learns_log()) {
    const std::string error = error_of([&] { model_->fit(data); });
    EXPECT_NE(error.find("made.csv:9"), std::string::npos) << error;
    EXPECT_NE(error.find("-5000000"), std::string::npos) << error;
  } else {
    model_->fit(data);
    expect_finite(model_->predict(data), data.rows());
  }
}

TEST_P(DifficultDataUnderALogarithm, NegativeTargetsAreRefused) {
  ModelOptions options = test::small_options(GetParam());
  options.hyperparameters->set("target", "log");
  Dataset data = test::make_data(60, 1, law);
  data.target[7] = -5e6;
  const std::string error = error_of([&] { make_regressor(GetParam(), options)->fit(data); });
  EXPECT_NE(error.find("made.csv:9"), std::string::npos) << error;
  EXPECT_NE(error.find("models." + GetParam() + ".target"), std::string::npos) << error;
}

TEST_P(DifficultData, ThreeRowsAreFittedOrRefused) {
  const Dataset data = test::make_data(3, 1, law);
  if (is_neural(GetParam())) {
    const std::string error = error_of([&] { model_->fit(data); });
    EXPECT_NE(error.find("needs at least 5 training rows"), std::string::npos) << error;
    EXPECT_NE(error.find("there are 3 rows"), std::string::npos) << error;
  } else {
    model_->fit(data);
    expect_finite(model_->predict(data), 3);
  }
}

TEST_P(DifficultData, DuplicateRowsOfDifferentTargetsAreFitted) {
  Dataset data = test::make_data(30, 1, law);
  std::vector<std::size_t> twice;
  for (std::size_t r = 0; r < data.rows(); ++r) twice.insert(twice.end(), {r, r});
  Dataset doubled = data.subset(twice);
  for (std::size_t r = 1; r < doubled.rows(); r += 2) doubled.target[r] *= 1.5;
  model_->fit(doubled);
  const std::vector<double> predicted = model_->predict(doubled);
  expect_finite(predicted, doubled.rows());
  for (std::size_t r = 0; r < doubled.rows(); r += 2) EXPECT_EQ(predicted[r], predicted[r + 1]);
}

TEST_P(DifficultData, OnlyDuplicatesOfOneRowArePredictedAsThatRow) {
  const Dataset one = test::make_data(1, 1, law);
  const Dataset data = one.subset(std::vector<std::size_t>(8, 0));
  if (GetParam() == "symbolic") {
    const std::string error = error_of([&] { model_->fit(data); });
    EXPECT_NE(error.find("has the same value on every row"), std::string::npos) << error;
    return;
  }
  model_->fit(data);
  // The networks are trained for a few steps only.
  const double tolerance = is_neural(GetParam()) ? 3.0 : 1e-6;
  for (const double y : model_->predict(data)) {
    EXPECT_NEAR(y, one.target[0], tolerance * one.target[0]);
  }
}

std::vector<std::string> models_with_fixed_shapes() {
  std::vector<std::string> names(regressor_names().begin(), regressor_names().end());
  std::erase_if(names, [](const auto& name) { return name == "symbolic" || name == "basic"; });
  return names;
}

std::vector<std::string> models_with_a_target_setting() {
  std::vector<std::string> names;
  for (const std::string& name : regressor_names()) {
    for (const Hyperparameter& entry : hyperparameters_of(name)) {
      if (entry.name == "target") names.push_back(name);
    }
  }
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, DifficultData,
                         testing::ValuesIn(regressor_names().begin(), regressor_names().end()),
                         test::test_name);
INSTANTIATE_TEST_SUITE_P(Models, DifficultDataForFixedShapes,
                         testing::ValuesIn(models_with_fixed_shapes()), test::test_name);
INSTANTIATE_TEST_SUITE_P(Models, DifficultDataUnderALogarithm,
                         testing::ValuesIn(models_with_a_target_setting()), test::test_name);

// What a table must have for prediction does not depend on the model.
TEST(PredictionTable, AnUnknownLevelAndAMissingColumnAreRefused) {
  const Variables variables = test::make_data(3, 1, law).variables;
  const auto features = [&](const std::string& text) {
    return error_of([&] { make_features(parse_csv(text, "new.csv"), variables, "y"); });
  };
  EXPECT_EQ(features("x,n,kind\n1,2,a\n"), "no error");
  const std::string level = features("x,n,kind\n1,2,a\n1,2,d\n");
  EXPECT_NE(level.find("new.csv:3"), std::string::npos) << level;
  EXPECT_NE(level.find("'d'"), std::string::npos) << level;
  EXPECT_NE(level.find("a, b, c"), std::string::npos) << level;
  const std::string column = features("x,kind\n1,a\n");
  EXPECT_NE(column.find("'n'"), std::string::npos) << column;
}

}  // namespace
}  // namespace memlaw
