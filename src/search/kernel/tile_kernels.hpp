// The kernels of one instruction set, as plain functions chosen once at run time.
#pragma once

#include "interpreter.hpp"

namespace memlaw::kernel {

template <class Real>
struct TileKernels {
  void (*forward)(const TileBlock&, const TileState<Real>&, const Instruction* code,
                  std::uint32_t count);
  void (*backward)(const TileBlock&, const TileState<Real>&, const Instruction* code,
                   std::uint32_t first, std::uint32_t last, Real* adjoints,
                   std::uint32_t first_constant, Real* derivative);
  void (*gram)(const double* const* columns, int size, int rows, double* gram);
  const char* name;
};

// The best set that this processor runs. Results do not depend on the choice.
template <class Real>
const TileKernels<Real>& tile_kernels();

}  // namespace memlaw::kernel
