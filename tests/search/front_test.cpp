#include "../../src/search/front.hpp"

#include <gtest/gtest.h>

#include <random>

#include "../../src/search/seen_set.hpp"

namespace memlaw {
namespace {

Individual point(double complexity, double loss) {
  Individual out;
  out.complexity = complexity;
  out.loss = loss;
  return out;
}

TEST(Front, HoldsExactlyTheNonDominatedPointsOfEverythingInserted) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    Front front;
    std::vector<Individual> all;
    for (int k = 0; k < 60; ++k) {
      all.push_back(point(static_cast<double>(random() % 15), static_cast<double>(random() % 30)));
      front.insert(all.back());
    }
    const auto& entries = front.entries();
    for (std::size_t k = 1; k < entries.size(); ++k) {
      EXPECT_LT(entries[k - 1].complexity, entries[k].complexity);
      EXPECT_GT(entries[k - 1].loss, entries[k].loss);
    }
    for (const Individual& x : all)
      EXPECT_TRUE(std::any_of(
          entries.begin(), entries.end(),
          [&](const Individual& e) { return e.loss <= x.loss && e.complexity <= x.complexity; }))
          << "seed " << seed;
  }
}

TEST(Front, RefusesInfiniteAndNanLosses) {
  Front front;
  EXPECT_FALSE(front.insert(point(1.0, std::numeric_limits<double>::infinity())));
  EXPECT_FALSE(front.insert(point(1.0, std::numeric_limits<double>::quiet_NaN())));
  EXPECT_TRUE(front.entries().empty());
}

TEST(SeenSet, CountsInsertionsOfEachStructure) {
  SeenSet seen;
  EXPECT_EQ(seen.count("a"), 0u);
  seen.insert("a");
  seen.insert("a");
  seen.insert("b");
  EXPECT_EQ(seen.count("a"), 2u);
  EXPECT_EQ(seen.count("b"), 1u);
}

TEST(SeenSet, ForgetsTheOldestHalfInsteadOfGrowing) {
  SeenSet seen(100);
  for (int k = 0; k < 1000; ++k) seen.insert(std::to_string(k));
  std::uint32_t remembered = 0;
  for (int k = 0; k < 1000; ++k) remembered += seen.count(std::to_string(k));
  EXPECT_LE(remembered, 100u);
  EXPECT_GE(remembered, 50u);
  EXPECT_EQ(seen.count("999"), 1u);
}

}  // namespace
}  // namespace memlaw
