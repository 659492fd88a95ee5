#include "memlaw/metrics/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

namespace memlaw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Values = std::vector<double>;

TEST(Metrics, AgreeWithHandComputedValues) {
  const Metrics m = compute_metrics(Values{1, 2, 4, 5}, Values{1.5, 1, 4, 7});
  EXPECT_DOUBLE_EQ(m.mse, (0.25 + 1 + 0 + 4) / 4);
  EXPECT_DOUBLE_EQ(m.rmse, std::sqrt(1.3125));
  EXPECT_DOUBLE_EQ(m.mae, 3.5 / 4);
  EXPECT_DOUBLE_EQ(m.mape_percent, 100 * (0.5 + 0.5 + 0 + 0.4) / 4);
  EXPECT_DOUBLE_EQ(m.r2, 1 - 5.25 / 10);
  EXPECT_DOUBLE_EQ(m.bias_percent, 100 * 1.5 / 12);
  EXPECT_DOUBLE_EQ(m.max_ape_percent, 50);
}

TEST(Metrics, ArePerfectForPerfectPredictions) {
  const Values y{3, 0, -2, 1e9};
  const Metrics m = compute_metrics(y, y);
  EXPECT_EQ(m.rmse, 0);
  EXPECT_EQ(m.mape_percent, 0);
  EXPECT_EQ(m.r2, 1);
  EXPECT_EQ(m.bias_percent, 0);
  EXPECT_EQ(m.max_ape_percent, 0);
}

TEST(Metrics, GiveZeroR2ForTheMean) {
  EXPECT_DOUBLE_EQ(compute_metrics(Values{1, 2, 6}, Values{3, 3, 3}).r2, 0);
}

TEST(Metrics, HaveNoR2ForAConstantTarget) {
  // The mean of three 0.1 is not 0.1 in floating point.
  EXPECT_TRUE(std::isnan(compute_metrics(Values{0.1, 0.1, 0.1}, Values{0.1, 0.2, 0.1}).r2));
  EXPECT_TRUE(std::isnan(compute_metrics(Values{5}, Values{5}).r2));
}

TEST(Metrics, HaveInfiniteRelativeErrorWhereZeroWasMeasured) {
  const Metrics m = compute_metrics(Values{0, 1}, Values{1, 1});
  EXPECT_EQ(m.mape_percent, kInfinity);
  EXPECT_EQ(m.max_ape_percent, kInfinity);
  EXPECT_EQ(m.mae, 0.5);
}

TEST(Metrics, NeverSkipAPredictionThatIsNotFinite) {
  // NaN in the first, a middle and the last place: maxima are easy to get wrong.
  for (const std::size_t place : {0u, 1u, 2u}) {
    Values predicted{1, 2, 3};
    predicted[place] = std::nan("");
    const Metrics m = compute_metrics(Values{1, 2, 4}, predicted);
    for (const double value :
         {m.mse, m.rmse, m.mae, m.mape_percent, m.r2, m.bias_percent, m.max_ape_percent}) {
      EXPECT_TRUE(std::isnan(value)) << place;
    }
  }
  const Metrics m = compute_metrics(Values{1, 2}, Values{1, kInfinity});
  EXPECT_EQ(m.rmse, kInfinity);
  EXPECT_EQ(m.r2, -kInfinity);
  EXPECT_EQ(m.max_ape_percent, kInfinity);
}

TEST(Metrics, AreNanWithoutRows) {
  const Metrics m = compute_metrics({}, {});
  EXPECT_TRUE(std::isnan(m.mse) && std::isnan(m.r2) && std::isnan(m.max_ape_percent));
}

TEST(Metrics, RefuseSpansOfDifferentLength) {
  EXPECT_THROW(compute_metrics(Values{1}, Values{1, 2}), std::invalid_argument);
}

TEST(ErrorAboveFloor, RelatesTheErrorsToWhatLiesAboveTheFloor) {
  // |errors| 1 + 2 + 3 over excesses 0 + 10 + 20; MAPE would be 1.0 %.
  EXPECT_DOUBLE_EQ(error_above_floor_percent(Values{300, 310, 320}, Values{301, 308, 323}, 300.0),
                   20.0);
}

TEST(ErrorAboveFloor, IsZeroForThePerfectAndHundredForTheFloorItself) {
  const Values measured{300, 310, 350};
  EXPECT_EQ(error_above_floor_percent(measured, measured, 300.0), 0.0);
  EXPECT_DOUBLE_EQ(error_above_floor_percent(measured, Values{300, 300, 300}, 300.0), 100.0);
  // Also when a test row lies below the floor of the training rows.
  EXPECT_DOUBLE_EQ(error_above_floor_percent(measured, Values{305, 305, 305}, 305.0), 100.0);
}

TEST(ErrorAboveFloor, IsInfiniteWhenNothingLiesAboveTheFloorAndNanWithoutRows) {
  EXPECT_EQ(error_above_floor_percent(Values{5, 5}, Values{5, 6}, 5.0), kInfinity);
  EXPECT_EQ(error_above_floor_percent(Values{5, 5}, Values{5, 5}, 5.0), 0.0);
  EXPECT_TRUE(std::isnan(error_above_floor_percent({}, {}, 5.0)));
  EXPECT_TRUE(std::isnan(error_above_floor_percent(Values{5, 6}, Values{5, std::nan("")}, 5.0)));
  EXPECT_THROW(error_above_floor_percent(Values{5}, Values{5, 6}, 5.0), std::invalid_argument);
}

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  // numpy.quantile([7, 1, 3, 10], q)
  const Values values{7, 1, 3, 10};
  EXPECT_DOUBLE_EQ(quantile(values, 0.0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 0.1), 1.6);
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.9), 9.1);
  EXPECT_DOUBLE_EQ(quantile(values, 1.0), 10);
  EXPECT_DOUBLE_EQ(median(Values{4, 2, 9}), 4);
}

TEST(Quantile, HandlesEmptyNanAndInfinity) {
  EXPECT_TRUE(std::isnan(quantile({}, 0.5)));
  EXPECT_TRUE(std::isnan(quantile(Values{1, std::nan(""), 2}, 0.5)));
  EXPECT_TRUE(std::isnan(quantile(Values{1, 2}, 1.5)));
  EXPECT_EQ(quantile(Values{1, kInfinity, kInfinity}, 0.75), kInfinity);
  EXPECT_EQ(quantile(Values{1, 2, kInfinity}, 0.5), 2);
}

}  // namespace
}  // namespace memlaw
