// The elementary functions on vectors and numbers, by additions, multiplications, divisions and bit
// operations only: no fused multiply-add, no tables, no instruction that rounds differently
// elsewhere. A lane's result depends on its argument alone, so it is the same for every instruction
// set. Special values are those of IEEE 754 and the C library; errors stay below 2 units in the
// last place (tests/search/kernel_math_test.cpp measures them).
//
// Methods: argument reduction by Cody and Waite, Taylor polynomials on the reduced range (minimax
// ones would save a term or two), the arctanh series for logarithms,
// Gauss's continued fraction for tanh, Dekker's products for pow.
#pragma once

#if defined(__CUDACC__)
#include "number.hpp"
#else
#include "vector.hpp"
#endif

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

template <class V>
MEMLAW_HD inline V abs(V x) {
  return from_bits(bits(x) & ~Traits<V>::sign);
}
// |x| with the sign of s.
template <class V>
MEMLAW_HD inline V copy_sign(V x, V s) {
  return from_bits((bits(x) & ~Traits<V>::sign) | (bits(s) & Traits<V>::sign));
}

// x to the nearest integer, ties to even, for |x| below 2^(mantissa - 2); adding `magic` leaves the
// integer in the low bits.
template <class V>
inline constexpr Scalar<V> magic = sizeof(Scalar<V>) == 8 ? Scalar<V>(0x1.8p52)
                                                          : Scalar<V>(0x1.8p23F);

// Values at least this large are integers.
template <class V>
inline constexpr Scalar<V> all_integers = sizeof(Scalar<V>) == 8 ? Scalar<V>(0x1p52)
                                                                 : Scalar<V>(0x1p23F);

// |x| to the nearest integer where that is below all_integers.
template <class V>
MEMLAW_HD inline V nearest_magnitude(V x) {
  const V a = abs(x);
  return (a + all_integers<V>)-all_integers<V>;
}

template <class V>
MEMLAW_HD inline V floor(V x) {
  const V r = copy_sign(nearest_magnitude(x), x);
  const V lower = r - select(r > x, broadcast<V>(1), Scalar<V>(0));
  return select(abs(x) < all_integers<V>, copy_sign(lower, x), x);
}

template <class V>
MEMLAW_HD inline V ceil(V x) {
  return -floor(-x);
}

template <class V>
MEMLAW_HD inline V round(V x) {
  const V a = abs(x);
  const V lower = floor(a);
  const V r = lower + select(a - lower >= Scalar<V>(0.5), broadcast<V>(1), Scalar<V>(0));
  return select(a < all_integers<V>, copy_sign(r, x), x);
}

// 2^k for an integer k with a normal result, held as a floating point number.
template <class V>
MEMLAW_HD inline V power_of_two(V k) {
  constexpr auto shift = Scalar<V>(magic<V> + Traits<V>::bias);
  return from_bits(bits(k + shift) << Traits<V>::mantissa);
}

template <class V>
MEMLAW_HD inline V exp_of_sum(V x, V tail);

// e^x.
template <class V>
MEMLAW_HD inline V exp(V x) {
  return exp_of_sum(x, broadcast<V>(0));
}

// e^(x + tail) for a tail far below x.
template <class V>
MEMLAW_HD inline V exp_of_sum(V x, V tail) {
  using S = Scalar<V>;
  constexpr S highest = is_double<V> ? S(720) : S(100);
  constexpr S lowest = is_double<V> ? S(-760) : S(-110);
  constexpr S log2_e = S(0x1.71547652b82fep+0);
  // ln 2 in two parts; k times the first one is exact.
  constexpr S ln2_high = is_double<V> ? S(0x1.62e42fefa2p-1) : S(0x1.62e4p-1);
  constexpr S ln2_low = is_double<V> ? S(0x1.9ef35793c7673p-41) : S(0x1.7f7d1cf79abcap-20);
  const V clamped = select(x > highest, broadcast<V>(highest), x);
  const V y = select(clamped < lowest, broadcast<V>(lowest), clamped);
  const V k = (y * log2_e + magic<V>)-magic<V>;
  const V r = ((y - k * ln2_high) - k * ln2_low) + tail;
  const V r2 = r * r;
  V p;  // (e^r - 1 - r) / r^2, |r| <= ln 2 / 2, in pairs of terms to shorten the chain
  if constexpr (is_double<V>) {
    p = S(1.0 / 479001600) + r * S(1.0 / 6227020800);
    p = (S(1.0 / 3628800) + r * S(1.0 / 39916800)) + r2 * p;
    p = (S(1.0 / 40320) + r * S(1.0 / 362880)) + r2 * p;
    p = (S(1.0 / 720) + r * S(1.0 / 5040)) + r2 * p;
    p = (S(1.0 / 24) + r * S(1.0 / 120)) + r2 * p;
  } else {
    p = S(1.0 / 720) + r * S(1.0 / 5040);
    p = (S(1.0 / 24) + r * S(1.0 / 120)) + r2 * p;
  }
  p = (S(0.5) + r * S(1.0 / 6)) + r2 * p;
  const V value = S(1) + (r + r2 * p);
  // Two factors, so that the intermediate one is normal whatever the result is.
  const V half = (k * S(0.5) + magic<V>)-magic<V>;
  return (value * power_of_two(half)) * power_of_two(k - half);
}

// x = m 2^k with m in [sqrt(1/2), sqrt(2)), for positive finite x, subnormal ones included.
template <class V>
struct Split {
  V m, k;
};

template <class V>
MEMLAW_HD inline Split<V> split(V x) {
  using S = Scalar<V>;
  constexpr S scale = is_double<V> ? S(0x1p54) : S(0x1p25F);
  constexpr S exponent_of_scale = is_double<V> ? S(54) : S(25);
  const auto small = x < Traits<V>::lowest_normal;
  const V normal = select(small, x * scale, x);
  // Moving sqrt(1/2) up to 1 puts the border between binades where m needs it.
  using Word = decltype(+Traits<V>::sign);
  constexpr Word gap =
      is_double<V> ? Word(0x3ff0000000000000 - 0x3fe6a09e667f3bcd) : Word(0x3f800000 - 0x3f3504f3);
  const Bits<V> shifted = bits(normal) + gap;
  const Bits<V> exponent = (shifted >> Traits<V>::mantissa) & (Traits<V>::bias * 2 + 1);
  const Bits<V> unit = (Bits<V>{} + Word(Traits<V>::bias)) - exponent;
  const V m = from_bits(bits(normal) + (unit << Traits<V>::mantissa));
  // The exponent as a number: as the low bits of a large one.
  const V large = from_bits(exponent | bits(broadcast<V>(all_integers<V>)));
  const V k = (large - all_integers<V>)-S(Traits<V>::bias);
  return {m, k - select(small, broadcast<V>(exponent_of_scale), S(0))};
}

// What log and log2 share outside of the positive finite numbers.
template <class V>
MEMLAW_HD inline V log_special(V x, V value) {
  using S = Scalar<V>;
  const S infinity = S(__builtin_inf());
  V r = select(x == infinity, x, value);
  r = select(x == S(0), broadcast<V>(-infinity), r);
  return select(x >= S(0), r, S(__builtin_nan("")));
}

// The tail of log(1 + f) = f - f^2/2 + s (f^2/2 + R), s = f / (2 + f): returns R, a series in s^2.
template <class V>
MEMLAW_HD inline V log_series(V z) {
  using S = Scalar<V>;
  V p;
  if constexpr (is_double<V>) {
    const V z2 = z * z;
    p = S(2.0 / 21) + z * S(2.0 / 23);
    p = (S(2.0 / 17) + z * S(2.0 / 19)) + z2 * p;
    p = (S(2.0 / 13) + z * S(2.0 / 15)) + z2 * p;
    p = (S(2.0 / 9) + z * S(2.0 / 11)) + z2 * p;
    p = (S(2.0 / 5) + z * S(2.0 / 7)) + z2 * p;
    p = S(2.0 / 3) + z * p;
  } else {
    p = S(2.0 / 7) + z * S(2.0 / 9);
    p = S(2.0 / 3) + z * (S(2.0 / 5) + z * p);
  }
  return z * p;
}

template <class V>
MEMLAW_HD inline V log(V x) {
  using S = Scalar<V>;
  constexpr S ln2_high = is_double<V> ? S(0x1.62e42fefa2p-1) : S(0x1.62e4p-1);
  constexpr S ln2_low = is_double<V> ? S(0x1.9ef35793c7673p-41) : S(0x1.7f7d1cf79abcap-20);
  const Split<V> part = split(x);
  const V f = part.m - S(1);
  const V s = f / (S(2) + f);
  const V half_square = S(0.5) * f * f;
  const V r = log_series(s * s);
  const V low = s * (half_square + r) + part.k * ln2_low;
  return log_special(x, part.k * ln2_high - ((half_square - low) - f));
}

template <class V>
requires is_double<V> MEMLAW_HD inline V log2(V x) {
  // 1 / ln 2 in two parts; what the first one is multiplied with has its low half cleared.
  constexpr double high_factor = 0x1.7154764p+0;
  constexpr double low_factor = 0x1.7154765p+0 - high_factor + 0x1.5c17f0bbbe88p-31;
  const Split<V> part = split(x);
  const V f = part.m - 1.0;
  const V s = f / (2.0 + f);
  const V half_square = 0.5 * f * f;
  const V r = log_series(s * s);
  const V high = from_bits(bits(f - half_square) & ~std::uint64_t{0xffffffff});
  const V low = ((f - high) - half_square) + s * (half_square + r);
  const V scaled_high = high * high_factor;
  const V scaled_low = (low + high) * low_factor + low * high_factor;
  const V sum = part.k + scaled_high;
  const V rest = ((part.k - sum) + scaled_high) + scaled_low;
  return log_special(x, sum + rest);
}

// sin (quarter 0) and cos (quarter 1): both are one of two polynomials on [-pi/4, pi/4].
template <class V>
requires is_double<V> MEMLAW_HD inline V sin_of_quarters(V x, std::uint64_t quarter) {
  // pi/2 in parts of 33 bits, so that multiples below 2^20 of the first three are exact.
  constexpr double part1 = 0x1.921fb544p+0;
  constexpr double part2 = 0x1.0b4611a6p-34;
  constexpr double part3 = 0x1.3198a2ep-69;
  constexpr double part4 = 0x1.b839a252049c1p-104;
  const V shifted = x * 0x1.45f306dc9c883p-1 + magic<V>;
  const V k = shifted - magic<V>;
  const V far = x - k * part1;
  const V near = far - k * part2;
  const V lost = (far - near) - k * part2;
  const V r = (near - k * part3) + (lost - k * part4);
  const V z = r * r;
  V sine = 1.0 / 6227020800 + z * (-1.0 / 1307674368000 + z * (1.0 / 355687428096000));
  sine = -1.0 / 5040 + z * (1.0 / 362880 + z * (-1.0 / 39916800 + z * sine));
  sine = r + r * z * (-1.0 / 6 + z * (1.0 / 120 + z * sine));
  V cosine = 1.0 / 479001600 + z * (-1.0 / 87178291200 + z * (1.0 / 20922789888000));
  cosine = 1.0 / 24 + z * (-1.0 / 720 + z * (1.0 / 40320 + z * (-1.0 / 3628800 + z * cosine)));
  // 1 - z/2 rounded, and what the rounding lost.
  const V half = 0.5 * z;
  const V one = 1.0 - half;
  cosine = one + (((1.0 - one) - half) + z * z * cosine);
  const Bits<V> n = bits(shifted) + quarter;
  const V value = select<V>((n & 1) != 0, cosine, sine);
  return from_bits(bits(value) ^ ((n & 2) << 62));
}

// Beyond this the reduction above loses accuracy and the C library takes over.
inline constexpr double trigonometric_range = 1e6;

template <class V>
requires is_double<V> MEMLAW_HD inline V sin(V x) {
  V r = sin_of_quarters(x, 0);
  r = select(x == 0.0, x, r);
  const auto near = abs(x) <= trigonometric_range;
  return any(mask_not(near)) ? select<V>(near, r, library_sin(x)) : r;
}

template <class V>
requires is_double<V> MEMLAW_HD inline V cos(V x) {
  V r = sin_of_quarters(x, 1);
  const auto near = abs(x) <= trigonometric_range;
  return any(mask_not(near)) ? select<V>(near, r, library_cos(x)) : r;
}

template <class V>
requires is_double<V> MEMLAW_HD inline V tanh(V x) {
  const V a = abs(x);
  // Near 0 the eighth convergent of the continued fraction x/(1 + z/(3 + z/(5 + ...))), z = x^2.
  const V z = a * a;
  const V numerator = 675675.0 + z * (45045.0 + z * (594.0 + z));
  const V denominator = 2027025.0 + z * (945945.0 + z * (51975.0 + z * (630.0 + z)));
  const V small = a - a * (z * numerator / denominator);
  const V large = 1.0 - 2.0 / (exp(2.0 * a) + 1.0);
  return copy_sign(select<V>(a < 0.6, small, large), x);
}

template <class V>
requires is_double<V> MEMLAW_HD inline V cbrt(V x) {
  const V a = abs(x);
  const auto tiny = a < Traits<V>::lowest_normal;
  const V normal = select(tiny, a * 0x1p54, a);
  const Bits<V> exponent = bits(normal) >> 52;
  const V m = from_bits((bits(normal) & 0xfffffffffffff) | 0x3ff0000000000000);
  const V e = from_bits(exponent | bits(broadcast<V>(0x1p52))) - (0x1p52 + 1023.0);
  // e = 3 q + r with r in 0 .. 2.
  const V q = ((e - 1.0) * (1.0 / 3.0) + magic<V>)-magic<V>;
  const V r = e - 3.0 * q;
  const V v = m * power_of_two(r);
  V y = 0.509248133549 +
        m * (0.711742386603 + m * (-0.293954118085 + m * (0.0830790354796 + m * -0.0101022123363)));
  y *= select<V>(r == 1.0, broadcast<V>(0x1.428a2f98d728bp+0),
                 select(r == 2.0, broadcast<V>(0x1.965fea53d6e3dp+0), 1.0));
  // One step of Halley's iteration, one of Newton's.
  const V cube = y * y * y;
  y *= (cube + 2.0 * v) / (2.0 * cube + v);
  y += (v - y * y * y) / (3.0 * (y * y));
  y *= power_of_two(q - select(tiny, broadcast<V>(18.0), 0.0));
  const V value = copy_sign(y, x);
  return select<V>((a < __builtin_inf()) & (a != 0.0), value, x + x);
}

// An unevaluated sum of two doubles.
template <class V>
struct Sum {
  V high, low;
};

template <class V>
MEMLAW_HD inline Sum<V> exact_product(V a, V b) {
  constexpr double splitter = 0x1p27 + 1.0;
  const V p = a * b;
  const V ta = splitter * a;
  const V a1 = ta - (ta - a);
  const V a2 = a - a1;
  const V tb = splitter * b;
  const V b1 = tb - (tb - b);
  const V b2 = b - b1;
  return {p, ((a1 * b1 - p) + a1 * b2 + a2 * b1) + a2 * b2};
}

// a + b for |a| >= |b|.
template <class V>
MEMLAW_HD inline Sum<V> normalized(V a, V b) {
  const V s = a + b;
  return {s, b - (s - a)};
}

template <class V>
MEMLAW_HD inline Sum<V> product(Sum<V> a, Sum<V> b) {
  const Sum<V> p = exact_product(a.high, b.high);
  return normalized(p.high, p.low + (a.high * b.low + a.low * b.high));
}

// log x to about 2^-66 of its value, for positive finite x.
template <class V>
MEMLAW_HD inline Sum<V> precise_log(V x) {
  const Split<V> part = split(x);
  const V f = part.m - 1.0;
  const V g = part.m + 1.0;
  const V g_low = part.m - (g - 1.0);
  // s = f / g in two parts, then 2 s + 2/3 s^3 + 2/5 s^5 + ...: the first two terms in two parts.
  const V s_high = f / g;
  const Sum<V> back = exact_product(s_high, g);
  const V s_low = (((f - back.high) - back.low) - s_high * g_low) / g;
  const Sum<V> s{s_high, s_low};
  const Sum<V> z = product(s, s);
  const Sum<V> two_thirds{broadcast<V>(0x1.5555555555555p-1), broadcast<V>(0x1.5555555555555p-55)};
  const Sum<V> cubic = product(product(z, two_thirds), s);
  const V w = z.high;
  const V w2 = w * w;
  V rest = 2.0 / 21 + w * (2.0 / 23);
  rest = (2.0 / 17 + w * (2.0 / 19)) + w2 * rest;
  rest = (2.0 / 13 + w * (2.0 / 15)) + w2 * rest;
  rest = (2.0 / 9 + w * (2.0 / 11)) + w2 * rest;
  rest = s_high * w2 * ((2.0 / 5 + w * (2.0 / 7)) + w2 * rest);
  const Sum<V> leading = normalized(2.0 * s_high, cubic.high);
  const Sum<V> log_m = normalized(leading.high, leading.low + (2.0 * s_low + cubic.low + rest));
  // k ln 2: the first part is exact.
  const V k1 = part.k * 0x1.62e42fefa2p-1;
  const Sum<V> k2 = exact_product(part.k, broadcast<V>(0x1.9ef35793c7673p-41));
  // |k1| > |log m| unless k is 0; then nothing is to be added, and the rounding error is exactly 0.
  const V sum = k1 + log_m.high;
  const V lost = select(part.k == 0.0, broadcast<V>(0.0), log_m.high - (sum - k1));
  const Sum<V> with_k2 = normalized(sum, k2.high);
  return normalized(with_k2.high, with_k2.low + (lost + k2.low + log_m.low));
}

template <class V>
requires is_double<V> MEMLAW_HD inline V pow(V x, V y) {
  const double infinity = __builtin_inf();
  const V a = abs(x);
  // Beyond 2^70 an exponent gives 0, 1 or infinity, as infinity does.
  const V exponent = copy_sign(select(abs(y) > 0x1p70, broadcast<V>(0x1p70), abs(y)), y);
  const auto ordinary = (a > 0.0) & (a < infinity);
  const Sum<V> logarithm = precise_log(select(ordinary, a, 1.0));
  const Sum<V> p = exact_product(exponent, logarithm.high);
  const auto extreme = mask_not(abs(p.high) < 800.0);
  const V tail = p.low + exponent * logarithm.low;
  V r = exp_of_sum(p.high, select(extreme, broadcast<V>(0.0), tail));
  // Zero and infinite bases.
  const V limit = select((a == 0.0) == (y < 0.0), broadcast<V>(infinity), 0.0);
  r = select<V>(ordinary, r, limit);
  // Negative bases.
  const auto whole = (floor(y) == y);
  const V half = 0.5 * y;
  const auto odd = whole & (floor(half) != half) & (abs(y) < 0x1p53);
  const auto negative = (bits(x) & Traits<V>::sign) != 0;
  r = from_bits(bits(r) ^ (mask_bits<V>(negative & odd) & Traits<V>::sign));
  r = select<V>(negative & ordinary & mask_not(whole), broadcast<V>(__builtin_nan("")), r);
  r = select<V>((x != x) | (y != y), x + y, r);
  return select<V>((x == 1.0) | (y == 0.0), broadcast<V>(1.0), r);
}

// Single precision of what is costly to get right within it: computed in double.
#define MEMLAW_IN_DOUBLE(name)                                 \
  template <class V>                                           \
  requires(!is_double<V>) MEMLAW_HD inline V name(V x) {       \
    return in_double([](auto wide) { return name(wide); }, x); \
  }
MEMLAW_IN_DOUBLE(log2)
MEMLAW_IN_DOUBLE(sin)
MEMLAW_IN_DOUBLE(cos)
MEMLAW_IN_DOUBLE(tanh)
MEMLAW_IN_DOUBLE(cbrt)
#undef MEMLAW_IN_DOUBLE

template <class V>
requires(!is_double<V>) MEMLAW_HD inline V pow(V x, V y) {
  return in_double([](auto a, auto b) { return pow(a, b); }, x, y);
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
