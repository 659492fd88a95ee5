#include "training.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace memlaw::neural {
namespace {

TEST(Training, TheLearningRateWarmsUpThenFallsToZeroAsACosine) {
  EXPECT_DOUBLE_EQ(learning_rate_factor(0, 1000, 0.1), 0.01);
  EXPECT_DOUBLE_EQ(learning_rate_factor(49, 1000, 0.1), 0.5);
  EXPECT_DOUBLE_EQ(learning_rate_factor(99, 1000, 0.1), 1.0);
  EXPECT_DOUBLE_EQ(learning_rate_factor(100, 1000, 0.1), 1.0);
  EXPECT_NEAR(learning_rate_factor(550, 1000, 0.1), 0.5, 1e-12);
  EXPECT_NEAR(learning_rate_factor(999, 1000, 0.1), 0.0, 1e-5);
  EXPECT_DOUBLE_EQ(learning_rate_factor(0, 1, 0.0), 1.0);
}

TEST(Training, GradientsAreClippedByTheirCommonNorm) {
  Vector gradients(2);
  gradients << 3.0, 4.0;
  EXPECT_DOUBLE_EQ(clip_norm(gradients, 10.0), 5.0);
  EXPECT_EQ(gradients(1), 4.0);
  EXPECT_DOUBLE_EQ(clip_norm(gradients, 1.0), 5.0);
  EXPECT_DOUBLE_EQ(gradients(0), 0.6);
  EXPECT_DOUBLE_EQ(gradients(1), 0.8);
}

TEST(Training, RowsOfOneGroupAreHeldBackTogether) {
  std::vector<std::int64_t> group;
  for (int r = 0; r < 100; ++r) group.push_back(r / 4);
  const std::vector<bool> chosen =
      choose_training_rows(group, 0.2, RandomStream(1, 0, 0, 0, Purpose::test));
  std::set<std::int64_t> trained, held;
  for (std::size_t r = 0; r < group.size(); ++r) (chosen[r] ? trained : held).insert(group[r]);
  EXPECT_EQ(trained.size(), 20u);
  EXPECT_EQ(held.size(), 5u);
  for (const std::int64_t g : held) EXPECT_FALSE(trained.contains(g));
}

TEST(Training, FewGroupsOrNoPartHoldNothingBack) {
  const RandomStream random(1, 0, 0, 0, Purpose::test);
  EXPECT_EQ(choose_training_rows({0, 0, 1, 1}, 0.5, random), std::vector<bool>(4, true));
  EXPECT_EQ(choose_training_rows({0, 1, 2, 3}, 0.0, random), std::vector<bool>(4, true));
  const std::vector<bool> three = choose_training_rows({0, 1, 2}, 0.01, random);
  EXPECT_EQ(std::count(three.begin(), three.end(), false), 1);
}

}  // namespace
}  // namespace memlaw::neural
