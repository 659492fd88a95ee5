#include "memlaw/base/rng.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <vector>

namespace memlaw {
namespace {

constexpr std::uint64_t kSeed = 20'240'607;

RandomStream stream(std::uint32_t individual = 0, std::uint64_t seed = kSeed) {
  return RandomStream(seed, 1, 2, individual, Purpose::test);
}

// Known answers published with Random123 (tests/kat_vectors).
TEST(Philox, GivesThePublishedKnownAnswers) {
  EXPECT_EQ(philox4x32_10({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(
      philox4x32_10({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
      (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(
      philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
      (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, IsAFunctionOfItsKeyOnly) {
  RandomStream first = stream();
  RandomStream second = stream();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(first(), second());
  RandomStream copy = first;
  for (int i = 0; i < 100; ++i) ASSERT_EQ(first(), copy());
}

TEST(RandomStream, DiffersInEveryPartOfTheKey) {
  std::vector<RandomStream> streams = {RandomStream(7, 0, 0, 0, Purpose::select),
                                       RandomStream(8, 0, 0, 0, Purpose::select),
                                       RandomStream(7 + (1ull << 32), 0, 0, 0, Purpose::select),
                                       RandomStream(7, 1, 0, 0, Purpose::select),
                                       RandomStream(7, 0, 1, 0, Purpose::select),
                                       RandomStream(7, 0, 0, 1, Purpose::select),
                                       RandomStream(7, 0, 0, 0, Purpose::vary)};
  std::set<std::uint32_t> seen;
  for (RandomStream& random : streams) {
    for (int i = 0; i < 64; ++i) seen.insert(random());
  }
  // 448 draws of 32 bits: a repeat by chance has probability 2e-5.
  EXPECT_EQ(seen.size(), streams.size() * 64);
}

TEST(RandomStream, UniformLiesInTheHalfOpenIntervalOnTheGrid) {
  RandomStream random = stream();
  double sum = 0.0;
  constexpr int kDraws = 100'000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.uniform();
    ASSERT_GE(value, 0.0);
    ASSERT_LT(value, 1.0);
    ASSERT_EQ(value * 0x1p53, std::trunc(value * 0x1p53));
    sum += value;
  }
  // Five standard deviations of the mean.
  EXPECT_NEAR(sum / kDraws, 0.5, 5.0 * std::sqrt(1.0 / 12.0 / kDraws));
}

TEST(RandomStream, BelowIsEvenOverSmallAndLargeRanges) {
  RandomStream random = stream();
  std::array<int, 7> counts{};
  constexpr int kDraws = 70'000;
  for (int i = 0; i < kDraws; ++i) ++counts.at(random.below(7));
  double chi_square = 0.0;
  for (const int count : counts) chi_square += (count - 10'000.0) * (count - 10'000.0) / 10'000.0;
  EXPECT_LT(chi_square, 32.0);  // 6 degrees of freedom: exceeded with probability 2e-5

  // With n = 3 * 2^30 a plain modulo would give the lowest third twice as often as the others.
  constexpr std::uint32_t kLarge = 3u << 30;
  int lowest = 0;
  for (int i = 0; i < kDraws; ++i) {
    const std::uint32_t value = random.below(kLarge);
    ASSERT_LT(value, kLarge);
    lowest += value < kLarge / 3 ? 1 : 0;
  }
  EXPECT_NEAR(lowest / double{kDraws}, 1.0 / 3.0, 0.01);
}

TEST(RandomStream, BelowOneIsZero) {
  RandomStream random = stream();
  for (int i = 0; i < 100; ++i) ASSERT_EQ(random.below(1), 0u);
}

TEST(RandomStream, NormalHasTheMomentsOfAStandardNormal) {
  RandomStream random = stream();
  double sum = 0.0, squares = 0.0, fourth = 0.0;
  constexpr int kDraws = 200'000;
  for (int i = 0; i < kDraws; ++i) {
    const double value = random.normal();
    ASSERT_TRUE(std::isfinite(value));
    sum += value;
    squares += value * value;
    fourth += value * value * value * value;
  }
  EXPECT_NEAR(sum / kDraws, 0.0, 5.0 * std::sqrt(1.0 / kDraws));
  EXPECT_NEAR(squares / kDraws, 1.0, 5.0 * std::sqrt(2.0 / kDraws));
  EXPECT_NEAR(fourth / kDraws, 3.0, 5.0 * std::sqrt(96.0 / kDraws));
}

TEST(RandomStream, NeighbouringIndividualsAreNotCorrelated) {
  double product = 0.0;
  constexpr int kStreams = 100'000;
  for (std::uint32_t i = 0; i < kStreams; ++i) {
    product += (stream(i).uniform() - 0.5) * (stream(i + 1).uniform() - 0.5) * 12.0;
  }
  EXPECT_NEAR(product / kStreams, 0.0, 5.0 / std::sqrt(double{kStreams}));
}

}  // namespace
}  // namespace memlaw
