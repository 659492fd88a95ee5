// The instructions of a compiled program, in the two forms its users need.
//
// Constants are numbered: nonlinear constants first, then the linear coefficients, intercept first.
// Categorical features are numbered by their order among the categorical ones.
#pragma once

#include <cstdint>
#include <vector>

#include "kernel/instruction.hpp"
#include "memlaw/search/program.hpp"

namespace memlaw {

struct Program::Code {
  // The prediction into slot 0, with pairs and few slots.
  std::vector<Instruction> predict;
  // Every result in a slot of its own, as the reverse sweep needs it, and the steps of that sweep.
  // Adjoint memory: an array for each nonlinear constant, then one for each slot of `predict`.
  std::vector<Instruction> values;
  std::vector<Backstep> back;
  std::vector<TermCode> terms;
  std::vector<ConstantCode> constants;
};

}  // namespace memlaw
