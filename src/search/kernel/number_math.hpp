// The names of vector.hpp and math.hpp for single numbers: what a lane of a device works on. The
// functions are the device library's, so last bits differ from those of the CPU.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "host_device.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

template <class V>
using Scalar = V;

template <class V>
MEMLAW_HD inline V broadcast(V x) {
  return x;
}
template <class V>
MEMLAW_HD inline V select(bool mask, V a, V b) {
  return mask ? a : b;
}

#define MEMLAW_NUMBER_FUNCTION(name)                            \
  MEMLAW_HD inline float name(float x) { return ::name##f(x); } \
  MEMLAW_HD inline double name(double x) { return ::name(x); }
MEMLAW_NUMBER_FUNCTION(sqrt)
MEMLAW_NUMBER_FUNCTION(cbrt)
MEMLAW_NUMBER_FUNCTION(exp)
MEMLAW_NUMBER_FUNCTION(log)
MEMLAW_NUMBER_FUNCTION(log2)
MEMLAW_NUMBER_FUNCTION(ceil)
MEMLAW_NUMBER_FUNCTION(floor)
MEMLAW_NUMBER_FUNCTION(round)
MEMLAW_NUMBER_FUNCTION(sin)
MEMLAW_NUMBER_FUNCTION(cos)
MEMLAW_NUMBER_FUNCTION(tanh)
#undef MEMLAW_NUMBER_FUNCTION

MEMLAW_HD inline float abs(float x) { return ::fabsf(x); }
MEMLAW_HD inline double abs(double x) { return ::fabs(x); }
MEMLAW_HD inline float pow(float x, float y) { return ::powf(x, y); }
MEMLAW_HD inline double pow(double x, double y) { return ::pow(x, y); }

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
