// The execution block of the CPU: a tile of rows, whose lanes are the vectors of rows in it.
//
// A block offers for_each_lane(f), which calls f with every lane, barrier(), past which the lanes
// see each other's stores, and sum(totals, f), which adds f(lane) to running totals. A lane loads,
// stores and broadcasts. On a device a lane is a thread and its loads give numbers; here barrier()
// has nothing to do.
#pragma once

#include "tile_kernels.hpp"
#include "vector.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

template <class Real>
struct TileLane {
  std::size_t row;

  Vec<Real> load(const Real* p) const { return kernel::load(p + row); }
  void store(Real* p, Vec<Real> v) const { kernel::store(p + row, v); }
  static Vec<Real> broadcast(Real x) { return kernel::broadcast<Vec<Real>>(x); }

  // table[levels[row]]; NaN where the level is not in 0 .. count - 1.
  Vec<Real> lookup(const Real* table, const std::int32_t* levels, std::int32_t count) const {
    Vec<Real> v;
    for (std::size_t i = 0; i < width<Real>; ++i) {
      const std::int32_t level = levels[row + i];
      v[i] = level >= 0 && level < count ? table[level] : static_cast<Real>(__builtin_nan(""));
    }
    return v;
  }
};

template <class Real>
struct Tile {
  std::size_t rows;  // a multiple of row_padding

  template <class F>
  void for_each_lane(F f) const {
#pragma GCC unroll 2
    for (std::size_t row = 0; row < rows; row += width<Real>) f(TileLane<Real>{row});
  }

  void barrier() const {}

  // totals: sum_lanes doubles; row r adds to total r mod sum_lanes.
  template <class F>
  void sum(double* totals, F f) const {
    constexpr std::size_t parts = sum_lanes / width<double>;
    Double total[parts];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < parts; ++i) total[i] = load(totals + i * width<double>);
    for (std::size_t row = 0; row < rows; row += sum_lanes) {
      if constexpr (sizeof(Real) == sizeof(double)) {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < parts; ++i) {
          total[i] += f(TileLane<Real>{row + i * width<double>});
        }
      } else {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < parts; i += 2) {
          const TwoDoubles v = widen(f(TileLane<Real>{row + i * width<double>}));
          total[i] += v.low;
          total[i + 1] += v.high;
        }
      }
    }
#pragma GCC unroll 4
    for (std::size_t i = 0; i < parts; ++i) store(totals + i * width<double>, total[i]);
  }
};

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
