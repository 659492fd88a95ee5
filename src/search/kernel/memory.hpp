// The arrays a block works on while it runs one program over one range of rows.
#pragma once

#include "instruction.hpp"

namespace memlaw::kernel {

// Slots and columns hold one value a row of the block; consecutive ones are `stride` values apart.
template <class Real>
struct Memory {
  Real* slots = nullptr;
  std::size_t slot_stride = 0;
  const Real* columns = nullptr;  // features, at the block's first row
  std::size_t column_stride = 0;
  const Real* constants = nullptr;       // nonlinear constants, then coefficients
  const std::int32_t* levels = nullptr;  // of the categorical features in order, at the first row
};

}  // namespace memlaw::kernel
