// The reverse sweep: from the adjoint of a term's value to those of its constants.
//
// All results of the forward run are in slots of their own. Adjoint memory holds one array a slot
// of the forward stack (an adjoint lives from its parent's step to its own, the mirror image of the
// value's life on the stack) and one array a nonlinear constant. Every result has one reader, so
// adjoints are stored, never added up.
#pragma once

#include "interpreter.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// An operand whose place is decided at run time, for the backward steps: fewer kinds of code.
template <class Real>
struct AnyOperand {
  const Real* p;  // column, if any
  Real value;     // else the constant
  template <class Lane>
  MEMLAW_HD auto operator()(Lane lane) const {
    return p != nullptr ? lane.load(p) : lane.broadcast(value);
  }
};

template <class Real>
MEMLAW_HD inline AnyOperand<Real> any_operand(const Memory<Real>& m, Operand o) {
  if (o.place == Place::constant) return {nullptr, m.constants[o.index]};
  return {operand<false>(m, o).p, Real(0)};
}

template <Op op, class Block, class Real>
MEMLAW_HD void pass_back(const Block& block, const Backstep& step, const Memory<Real>& m,
                         Real* adjoints) {
  const Real* const from = adjoints + step.from * m.slot_stride;
  const bool with_a = step.to_a != Backstep::nowhere;
  const bool with_b = step.to_b != Backstep::nowhere;
  Real* const to_a = with_a ? adjoints + step.to_a * m.slot_stride : nullptr;
  Real* const to_b = with_b ? adjoints + step.to_b * m.slot_stride : nullptr;
  if constexpr (op == Op::category) {
    block.for_each_lane([=](auto lane) { lane.store(to_a, lane.load(from)); });
  } else {
    const auto a = any_operand(m, step.a);
    const auto b = any_operand(m, step.b);
    const Real* const result = m.slots + step.result * m.slot_stride;
    // The stores may overwrite the adjoint that is read, which stands in one of their arrays.
    const auto pass = [=](auto lane, bool pass_a, bool pass_b) {
      const auto adjoint = lane.load(from);
      const auto p = partial_values<op>(a(lane), b(lane), lane.load(result));
      if (pass_a) lane.store(to_a, influence(adjoint, p.da));
      if (pass_b) lane.store(to_b, influence(adjoint, p.db));
    };
    if (with_a && with_b) {
      block.for_each_lane([=](auto lane) { pass(lane, true, true); });
    } else if (with_a) {
      block.for_each_lane([=](auto lane) { pass(lane, true, false); });
    } else {
      block.for_each_lane([=](auto lane) { pass(lane, false, true); });
    }
  }
}

struct PassBackOp {
  template <int op, class Block, class Real>
  MEMLAW_HD static void call(const Block& block, const Backstep& step, const Memory<Real>& m,
                             Real* const& adjoints) {
    pass_back<Op(op)>(block, step, m, adjoints);
  }
};

// Runs the steps from the last one to the first.
template <class Block, class Real>
MEMLAW_HD void run_back(const Block& block, const Backstep* begin, const Backstep* end,
                        const Memory<Real>& m, Real* adjoints) {
  for (const Backstep* step = end; step != begin;) {
    --step;
    dispatch<PassBackOp, op_count>(static_cast<int>(step->op), block, *step, m, adjoints);
  }
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
