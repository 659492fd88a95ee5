// The random streams of device threads, against those of base/rng.hpp (Random123).
#include "../../../src/search/kernel/random.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "memlaw/base/rng.hpp"
#include "simt.hpp"

namespace memlaw {
namespace {

struct Key {
  std::uint64_t seed;
  std::uint32_t island, generation, individual;
  Purpose purpose;
};

RandomStream host_stream(const Key& k) {
  return RandomStream(k.seed, k.island, k.generation, k.individual, k.purpose);
}
kernel::RandomStream device_stream(const Key& k) {
  return kernel::RandomStream(k.seed, k.island, k.generation, k.individual,
                              static_cast<std::uint32_t>(k.purpose));
}

std::vector<Key> keys() {
  std::vector<Key> out = {{0, 0, 0, 0, Purpose::initialise},
                          {~0ull, (1u << 24) - 1, ~0u, ~0u, Purpose::tune}};
  RandomStream random(31, 0, 0, 0, Purpose::test);
  while (out.size() < 200) {
    Key key{};
    key.seed = (std::uint64_t{random()} << 32) | random();
    key.island = random.below(1u << 24);
    key.generation = random();
    key.individual = random();
    key.purpose = static_cast<Purpose>(1 + random.below(10));
    out.push_back(key);
  }
  return out;
}

// Known answers published with Random123 (tests/kat_vectors).
TEST(DevicePhilox, GivesThePublishedKnownAnswers) {
  const kernel::PhiloxWords zero = kernel::philox4x32_10({{0, 0, 0, 0}}, 0, 0);
  const std::uint32_t of_zero[] = {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  const kernel::PhiloxWords pi = kernel::philox4x32_10(
      {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}}, 0xa4093822, 0x299f31d0);
  const std::uint32_t of_pi[] = {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1};
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(zero.word[k], of_zero[k]);
    EXPECT_EQ(pi.word[k], of_pi[k]);
  }
}

// All kinds of draws mixed, so that the streams also agree on how many words each one takes.
TEST(DeviceRandomStream, EqualsTheHostsStreamForEveryKeyAndKindOfDraw) {
  for (const Key& key : keys()) {
    RandomStream host = host_stream(key);
    kernel::RandomStream device = device_stream(key);
    RandomStream choice(7, 0, 0, key.individual, Purpose::test);
    for (int draw = 0; draw < 300; ++draw) {
      // Ranges just above 2^31 reject nearly half of the words.
      const std::uint32_t n = choice.below(2) == 0 ? 1 + choice.below(40) : 0x80000001u + draw;
      switch (choice.below(4)) {
        case 0:
          ASSERT_EQ(host(), device());
          break;
        case 1:
          ASSERT_EQ(host.below(n), device.below(n)) << n;
          break;
        case 2:
          ASSERT_EQ(host.uniform(-2.0, 3.0), device.uniform(-2.0, 3.0));
          break;
        default:
          ASSERT_EQ(host.chance(0.35), device.chance(0.35));
      }
    }
  }
}

// Thread i of the grid draws individual i's numbers; threads past the last individual draw none.
struct DrawNumbers {
  std::uint32_t individuals;
  std::uint32_t* out;

  template <class Block>
  void operator()(Block& block) const {
    const auto i = static_cast<std::uint32_t>(block.index() * block.threads() + block.thread());
    if (i >= individuals) return;
    kernel::RandomStream random(5, 3, 9, i, static_cast<std::uint32_t>(Purpose::vary));
    for (std::uint32_t k = 0; k < 9; ++k) out[9 * i + k] = random.below(1 + 1000 * k);
  }
};

TEST(DeviceRandomStream, DoesNotDependOnTheBlocksOrTheOrderOfThreads) {
  constexpr std::uint32_t individuals = 301;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < individuals; ++i) {
    RandomStream random(5, 3, 9, i, Purpose::vary);
    for (std::uint32_t k = 0; k < 9; ++k) expected.push_back(random.below(1 + 1000 * k));
  }
  for (const int threads : {32, 64, 96, 128, 256}) {
    for (const std::uint64_t seed : {1, 2, 3}) {
      std::vector<std::uint32_t> drawn(9 * individuals);
      simt::launch(DrawNumbers{individuals, drawn.data()},
                   {.blocks = (static_cast<int>(individuals) + threads - 1) / threads,
                    .threads = threads,
                    .seed = seed});
      EXPECT_EQ(drawn, expected) << threads << " threads, order " << seed;
    }
  }
}

}  // namespace
}  // namespace memlaw
