// The number of threads changes no model.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "models/every_model.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

double law(double x, double n, int kind) { return 1e6 * (x * n + 2.0 * kind) + 5e6; }

class Threads : public testing::TestWithParam<std::string> {};

TEST_P(Threads, GiveTheSameStateAndTheSamePredictions) {
  const Dataset train = test::make_data(80, 1, law);
  const Dataset other = test::make_data(300, 2, law);
  const auto one = test::small_model(GetParam(), 1);
  one->fit(train);
  for (const int threads : {2, 3, 0}) {
    const auto several = test::small_model(GetParam(), threads);
    several->fit(train);
    EXPECT_EQ(several->state().dump(), one->state().dump()) << threads << " threads";
    EXPECT_EQ(several->predict(other), one->predict(other)) << threads << " threads";
  }
}

TEST_P(Threads, ASecondFitForgetsTheFirst) {
  const auto fresh = test::small_model(GetParam());
  const auto again = test::small_model(GetParam());
  again->fit(test::make_data(50, 5, law));
  const Dataset train = test::make_data(80, 1, law);
  fresh->fit(train);
  again->fit(train);
  EXPECT_EQ(again->state().dump(), fresh->state().dump());
}

INSTANTIATE_TEST_SUITE_P(Models, Threads,
                         testing::ValuesIn(regressor_names().begin(), regressor_names().end()),
                         test::test_name);

}  // namespace
}  // namespace memlaw
