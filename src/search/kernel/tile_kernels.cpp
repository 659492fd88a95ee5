#include "tile_kernels.hpp"

namespace memlaw::kernel {

extern const TileKernels<float> baseline_float;
extern const TileKernels<double> baseline_double;
#if defined(__x86_64__)
extern const TileKernels<float> avx2_float;
extern const TileKernels<double> avx2_double;

namespace {
bool has_avx2() {
  static const bool yes = __builtin_cpu_supports("avx2");
  return yes;
}
}  // namespace

template <>
const TileKernels<float>& tile_kernels() {
  return has_avx2() ? avx2_float : baseline_float;
}
template <>
const TileKernels<double>& tile_kernels() {
  return has_avx2() ? avx2_double : baseline_double;
}
#else
template <>
const TileKernels<float>& tile_kernels() {
  return baseline_float;
}
template <>
const TileKernels<double>& tile_kernels() {
  return baseline_double;
}
#endif

}  // namespace memlaw::kernel
