// Counter-based random numbers: Philox4x32-10 (Salmon et al., "Parallel random numbers: as easy as
// 1, 2, 3", SC 2011), from Random123.
//
// A stream is a pure function of its key, so any individual of any generation can be bred by any
// thread, or by a GPU thread, and gives the same bits. Streams are values: cheap to copy, not
// shared between threads.
#pragma once

#include <array>
#include <cstdint>

namespace memlaw {

// What a stream is used for. Distinct purposes of the same individual never share numbers.
enum class Purpose : std::uint32_t {
  initialise = 1,
  select = 2,
  vary = 3,
  migrate = 4,
  restart_constants = 5,
  split = 6,
  seed = 7,
  test = 8,
  tree = 9,
  tune = 10,
};

using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

// The bijection that every stream is made of: 128 random bits for a counter and a key.
PhiloxBlock philox4x32_10(const PhiloxBlock& counter, const PhiloxKey& key);

class RandomStream {
 public:
  using result_type = std::uint32_t;
  // `island` must be below 2^24. A stream gives 2^34 numbers before it repeats.
  RandomStream(std::uint64_t seed, std::uint32_t island, std::uint32_t generation,
               std::uint32_t individual, Purpose purpose);

  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xffffffffu; }
  result_type operator()();

  // Uniform in [0, 1), a multiple of 2^-53.
  double uniform();
  // Uniform in [low, high), up to the rounding of the result.
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  // Uniform in 0 .. n-1 without modulo bias. n must be at least 1.
  std::uint32_t below(std::uint32_t n);
  // Standard normal (Box-Muller).
  double normal();
  bool chance(double probability) { return uniform() < probability; }

 private:
  // Island and purpose share one word of the counter.
  static constexpr unsigned kPurposeBits = 8;

  void refill();
  PhiloxKey key_;
  PhiloxBlock counter_;
  PhiloxBlock block_{};
  unsigned used_ = 4;
};

}  // namespace memlaw
