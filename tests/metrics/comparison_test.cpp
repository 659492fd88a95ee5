#include "memlaw/metrics/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
using Values = std::vector<double>;

// Compares values that differ by `differences`.
PairedComparison compare(const Values& differences) {
  return compare_paired(differences, Values(differences.size(), 0.0));
}

// 1, 2, -3, 4, 5, -6, ... to n.
Values every_third_negative(int n) {
  Values result;
  for (int i = 1; i <= n; ++i) result.push_back(i % 3 == 0 ? -i : i);
  return result;
}

// Reference values: scipy 1.17.1, scipy.stats.wilcoxon(a, b, method="exact").
TEST(ComparePaired, AgreesWithScipyOnTheExactDistribution) {
  const PairedComparison eight = compare_paired(Values{10.1, 9.4, 12.0, 8.8, 11.3, 10.9, 9.9, 13.2},
                                                Values{9.0, 9.9, 10.2, 9.1, 9.1, 10.2, 9.3, 10.7});
  EXPECT_TRUE(eight.exact);
  EXPECT_EQ(eight.pairs, 8u);
  EXPECT_EQ(eight.wins_a, 2u);
  EXPECT_EQ(eight.wins_b, 6u);
  EXPECT_EQ(eight.rank_sum_negative, 3.0);
  EXPECT_EQ(eight.rank_sum_positive, 33.0);
  EXPECT_DOUBLE_EQ(eight.p_value, 0.0390625);
  EXPECT_NEAR(eight.median_difference, 0.9, 1e-12);
  EXPECT_DOUBLE_EQ(compare({1, 2, 3}).p_value, 0.25);
  EXPECT_DOUBLE_EQ(compare({1, 2, -3}).p_value, 1.0);
  const PairedComparison largest = compare(every_third_negative(25));
  EXPECT_TRUE(largest.exact);
  EXPECT_EQ(largest.rank_sum_negative, 108.0);
  EXPECT_NEAR(largest.p_value, 0.14847958087921143, 1e-14);
}

// scipy.stats.wilcoxon(d, zero_method="wilcox", correction=True, method="asymptotic")
TEST(ComparePaired, AgreesWithScipyOnTheNormalApproximation) {
  const PairedComparison ties = compare({1, 2, 2, 2, -1, 0, 3, -1, 4, -1});
  EXPECT_FALSE(ties.exact);
  EXPECT_EQ(ties.rank_sum_negative, 7.5);
  EXPECT_NEAR(ties.p_value, 0.08198123074262048, 1e-14);
  const PairedComparison many = compare(every_third_negative(26));
  EXPECT_FALSE(many.exact);
  EXPECT_NEAR(many.p_value, 0.08881828327172404, 1e-14);
}

TEST(ComparePaired, GivesUniformPValuesWhenThereIsNoDifference) {
  constexpr std::uint64_t kSeed = 5;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  RandomStream random(kSeed, 0, 0, 0, Purpose::test);
  for (const std::size_t n : {12u, 40u}) {
    int below = 0;
    constexpr int kTrials = 4000;
    for (int trial = 0; trial < kTrials; ++trial) {
      Values differences(n);
      for (double& d : differences) d = random.normal();
      if (compare(differences).p_value <= 0.05) ++below;
    }
    // At most 0.05 (the exact test is discrete), within five standard deviations.
    EXPECT_NEAR(below / double{kTrials}, 0.047, 0.02) << n;
  }
}

TEST(ComparePaired, IsSymmetric) {
  const Values a{3, 1, 4, 1.5, 9, 2.6};
  const Values b{2, 7, 1, 8, 2.8, 1};
  const PairedComparison ab = compare_paired(a, b);
  const PairedComparison ba = compare_paired(b, a);
  EXPECT_EQ(ab.p_value, ba.p_value);
  EXPECT_EQ(ab.wins_a, ba.wins_b);
  EXPECT_EQ(ab.rank_sum_positive, ba.rank_sum_negative);
  EXPECT_EQ(ab.median_difference, -ba.median_difference);
}

TEST(ComparePaired, HandlesEmptyEqualAndSinglePairs) {
  EXPECT_EQ(compare({}).p_value, 1.0);
  EXPECT_TRUE(std::isnan(compare({}).median_difference));
  const PairedComparison equal = compare({0, 0, 0});
  EXPECT_EQ(equal.p_value, 1.0);
  EXPECT_EQ(equal.wins_a + equal.wins_b, 0u);
  EXPECT_EQ(compare({7}).p_value, 1.0);
  // All magnitudes tied: the variance stays positive.
  EXPECT_LT(compare(Values(20, 1.0)).p_value, 1e-4);
}

TEST(ComparePaired, RanksInfiniteErrorsLastAndReportsNan) {
  const PairedComparison diverged = compare_paired(Values{kInfinity, 2, 3, 5}, Values{1, 1, 1, 1});
  EXPECT_EQ(diverged.rank_sum_positive, 10.0);
  EXPECT_EQ(diverged.p_value, 0.125);
  const PairedComparison both = compare_paired(Values{kInfinity, 2}, Values{kInfinity, 1});
  EXPECT_EQ(both.wins_b, 1u);
  EXPECT_EQ(both.p_value, 1.0);
  EXPECT_TRUE(std::isnan(compare({1, std::nan(""), 2}).p_value));
}

TEST(ComparePaired, RefusesSpansOfDifferentLength) {
  EXPECT_THROW(compare_paired(Values{1}, Values{1, 2}), std::invalid_argument);
}

TEST(HolmAdjusted, AgreesWithRsPAdjust) {
  // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
  const Values adjusted = holm_adjusted(Values{0.01, 0.04, 0.03, 0.005});
  const Values expected{0.03, 0.06, 0.06, 0.02};
  ASSERT_EQ(adjusted.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(adjusted[i], expected[i]);
}

TEST(HolmAdjusted, StaysWithinOneAndLeavesNanAside) {
  const Values adjusted = holm_adjusted(Values{0.6, std::nan(""), 0.02});
  EXPECT_EQ(adjusted[0], 0.6);
  EXPECT_TRUE(std::isnan(adjusted[1]));
  EXPECT_EQ(adjusted[2], 0.04);
  EXPECT_EQ(holm_adjusted(Values{0.9, 0.8})[0], 1.0);
  EXPECT_TRUE(holm_adjusted({}).empty());
}

}  // namespace
}  // namespace memlaw
