// The execution block that the kernels are written over.
//
// A kernel sees lanes and barriers only: block.for_each_lane(f) calls f(lane) for every lane of the
// block and block.barrier() orders such loops. On the CPU the block is a tile of consecutive rows
// and the loop is what the compiler vectorises; on a device it is a thread block, a lane being a
// thread. The headers in this folder use no standard containers, so that they compile as device
// code.
#pragma once

#if defined(__CUDACC__)
#define MEMLAW_HD __host__ __device__
#define MEMLAW_INLINE __forceinline__
#else
#define MEMLAW_HD
#define MEMLAW_INLINE inline __attribute__((always_inline))
#endif

namespace memlaw::kernel {

// Rows of a tile are padded to a multiple of this, so that every loop is a whole number of vectors
// of any instruction set.
inline constexpr int row_padding = 16;

// A tile of `lanes` rows on one CPU thread; `lanes` is a multiple of row_padding.
struct TileBlock {
  int lanes;

  template <class F>
  MEMLAW_INLINE void for_each_lane(F f) const {
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC ivdep
#endif
    for (int lane = 0; lane < (lanes & ~(row_padding - 1)); ++lane) f(lane);
  }
  void barrier() const {}
};

}  // namespace memlaw::kernel
