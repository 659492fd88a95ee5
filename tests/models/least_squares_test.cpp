#include "../../src/models/least_squares.hpp"

#include <gtest/gtest.h>

namespace memlaw {
namespace {

TEST(LeastSquares, FitsALineThroughTwoPointsOfAnyScale) {
  const LeastSquaresFit fit =
      fit_least_squares({{1e9, 3e9}}, std::vector<double>{1e-3, 5e-3}, std::vector<double>{1, 2});
  EXPECT_NEAR(fit.coefficients[0], 2e-12, 1e-24);
  EXPECT_NEAR(fit.intercept, -1e-3, 1e-12);
}

TEST(LeastSquares, SharesTheEffectOfEqualColumns) {
  const std::vector<double> x = {1, 2, 3, 4};
  const LeastSquaresFit fit =
      fit_least_squares({x, x}, std::vector<double>{2, 4, 6, 8}, std::vector<double>{1, 1, 1, 1});
  EXPECT_NEAR(fit.coefficients[0], 1.0, 1e-12);
  EXPECT_NEAR(fit.coefficients[1], 1.0, 1e-12);
}

TEST(LeastSquares, GivesAConstantColumnNothing) {
  const LeastSquaresFit fit = fit_least_squares({{0.1, 0.1, 0.1}}, std::vector<double>{1, 2, 6},
                                                std::vector<double>{1, 1, 1});
  EXPECT_EQ(fit.coefficients[0], 0.0);
  EXPECT_NEAR(fit.intercept, 3.0, 1e-15);
}

TEST(LeastSquares, CountsARowOfWeightTwoAsTwoRows) {
  const LeastSquaresFit weighted =
      fit_least_squares({{1, 2, 4}}, std::vector<double>{1, 5, 6}, std::vector<double>{1, 2, 1});
  const LeastSquaresFit repeated = fit_least_squares(
      {{1, 2, 2, 4}}, std::vector<double>{1, 5, 5, 6}, std::vector<double>{1, 1, 1, 1});
  EXPECT_NEAR(weighted.intercept, repeated.intercept, 1e-12);
  EXPECT_NEAR(weighted.coefficients[0], repeated.coefficients[0], 1e-12);
}

}  // namespace
}  // namespace memlaw
