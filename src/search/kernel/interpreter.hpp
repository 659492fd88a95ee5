// The interpreter: runs a program over the rows of a block, and its adjoints back.
//
// The source is the same for every block (block.hpp); an instruction is decoded once for all rows
// of the block. Lanes only touch rows of their own, so no barrier is needed between instructions.
#pragma once

#include "dispatch.hpp"
#include "memory.hpp"
#include "operations.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

template <class Real>
struct ColumnOperand {
  const Real* p;
  template <class Lane>
  MEMLAW_HD auto operator()(Lane lane) const {
    return lane.load(p);
  }
};

template <class Real>
struct ConstantOperand {
  Real value;
  template <class Lane>
  MEMLAW_HD auto operator()(Lane lane) const {
    return lane.broadcast(value);
  }
};

template <bool constant, class Real>
MEMLAW_HD inline auto operand(const Memory<Real>& m, Operand o) {
  if constexpr (constant) {
    return ConstantOperand<Real>{m.constants[o.index]};
  } else {
    const bool slot = o.place == Place::slot;
    return ColumnOperand<Real>{(slot ? m.slots : m.columns) +
                               o.index * (slot ? m.slot_stride : m.column_stride)};
  }
}

template <int code, class Block, class Real>
MEMLAW_HD inline void execute(const Block& block, const Instruction& instruction,
                              const Memory<Real>& m) {
  constexpr Variant first = first_of(code);
  Real* const out = m.slots + instruction.result * m.slot_stride;
  if constexpr (first.op == Op::category) {
    const Real* const table = m.constants + instruction.a.index;
    const std::int32_t* const levels = m.levels + instruction.b.index * m.column_stride;
    const auto count = static_cast<std::int32_t>(instruction.c.index);
    block.for_each_lane([=](auto lane) { lane.store(out, lane.lookup(table, levels, count)); });
  } else {
    const auto a = operand<first.a_constant>(m, instruction.a);
    const auto b = operand<first.b_constant>(m, instruction.b);
    if constexpr (first.op == Op::constant) {
      block.for_each_lane([=](auto lane) { lane.store(out, a(lane)); });
    } else if constexpr (!is_pair(code)) {
      constexpr bool binary = code < static_cast<int>(variant_count) && first.op < Op::neg;
      block.for_each_lane([=](auto lane) {
        if constexpr (binary) {
          lane.store(out, apply<first.op>(a(lane), b(lane)));
        } else {
          const auto x = a(lane);
          lane.store(out, apply<first.op>(x, x));
        }
      });
    } else {
      constexpr Second second = second_of(code);
      const auto c = operand<second.c_constant>(m, instruction.c);
      block.for_each_lane([=](auto lane) {
        const auto t = apply<first.op>(a(lane), b(lane));
        const auto u = c(lane);
        lane.store(out, second.swapped ? apply<second.op>(u, t) : apply<second.op>(t, u));
      });
    }
  }
}

struct ExecuteCode {
  template <int code, class Block, class Real>
  MEMLAW_HD static void call(const Block& block, const Instruction& instruction,
                             const Memory<Real>& m) {
    execute<code>(block, instruction, m);
  }
};

template <class Block, class Real>
MEMLAW_HD void run(const Block& block, const Instruction* begin, const Instruction* end,
                   const Memory<Real>& m) {
  for (const Instruction* i = begin; i != end; ++i) {
    dispatch<ExecuteCode, code_count>(i->code, block, *i, m);
  }
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
