// Vectors of the machine's natural width, by the compiler's vector extension: arithmetic,
// comparisons and ?: work on them lane by lane, so that code written for V serves float, double and
// their vectors alike. A lane never influences its neighbours.
//
// MEMLAW_VECTOR_BYTES follows from the flags a file is compiled with. No operation here is fused
// or reassociated, so a lane computes the same bits at every width and on every machine.
#pragma once

#include <cstddef>
#include <cstdint>

#include "number.hpp"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

#if defined(__AVX__)
inline constexpr std::size_t vector_bytes = 32;
#else
inline constexpr std::size_t vector_bytes = 16;
#endif

using Double = double __attribute__((vector_size(vector_bytes)));
using Float = float __attribute__((vector_size(vector_bytes)));
// Bit patterns. Unsigned, so that sums of them may wrap.
using Long = std::uint64_t __attribute__((vector_size(vector_bytes)));
using Int = std::uint32_t __attribute__((vector_size(vector_bytes)));

template <>
struct Traits<Double> : Traits<double> {
  using Bits = Long;
};
template <>
struct Traits<Float> : Traits<float> {
  using Bits = Int;
};

template <class Real>
struct VectorOf;
template <>
struct VectorOf<double> {
  using Type = Double;
};
template <>
struct VectorOf<float> {
  using Type = Float;
};
template <class Real>
using Vec = typename VectorOf<Real>::Type;

template <class V>
concept Vector = __is_same(V, Double) || __is_same(V, Float);

// Lanes of a vector of T.
template <class T>
inline constexpr std::size_t width = vector_bytes / sizeof(T);

// Memory of tiles and columns is aligned to 64 bytes and read at multiples of the width.
template <class Real>
inline Vec<Real> load(const Real* p) {
  return *reinterpret_cast<const Vec<Real>*>(p);
}
template <class Real>
inline void store(Real* p, Vec<Real> v) {
  *reinterpret_cast<Vec<Real>*>(p) = v;
}

template <Vector V>
inline V broadcast(Scalar<V> x) {
  return x - V{};  // a sum would lose the sign of -0
}

template <Vector V>
inline V select(Mask<V> mask, V a, V b) {
  return mask ? a : b;
}
template <Vector V>
inline V select(Mask<V> mask, V a, Scalar<V> b) {
  return mask ? a : broadcast<V>(b);
}
template <class M>
inline M mask_not(M mask) {
  return ~mask;
}
// All bits of a lane set or none.
template <Vector V>
inline Bits<V> mask_bits(Mask<V> mask) {
  return (Bits<V>)mask;
}

inline Long bits(Double x) { return (Long)x; }
inline Int bits(Float x) { return (Int)x; }
inline Double from_bits(Long x) { return (Double)x; }
inline Float from_bits(Int x) { return (Float)x; }

template <class M>
inline bool any(M mask) {
  std::uint64_t found = 0;
  const auto words = (Long)mask;
  for (std::size_t i = 0; i < width<std::uint64_t>; ++i) found |= words[i];
  return found != 0;
}

inline Double sqrt(Double x) {
#if defined(__AVX__)
  return (Double)_mm256_sqrt_pd((__m256d)x);
#elif defined(__SSE2__)
  return (Double)_mm_sqrt_pd((__m128d)x);
#else
  for (std::size_t i = 0; i < width<double>; ++i) x[i] = __builtin_sqrt(x[i]);
  return x;
#endif
}

inline Float sqrt(Float x) {
#if defined(__AVX__)
  return (Float)_mm256_sqrt_ps((__m256)x);
#elif defined(__SSE2__)
  return (Float)_mm_sqrt_ps((__m128)x);
#else
  for (std::size_t i = 0; i < width<float>; ++i) x[i] = __builtin_sqrtf(x[i]);
  return x;
#endif
}

// The lower and the upper half of a vector of floats as doubles, and back.
struct TwoDoubles {
  Double low, high;
};

inline TwoDoubles widen(Float x) {
#if defined(__AVX__)
  const auto v = (__m256)x;
  return {(Double)_mm256_cvtps_pd(_mm256_castps256_ps128(v)),
          (Double)_mm256_cvtps_pd(_mm256_extractf128_ps(v, 1))};
#elif defined(__SSE2__)
  const auto v = (__m128)x;
  return {(Double)_mm_cvtps_pd(v), (Double)_mm_cvtps_pd(_mm_movehl_ps(v, v))};
#else
  TwoDoubles r;
  for (std::size_t i = 0; i < width<double>; ++i) {
    r.low[i] = static_cast<double>(x[i]);
    r.high[i] = static_cast<double>(x[i + width<double>]);
  }
  return r;
#endif
}

inline Float narrow(TwoDoubles x) {
#if defined(__AVX__)
  return (Float)_mm256_set_m128(_mm256_cvtpd_ps((__m256d)x.high), _mm256_cvtpd_ps((__m256d)x.low));
#elif defined(__SSE2__)
  return (Float)_mm_movelh_ps(_mm_cvtpd_ps((__m128d)x.low), _mm_cvtpd_ps((__m128d)x.high));
#else
  Float r;
  for (std::size_t i = 0; i < width<double>; ++i) {
    r[i] = static_cast<float>(x.low[i]);
    r[i + width<double>] = static_cast<float>(x.high[i]);
  }
  return r;
#endif
}

// f, written for vectors of doubles, on single precision.
template <class F>
inline Float in_double(F f, Float x) {
  const TwoDoubles w = widen(x);
  return narrow({f(w.low), f(w.high)});
}
template <class F>
inline Float in_double(F f, Float x, Float y) {
  const TwoDoubles a = widen(x);
  const TwoDoubles b = widen(y);
  return narrow({f(a.low, b.low), f(a.high, b.high)});
}

inline Double library_sin(Double x) {
  for (std::size_t i = 0; i < width<double>; ++i) x[i] = library_sin(x[i]);
  return x;
}
inline Double library_cos(Double x) {
  for (std::size_t i = 0; i < width<double>; ++i) x[i] = library_cos(x[i]);
  return x;
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
