// From a number known at run time to code compiled for it.
#pragma once

#include <utility>

#include "host_device.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// Calls F::call<code>(arguments...) for code in 0 .. count - 1. The CPU jumps through a table; on a
// device, where calls through pointers are dear, the code is found by bisection and inlined.
template <class F, int first, int count, class... Arguments>
MEMLAW_HD inline void bisect(int code, const Arguments&... arguments) {
  if constexpr (count == 1) {
    F::template call<first>(arguments...);
  } else if (code < first + count / 2) {
    bisect<F, first, count / 2>(code, arguments...);
  } else {
    bisect<F, first + count / 2, count - count / 2>(code, arguments...);
  }
}

template <class F, class Codes, class... Arguments>
struct JumpTable;
template <class F, int... codes, class... Arguments>
struct JumpTable<F, std::integer_sequence<int, codes...>, Arguments...> {
  static constexpr void (*entries[])(const Arguments&...) = {&F::template call<codes>...};
};

template <class F, int count, class... Arguments>
MEMLAW_HD inline void dispatch(int code, const Arguments&... arguments) {
#if defined(__CUDA_ARCH__)
  bisect<F, 0, count>(code, arguments...);
#else
  JumpTable<F, std::make_integer_sequence<int, count>, Arguments...>::entries[code](arguments...);
#endif
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
