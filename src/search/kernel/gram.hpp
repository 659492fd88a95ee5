// Sums of products of columns, X^T X, over the rows of a tile, in double.
//
// Dense columns: sums run in gram_lanes interleaved parts (row r belongs to part r mod gram_lanes)
// that are carried from tile to tile, so the order of additions depends neither on the width of the
// machine nor on the tiles. A block of 4 x 2 products at a time keeps all sums in
// registers.
//
// Columns of a term with one coefficient a level are zero on all rows but one level's. Their
// products are summed level by level over rows sorted by level: one accumulator row for the level
// at hand, whole rows of all the other columns added to it.
#pragma once

#include "tile_kernels.hpp"
#include "vector.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// sums[i][j] += columns a[i] times b[j], for n columns a and two columns b.
template <int n>
inline void add_products(const double* const* a, const double* const* b, std::size_t rows,
                         double* const (&sums)[4][2]) {
  constexpr std::size_t parts = gram_lanes / width<double>;
  Double s[n][2][parts];
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) {
      s[i][0][k] = load(sums[i][0] + k * width<double>);
      s[i][1][k] = load(sums[i][1] + k * width<double>);
    }
  }
  for (std::size_t row = 0; row < rows; row += gram_lanes) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) {
      const std::size_t at = row + k * width<double>;
      const Double x = load(b[0] + at);
      const Double y = load(b[1] + at);
#pragma GCC unroll 4
      for (int i = 0; i < n; ++i) {
        const Double z = load(a[i] + at);
        s[i][0][k] += z * x;
        s[i][1][k] += z * y;
      }
    }
  }
#pragma GCC unroll 4
  for (int i = 0; i < n; ++i) {
#pragma GCC unroll 4
    for (std::size_t k = 0; k < parts; ++k) {
      store(sums[i][0] + k * width<double>, s[i][0][k]);
      store(sums[i][1] + k * width<double>, s[i][1][k]);
    }
  }
}

// columns: `count` columns (a multiple of gram_step; the last one may repeat another) of `rows`
// values (a multiple of gram_lanes). sums: count x count x gram_lanes, of which the upper triangle
// is kept.
inline void add_gram(const double* const* columns, std::size_t count, std::size_t rows,
                     double* sums) {
  for (std::size_t i = 0; i < count; i += 4) {
    const std::size_t n = count - i < 4 ? count - i : 4;
    for (std::size_t j = i; j < count; j += 2) {
      double* to[4][2] = {};
      for (std::size_t k = 0; k < n; ++k) {
        to[k][0] = sums + ((i + k) * count + j) * gram_lanes;
        to[k][1] = to[k][0] + gram_lanes;
      }
      if (n == 4) {
        add_products<4>(columns + i, columns + j, rows, to);
      } else {
        add_products<2>(columns + i, columns + j, rows, to);
      }
    }
  }
}

// `count` columns, `column_stride` apart, to rows: out[row * stride + column]; stride is a multiple
// of row_step, and padding is zero.
inline void transpose(const double* columns, std::size_t column_stride, std::size_t count,
                      std::size_t rows, double* out, std::size_t stride) {
  for (std::size_t column = 0; column < stride; ++column) {
    for (std::size_t row = 0; row < rows; ++row) {
      out[row * stride + column] = column < count ? columns[column * column_stride + row] : 0.0;
    }
  }
}

// For every row r: sums[level(r)][*] += factor(r) * row r of the row-major tile. `order` lists the
// rows by level; `levels` is indexed by row. sums: levels x stride.
inline void add_by_level(const double* factor, const double* tile, std::size_t stride,
                         const std::uint16_t* order, std::size_t rows, const std::int32_t* levels,
                         double* sums) {
  for (std::size_t begin = 0; begin < rows;) {
    const std::int32_t level = levels[order[begin]];
    std::size_t end = begin + 1;
    while (end < rows && levels[order[end]] == level) ++end;
    double* const to = sums + static_cast<std::size_t>(level) * stride;
    for (std::size_t column = 0; column < stride; column += row_step) {
      constexpr std::size_t parts = row_step / width<double>;
      Double s[parts];
#pragma GCC unroll 4
      for (std::size_t k = 0; k < parts; ++k) s[k] = load(to + column + k * width<double>);
      for (std::size_t r = begin; r < end; ++r) {
        const double f = factor[order[r]];
        const double* const from = tile + order[r] * stride + column;
#pragma GCC unroll 4
        for (std::size_t k = 0; k < parts; ++k) s[k] += f * load(from + k * width<double>);
      }
#pragma GCC unroll 4
      for (std::size_t k = 0; k < parts; ++k) store(to + column + k * width<double>, s[k]);
    }
    begin = end;
  }
}

// sums[level a of r][level b of r] += a[r] b[r] for every row r.
inline void add_by_two_levels(const double* a, const double* b, std::size_t rows,
                              const std::int32_t* a_levels, const std::int32_t* b_levels,
                              double* sums, std::size_t stride) {
  for (std::size_t r = 0; r < rows; ++r) {
    sums[static_cast<std::size_t>(a_levels[r]) * stride + static_cast<std::size_t>(b_levels[r])] +=
        a[r] * b[r];
  }
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
