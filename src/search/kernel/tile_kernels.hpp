// The tile kernels, compiled once for each instruction set, and the jobs they are given.
//
// Everything here is plain data and pointers: the files behind it are compiled with flags of their
// own and share no inline code with the rest of the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "loss_columns.hpp"
#include "memory.hpp"

namespace memlaw::kernel {

// Rows are padded to a multiple of this; padding repeats the last row, with a weight of zero.
inline constexpr std::size_t row_padding = 8;
// Sums over rows of losses run in this many interleaved parts: row r belongs to part r mod
// sum_lanes, whatever the width of the machine and of the tiles. Sums of products likewise in
// gram_lanes.
inline constexpr std::size_t sum_lanes = row_padding;
inline constexpr std::size_t gram_lanes = 4;
inline constexpr std::size_t gram_step = 2;  // dense columns are padded to a multiple
inline constexpr std::size_t row_step = 8;   // columns of row-major tiles likewise
// Tiles of the normal equations. Part of the definition of `level_order` below.
inline constexpr std::size_t normal_tile = 256;

// A std::span without inline functions.
template <class T>
struct Range {
  const T* begin = nullptr;
  const T* end = nullptr;
};

// The weighted sum of losses of one program over all rows.
template <class Real>
struct LossJob {
  Range<Instruction> predict;
  Memory<Real> memory;   // at the first row
  std::size_t rows = 0;  // padded
  std::size_t tile = 0;  // rows
  LossRule<Real> rule;
  TargetColumns<Real> target;
};

// One column of the normal equations, or one for each level of a category.
struct ColumnGroup {
  std::int32_t category = -1;  // number of the category, or -1: a dense column
  std::int32_t levels = 1;
  std::size_t first = 0;         // its (first) column of gram
  double* level_sums = nullptr;  // levels x row_stride sums of products with every group
};

// The sums of products of all columns. Groups: the intercept, the terms, the derivatives with
// respect to the constants (none when `constants` is empty), the target.
template <class Real>
struct NormalJob {
  Range<Instruction> values;
  const Backstep* back = nullptr;  // of all terms
  Range<TermCode> terms;
  Range<ConstantCode> constants;
  Memory<Real> memory;  // at the first row of the data
  Real* adjoints = nullptr;
  std::size_t rows = 0;                  // padded
  const double* coefficients = nullptr;  // intercept first; nullptr: none
  LossRule<double> rule;
  TargetColumns<double> target;
  const double* quadratic = nullptr;  // row weights without a prediction; 0 in padding
  double scale = 0.0;                 // mean |y|
  // Rows of each tile by level, for each category: [category][row], stride memory.column_stride.
  const std::uint16_t* level_order = nullptr;

  // Columns of one tile, multiplied with the root of the row's weight: groups x column_stride.
  const ColumnGroup* groups = nullptr;
  std::size_t group_count = 0;
  double* columns = nullptr;
  std::size_t column_stride = 0;
  double* predictions = nullptr;   // of one tile
  const double** dense = nullptr;  // the dense columns, padded to a multiple of gram_step
  std::size_t dense_count = 0;     // padded
  double* row_major = nullptr;     // rows x row_stride, when there are categories
  std::size_t row_stride = 0;

  // Sums, zeroed by the caller.
  double* dense_sums = nullptr;  // dense_count x dense_count x gram_lanes, upper triangle
  double* gram = nullptr;        // gram_size x gram_size: products of two categories' groups
  std::size_t gram_size = 0;
  alignas(64) double loss_totals[sum_lanes] = {};
  double loss_sum = 0.0;  // their sum
};

template <class Real>
struct TileKernels {
  // The weighted sum of losses over all rows; not finite if a prediction is not.
  double (*loss)(const LossJob<Real>&);
  // Runs instructions over `rows` rows (a multiple of row_padding).
  void (*forward)(Range<Instruction>, const Memory<Real>&, std::size_t rows);
  void (*normal)(NormalJob<Real>&);
};

// The fastest kernels this machine can run. MEMLAW_SIMD=portable in the environment asks for the
// ones that every machine can run (to compare: the results are the same).
template <class Real>
const TileKernels<Real>& tile_kernels();

}  // namespace memlaw::kernel
