// What evaluator.cpp and normal_equations.cpp share: the inside of workspaces and evaluators.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "aligned_buffer.hpp"
#include "kernel/tile_kernels.hpp"
#include "memlaw/search/evaluator.hpp"
#include "padded_data.hpp"
#include "program_code.hpp"

namespace memlaw {

template <class T>
kernel::Range<T> range(const std::vector<T>& v) {
  return {v.data(), v.data() + v.size()};
}

template <class Real>
struct RealBuffers {
  AlignedBuffer<Real> slots;
  AlignedBuffer<Real> constants;
};

struct Workspace::Impl {
  RealBuffers<float> single;
  RealBuffers<double> twice;
  AlignedBuffer<double> sums;
  std::vector<kernel::ColumnGroup> groups;
  std::vector<const double*> dense;

  template <class Real>
  RealBuffers<Real>& buffers() {
    if constexpr (std::is_same_v<Real, float>) {
      return single;
    } else {
      return twice;
    }
  }
};

template <class Real>
struct BasicEvaluator<Real>::Impl {
  Impl(const Dataset& dataset, const Loss& l)
      : data(dataset, l), loss(l), kernels(kernel::tile_kernels<Real>()) {}

  PaddedData<Real> data;
  Loss loss;
  const kernel::TileKernels<Real>& kernels;

  // `slots` slots for tiles of `tile` rows, and the constants in Real.
  kernel::Memory<Real> memory(const Program& program, std::span<const double> constants,
                              std::span<const double> coefficients, std::size_t slots,
                              std::size_t tile, Workspace& workspace) const {
    if (constants.size() != static_cast<std::size_t>(program.constants) ||
        (!coefficients.empty() &&
         coefficients.size() != static_cast<std::size_t>(program.linear_columns))) {
      throw std::invalid_argument("evaluator: wrong number of constants or coefficients");
    }
    RealBuffers<Real>& buffers = workspace.impl->template buffers<Real>();
    Real* const numbers = buffers.constants.reserve(constants.size() + coefficients.size() + 1);
    Real* next = numbers;
    for (const double value : constants) *next++ = static_cast<Real>(value);
    for (const double value : coefficients) *next++ = static_cast<Real>(value);
    kernel::Memory<Real> m;
    m.slots = buffers.slots.reserve(slots * tile);
    m.slot_stride = tile;
    m.columns = data.columns();
    m.column_stride = data.padded_rows();
    m.constants = numbers;
    m.levels = data.levels();
    return m;
  }

  // Every row has a level of each category the program looks up.
  bool has_levels(const Program& program) const {
    const auto known = [&](const auto& leaf) {
      return leaf.category < 0 || data.has_levels(leaf.category);
    };
    return std::all_of(program.code->terms.begin(), program.code->terms.end(), known) &&
           std::all_of(program.code->constants.begin(), program.code->constants.end(), known);
  }

  double finish(double sum) const {
    double value = sum / data.total_weight();
    if (loss.kind == LossKind::mape) value *= 100.0;
    if (loss.kind == LossKind::rmsre) value = 100.0 * std::sqrt(value);
    return std::isfinite(value) ? value : std::numeric_limits<double>::infinity();
  }
};

}  // namespace memlaw
