#include "memlaw/base/rng.hpp"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

namespace memlaw {

PhiloxBlock philox4x32_10(const PhiloxBlock& counter, const PhiloxKey& key) {
  const r123::Philox4x32::ctr_type c = {{counter[0], counter[1], counter[2], counter[3]}};
  const r123::Philox4x32::key_type k = {{key[0], key[1]}};
  const r123::Philox4x32::ctr_type block = r123::Philox4x32_R<10>()(c, k);
  return {block[0], block[1], block[2], block[3]};
}

RandomStream::RandomStream(std::uint64_t seed, std::uint32_t island, std::uint32_t generation,
                           std::uint32_t individual, Purpose purpose)
    : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
      counter_{0, individual, generation,
               (island << kPurposeBits) | static_cast<std::uint32_t>(purpose)} {}

void RandomStream::refill() {
  block_ = philox4x32_10(counter_, key_);
  ++counter_[0];
  used_ = 0;
}

RandomStream::result_type RandomStream::operator()() {
  if (used_ == block_.size()) refill();
  return block_[used_++];
}

double RandomStream::uniform() {
  const std::uint64_t high = (*this)();
  const std::uint64_t low = (*this)();
  return static_cast<double>(((high << 32) | low) >> 11) * 0x1p-53;
}

std::uint32_t RandomStream::below(std::uint32_t n) {
  // Lemire, "Fast random integer generation in an interval", 2019: the high half of a product is
  // the result, and the few low halves that would favour some results are rejected.
  std::uint64_t product = std::uint64_t{(*this)()} * n;
  if (static_cast<std::uint32_t>(product) < n) {
    const std::uint32_t threshold = (0u - n) % n;
    while (static_cast<std::uint32_t>(product) < threshold) {
      product = std::uint64_t{(*this)()} * n;
    }
  }
  return static_cast<std::uint32_t>(product >> 32);
}

double RandomStream::normal() {
  // 1 - uniform() lies in (0, 1], so the logarithm is finite.
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace memlaw
