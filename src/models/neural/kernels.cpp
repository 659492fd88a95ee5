// Chooses among the kernels at run time.
#include "kernels.hpp"

#include <cstdlib>
#include <string_view>

namespace memlaw::neural {

namespace portable {
extern const Kernels table;
}
#ifdef MEMLAW_HAS_AVX2
namespace avx2 {
extern const Kernels table;
}
#endif

const Kernels& kernels() {
#ifdef MEMLAW_HAS_AVX2
  static const bool use_avx2 = [] {
    const char* const wish = std::getenv("MEMLAW_SIMD");
    const bool portable = wish != nullptr && std::string_view(wish) == "portable";
    return !portable && __builtin_cpu_supports("avx2") != 0;
  }();
  if (use_avx2) return avx2::table;
#endif
  return portable::table;
}

}  // namespace memlaw::neural
