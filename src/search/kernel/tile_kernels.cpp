// Chooses among the tile kernels at run time.
#include "tile_kernels.hpp"

#include <cstdlib>
#include <string_view>

namespace memlaw::kernel {

namespace portable {
extern const TileKernels<float> float_kernels;
extern const TileKernels<double> double_kernels;
}  // namespace portable
#ifdef MEMLAW_HAS_AVX2
namespace avx2 {
extern const TileKernels<float> float_kernels;
extern const TileKernels<double> double_kernels;
}  // namespace avx2
#endif

namespace {

#ifdef MEMLAW_HAS_AVX2
bool use_avx2() {
  const char* const wish = std::getenv("MEMLAW_SIMD");
  const bool portable = wish != nullptr && std::string_view(wish) == "portable";
  return !portable && __builtin_cpu_supports("avx2") != 0;
}
#endif

}  // namespace

template <>
const TileKernels<float>& tile_kernels<float>() {
#ifdef MEMLAW_HAS_AVX2
  if (use_avx2()) return avx2::float_kernels;
#endif
  return portable::float_kernels;
}

template <>
const TileKernels<double>& tile_kernels<double>() {
#ifdef MEMLAW_HAS_AVX2
  if (use_avx2()) return avx2::double_kernels;
#endif
  return portable::double_kernels;
}

}  // namespace memlaw::kernel
