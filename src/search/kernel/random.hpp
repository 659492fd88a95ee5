// The random numbers of base/rng.hpp for code that a device runs too: the same numbers, bit for
// bit, for the same key.
//
// Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC 2011), written
// out because base/rng.hpp needs the standard library. A stream is a value of one thread: keyed by
// (seed, island, generation, individual, purpose), it needs nothing from another thread and gives
// the same numbers in any order of threads. Only integers and exact scaling: normal numbers need
// logarithms and cosines, whose last bits are the C library's in base/rng.hpp.
#pragma once

#include <cstdint>

#include "host_device.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

struct PhiloxWords {
  std::uint32_t word[4];
};

// 128 random bits for a counter and a key.
MEMLAW_HD inline PhiloxWords philox4x32_10(PhiloxWords counter, std::uint32_t key0,
                                           std::uint32_t key1) {
  constexpr std::uint32_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t p0 = std::uint64_t{multiplier0} * counter.word[0];
    const std::uint64_t p1 = std::uint64_t{multiplier1} * counter.word[2];
    counter = {{static_cast<std::uint32_t>(p1 >> 32) ^ counter.word[1] ^ key0,
                static_cast<std::uint32_t>(p1),
                static_cast<std::uint32_t>(p0 >> 32) ^ counter.word[3] ^ key1,
                static_cast<std::uint32_t>(p0)}};
    key0 += weyl0;
    key1 += weyl1;
  }
  return counter;
}

class RandomStream {
 public:
  // `purpose`: a value of memlaw::Purpose. `island` must be below 2^24. A stream gives 2^34 numbers
  // before it repeats.
  MEMLAW_HD RandomStream(std::uint64_t seed, std::uint32_t island, std::uint32_t generation,
                         std::uint32_t individual, std::uint32_t purpose)
      : key0_(static_cast<std::uint32_t>(seed)),
        key1_(static_cast<std::uint32_t>(seed >> 32)),
        counter_{{0, individual, generation, (island << 8) | purpose}} {}

  MEMLAW_HD std::uint32_t operator()() {
    if (used_ == 4) {
      words_ = philox4x32_10(counter_, key0_, key1_);
      ++counter_.word[0];
      used_ = 0;
    }
    return words_.word[used_++];
  }

  // Uniform in [0, 1), a multiple of 2^-53.
  MEMLAW_HD double uniform() {
    // Two statements: the order of two calls in one expression is the compiler's to choose.
    const std::uint64_t high = (*this)();
    const std::uint64_t low = (*this)();
    return static_cast<double>(((high << 32) | low) >> 11) * 0x1p-53;
  }
  // Uniform in [low, high), up to the rounding of the result.
  MEMLAW_HD double uniform(double low, double high) { return low + (high - low) * uniform(); }
  MEMLAW_HD bool chance(double probability) { return uniform() < probability; }

  // Uniform in 0 .. n-1 without modulo bias (Lemire, "Fast random integer generation in an
  // interval", 2019). n must be at least 1.
  MEMLAW_HD std::uint32_t below(std::uint32_t n) {
    std::uint64_t product = std::uint64_t{(*this)()} * n;
    if (static_cast<std::uint32_t>(product) < n) {
      const std::uint32_t threshold = (0u - n) % n;
      while (static_cast<std::uint32_t>(product) < threshold)
        product = std::uint64_t{(*this)()} * n;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

 private:
  std::uint32_t key0_, key1_;
  PhiloxWords counter_;
  PhiloxWords words_{};
  unsigned used_ = 4;
};

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
