// The interpreter: one pass over the instructions, each a loop over the lanes of a block.
//
// An instruction is decoded once per block. Operands are read where they are: results of earlier
// instructions, feature columns, or a constant held in a register.
#pragma once

#include <cstdint>

#include "block.hpp"
#include "memlaw/search/program.hpp"
#include "operations.hpp"

namespace memlaw::kernel {

// What the kernels read. Columns are those of the tile: columns[f][lane]. Results are stored at
// results + (dense ? instruction index : slot) * stride; dense storage keeps every intermediate
// value for the backward sweep.
template <class Real>
struct TileState {
  const Real* const* columns;
  const Real* constants;
  Real* results;
  std::size_t stride;
  bool dense;

  MEMLAW_HD MEMLAW_INLINE Real* result(const Operand& operand) const {
    return results + (dense ? operand.index : operand.slot) * stride;
  }
};

template <class Real>
struct VectorOperand {
  const Real* __restrict data;
  MEMLAW_HD MEMLAW_INLINE Real operator()(int lane) const { return data[lane]; }
};
template <class Real>
struct ScalarOperand {
  Real value;
  MEMLAW_HD MEMLAW_INLINE Real operator()(int) const { return value; }
};

// Calls f with the operand in the form that the loop should be compiled for.
template <class Real, class F>
MEMLAW_HD MEMLAW_INLINE void with_operand(const TileState<Real>& state, const Operand& operand,
                                          F f) {
  switch (operand.kind) {
    case OperandKind::result:
      return f(VectorOperand<Real>{state.result(operand)});
    case OperandKind::column:
      return f(VectorOperand<Real>{state.columns[operand.index]});
    case OperandKind::constant:
      return f(ScalarOperand<Real>{state.constants[operand.index]});
  }
}

template <Op op, class Block, class Real>
MEMLAW_HD void apply_binary(const Block& block, const TileState<Real>& state,
                            const Instruction& instruction, Real* __restrict out) {
  with_operand(state, instruction.a, [&](auto a) {
    with_operand(state, instruction.b, [&](auto b) {
      block.for_each_lane([=](int lane) { out[lane] = value<op, Real>(a(lane), b(lane)); });
    });
  });
}

template <Op op, class Block, class Real>
MEMLAW_HD void apply_unary(const Block& block, const TileState<Real>& state,
                           const Instruction& instruction, Real* __restrict out) {
  with_operand(state, instruction.a, [&](auto a) {
    block.for_each_lane([=](int lane) { out[lane] = value<op, Real>(a(lane), Real(0)); });
  });
}

// Calls f.template operator()<op>() for the operator of an instruction; category leaves are the
// caller's.
template <class Binary, class Unary>
MEMLAW_HD MEMLAW_INLINE void dispatch(Op op, Binary binary, Unary unary) {
  switch (op) {
#define MEMLAW_CASE(kind, name) \
  case Op::name:                \
    return kind.template operator()<Op::name>()
    MEMLAW_CASE(binary, add);
    MEMLAW_CASE(binary, sub);
    MEMLAW_CASE(binary, mul);
    MEMLAW_CASE(binary, div);
    MEMLAW_CASE(binary, pow);
    MEMLAW_CASE(binary, min);
    MEMLAW_CASE(binary, max);
    MEMLAW_CASE(binary, aq);
    MEMLAW_CASE(unary, neg);
    MEMLAW_CASE(unary, inv);
    MEMLAW_CASE(unary, square);
    MEMLAW_CASE(unary, cube);
    MEMLAW_CASE(unary, sqrt);
    MEMLAW_CASE(unary, cbrt);
    MEMLAW_CASE(unary, exp);
    MEMLAW_CASE(unary, log);
    MEMLAW_CASE(unary, log2);
    MEMLAW_CASE(unary, abs);
    MEMLAW_CASE(unary, ceil);
    MEMLAW_CASE(unary, floor);
    MEMLAW_CASE(unary, round);
    MEMLAW_CASE(unary, sin);
    MEMLAW_CASE(unary, cos);
    MEMLAW_CASE(unary, tanh);
#undef MEMLAW_CASE
    case Op::constant:
    case Op::feature:
    case Op::category:
      return;
  }
}

template <class Block, class Real>
MEMLAW_HD void forward(const Block& block, const TileState<Real>& state, const Instruction* code,
                       std::uint32_t count) {
  for (std::uint32_t i = 0; i < count; ++i) {
    const Instruction& instruction = code[i];
    Real* out = state.results + (state.dense ? i : instruction.slot) * state.stride;
    if (instruction.op == Op::category) {
      const Real* level = state.columns[instruction.a.index];
      const Real* table = state.constants + instruction.b.index;
      block.for_each_lane([=](int lane) { out[lane] = table[static_cast<int>(level[lane])]; });
    } else {
      dispatch(
          instruction.op, [&]<Op op>() { apply_binary<op>(block, state, instruction, out); },
          [&]<Op op>() { apply_unary<op>(block, state, instruction, out); });
    }
    block.barrier();
  }
}

// Reverse accumulation over one term's instructions [first, last). adjoints has the layout of dense
// results; adjoints of the last instruction are set by the caller. For every constant k of the
// term, derivative + (k - first_constant) * stride receives d term / d constant times the root's
// adjoint.
template <class Block, class Real>
MEMLAW_HD void backward(const Block& block, const TileState<Real>& state, const Instruction* code,
                        std::uint32_t first, std::uint32_t last, Real* adjoints,
                        std::uint32_t first_constant, Real* derivative) {
  // Where an operand's adjoint goes; nullptr for feature columns.
  const auto target = [&](const Operand& operand) -> Real* {
    switch (operand.kind) {
      case OperandKind::result:
        return adjoints + operand.index * state.stride;
      case OperandKind::constant:
        return derivative + (operand.index - first_constant) * state.stride;
      case OperandKind::column:
        break;
    }
    return nullptr;
  };
  for (std::uint32_t i = last; i-- > first;) {
    const Instruction& instruction = code[i];
    const Real* g = adjoints + i * state.stride;
    const Real* r = state.results + i * state.stride;
    Real* to_a = target(instruction.a);
    Real* to_b = target(instruction.b);
    if (instruction.op == Op::category) {
      const Real* level = state.columns[instruction.a.index];
      // The table's length is not needed: the derivative columns of its levels are zeroed by the
      // caller and each lane touches the one of its own level.
      const std::size_t stride = state.stride;
      block.for_each_lane([=](int lane) {
        to_b[static_cast<std::size_t>(level[lane]) * stride + static_cast<std::size_t>(lane)] =
            g[lane];
      });
      continue;
    }
    dispatch(
        instruction.op,
        [&]<Op op>() {
          with_operand(state, instruction.a, [&](auto a) {
            with_operand(state, instruction.b, [&](auto b) {
              if (to_a)
                block.for_each_lane([=](int lane) {
                  to_a[lane] = g[lane] * slope_a<op, Real>(a(lane), b(lane), r[lane]);
                });
              if (to_b)
                block.for_each_lane([=](int lane) {
                  to_b[lane] = g[lane] * slope_b<op, Real>(a(lane), b(lane), r[lane]);
                });
            });
          });
        },
        [&]<Op op>() {
          if (!to_a) return;
          with_operand(state, instruction.a, [&](auto a) {
            block.for_each_lane([=](int lane) {
              to_a[lane] = g[lane] * slope_a<op, Real>(a(lane), Real(0), r[lane]);
            });
          });
        });
    block.barrier();
  }
}

}  // namespace memlaw::kernel
