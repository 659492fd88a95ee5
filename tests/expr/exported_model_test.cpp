#include "memlaw/expr/exported_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace memlaw {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

ExportedModel sample() {
  ExportedModel model{
      .formula = parse_formula(
          "variable side\nvariable batch\nvariable mode {train, test}\ny = side*batch", "f")};
  model.bounds = {{0.9, 1.1}, {0.95, 1.25}};
  model.range.emplace();
  model.range->features = {{16, 128, true, {}}, {1, 8, true, {}}, {0, 0, false, {true, false}}};
  model.range->half_planes = {{0, 1, 1.0, 1.0, std::log(256.0)}};
  return model;
}

TEST(UpperBound, TakesTheLeastKnownLevelThatIsHighEnough) {
  const auto bounds = sample().bounds;
  EXPECT_EQ(upper_bound(bounds, 100, 0.5), 100 * 1.1);
  EXPECT_EQ(upper_bound(bounds, 100, 0.9), 100 * 1.1);
  EXPECT_EQ(upper_bound(bounds, 100, 1 - 0.1), 100 * 1.1);
  EXPECT_EQ(upper_bound(bounds, 100, 0.91), 125);
  EXPECT_EQ(upper_bound(bounds, 100, 1 - 0.05), 125);
  EXPECT_EQ(upper_bound(bounds, 100, 0.96), infinity);
}

TEST(UpperBound, IsInfiniteWithoutAPositivePredictionAndNanWithoutALevel) {
  const auto bounds = sample().bounds;
  for (const double prediction : {0.0, -1.0, nan, infinity}) {
    EXPECT_EQ(upper_bound(bounds, prediction, 0.9), infinity);
  }
  for (const double level : {0.0, 1.0, -1.0, 2.0, nan}) {
    EXPECT_TRUE(std::isnan(upper_bound(bounds, 100, level)));
  }
}

TEST(InRange, HasEdgesLevelsAndHalfPlanes) {
  const ExportedRange range = *sample().range;
  const auto inside = [&](double side, double batch, double mode) {
    const double row[] = {side, batch, mode};
    return in_range(range, row);
  };
  EXPECT_TRUE(inside(16, 1, 0));
  EXPECT_TRUE(inside(128, 1.99, 0));
  EXPECT_FALSE(inside(15, 1, 0));
  EXPECT_FALSE(inside(129, 1, 0));
  EXPECT_FALSE(inside(128, 8, 0));  // above the line side * batch = 256
  EXPECT_FALSE(inside(16, 1, 1));   // a level that was not seen
  EXPECT_FALSE(inside(16, 1, 2));
  EXPECT_FALSE(inside(16, 1, -1));
  EXPECT_FALSE(inside(nan, 1, 0));
  EXPECT_FALSE(inside(16, 1, nan));
}

TEST(Validate, AcceptsWhatFitsTheFormula) {
  EXPECT_EQ(validate(sample()), "");
  ExportedModel plain = sample();
  plain.bounds.clear();
  plain.range.reset();
  EXPECT_EQ(validate(plain), "");
}

TEST(Validate, SaysWhatDoesNotFit) {
  const auto expect_problem = [](const char* part, const auto& spoil) {
    ExportedModel model = sample();
    spoil(model);
    EXPECT_NE(validate(model).find(part), std::string::npos) << validate(model);
  };
  expect_problem("level 1", [](auto& m) { m.bounds[1].level = 1.0; });
  expect_problem("between 0.9 and 1", [](auto& m) { m.bounds[1].level = 0.8; });
  expect_problem("factor", [](auto& m) { m.bounds[0].factor = 0.5; });
  expect_problem("factor", [](auto& m) { m.bounds[0].factor = infinity; });
  expect_problem("2 features, the formula 3", [](auto& m) { m.range->features.pop_back(); });
  expect_problem("'mode' has 1 levels", [](auto& m) { m.range->features[2].seen.pop_back(); });
  expect_problem("half plane", [](auto& m) { m.range->half_planes[0].y = 2; });
  expect_problem("half plane", [](auto& m) { m.range->half_planes[0].x = 3; });
}

}  // namespace
}  // namespace memlaw
