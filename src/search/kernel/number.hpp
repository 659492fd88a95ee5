// Plain numbers under the names that vector.hpp gives to vectors, so that code written for V serves
// the lanes of a CPU tile, the threads of a device and single numbers alike, and gives each of them
// the same bits.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "host_device.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// What belongs to a type V of values: its numbers, the integers of its size, its layout.
template <class V>
struct Traits;

template <>
struct Traits<double> {
  using Scalar = double;
  using Bits = std::uint64_t;
  static constexpr int mantissa = 52;
  static constexpr int bias = 1023;
  static constexpr double lowest_normal = 0x1p-1022;
  static constexpr std::uint64_t sign = 0x8000000000000000;
};
template <>
struct Traits<float> {
  using Scalar = float;
  using Bits = std::uint32_t;
  static constexpr int mantissa = 23;
  static constexpr int bias = 127;
  static constexpr float lowest_normal = 0x1p-126F;
  static constexpr std::uint32_t sign = 0x80000000;
};

template <class V>
using Scalar = typename Traits<V>::Scalar;
// Bit patterns. Unsigned, so that sums of them may wrap.
template <class V>
using Bits = typename Traits<V>::Bits;
// What a comparison of two V gives. Masks are combined by & and |, and negated by mask_not.
template <class V>
using Mask = decltype(V{} < V{});

template <class V>
inline constexpr bool is_double = sizeof(Scalar<V>) == 8;

template <class V>
concept Number = __is_same(V, double) || __is_same(V, float);

template <Number V>
MEMLAW_HD inline V broadcast(V x) {
  return x;
}
template <Number V>
MEMLAW_HD inline V select(bool mask, V a, Scalar<V> b) {
  return mask ? a : b;
}
MEMLAW_HD inline bool mask_not(bool mask) { return !mask; }
MEMLAW_HD inline bool any(bool mask) { return mask; }
// All bits set or none.
template <Number V>
MEMLAW_HD inline Bits<V> mask_bits(bool mask) {
  return mask ? ~Bits<V>{0} : Bits<V>{0};
}

#if defined(__CUDA_ARCH__)
MEMLAW_HD inline std::uint64_t bits(double x) {
  return static_cast<std::uint64_t>(__double_as_longlong(x));
}
MEMLAW_HD inline std::uint32_t bits(float x) { return __float_as_uint(x); }
MEMLAW_HD inline double from_bits(std::uint64_t x) {
  return __longlong_as_double(static_cast<long long>(x));
}
MEMLAW_HD inline float from_bits(std::uint32_t x) { return __uint_as_float(x); }
#else
MEMLAW_HD inline std::uint64_t bits(double x) { return __builtin_bit_cast(std::uint64_t, x); }
MEMLAW_HD inline std::uint32_t bits(float x) { return __builtin_bit_cast(std::uint32_t, x); }
MEMLAW_HD inline double from_bits(std::uint64_t x) { return __builtin_bit_cast(double, x); }
MEMLAW_HD inline float from_bits(std::uint32_t x) { return __builtin_bit_cast(float, x); }
#endif

MEMLAW_HD inline double sqrt(double x) { return ::sqrt(x); }
MEMLAW_HD inline float sqrt(float x) { return ::sqrtf(x); }

// Beyond the range of our own reductions. Each machine's C library: last bits may differ there.
MEMLAW_HD inline double library_sin(double x) { return ::sin(x); }
MEMLAW_HD inline double library_cos(double x) { return ::cos(x); }

// f, written for double, on single precision.
template <class F>
MEMLAW_HD inline float in_double(F f, float x) {
  return static_cast<float>(f(static_cast<double>(x)));
}
template <class F>
MEMLAW_HD inline float in_double(F f, float x, float y) {
  return static_cast<float>(f(static_cast<double>(x), static_cast<double>(y)));
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
