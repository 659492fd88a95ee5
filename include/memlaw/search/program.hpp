// Program: the terms of an individual, flattened for evaluation.
//
// An individual predicts   intercept + sum over terms of coefficient * term(row).
// Coefficients are linear parameters and are not part of the program. A term may instead carry one
// coefficient per level of a categorical feature ("coefficient category"): it then contributes as
// many linear columns as the feature has levels, of which a row uses one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "memlaw/expr/expression.hpp"
#include "memlaw/expr/variables.hpp"

namespace memlaw {

struct Term {
  Expression body;             // its constants are the nonlinear parameters
  std::int32_t category = -1;  // coefficient category: position in Variables, or -1
  bool operator==(const Term&) const = default;
};

// Where an instruction finds an operand. Leaves cost no instruction of their own: columns and
// constants are read in place.
enum class OperandKind : std::uint8_t {
  result,  // of an earlier instruction: `index` is that instruction, `slot` where its value is kept
  column,  // of the data: `index` is the feature
  constant,  // `index` is the constant's number in the program
};

struct Operand {
  OperandKind kind = OperandKind::column;
  std::uint32_t index = 0;
  std::uint32_t slot = 0;
};

// slot = op(a, b). For Op::category, `a` is the column of level indices and `b.index` the number of
// the first level's constant.
struct Instruction {
  Op op = Op::add;
  Operand a, b;
  std::uint32_t slot = 0;
};

struct Program {
  std::vector<Instruction> code;              // operands before their use
  std::vector<Operand> results;               // per term: where its value is
  std::vector<std::uint32_t> term_end;        // per term: end of its instructions in `code`
  std::vector<std::int32_t> term_category;    // per term: coefficient category or -1
  std::vector<std::int32_t> term_columns;     // per term: number of linear columns
  std::vector<std::uint32_t> term_constants;  // per term: number of its constants
  int terms = 0;
  int slots = 0;      // slots alive at once when each is reused as soon as its value is consumed
  int constants = 0;  // nonlinear constants over all terms, in term then node order
  int linear_columns = 1;  // intercept + columns of the terms
  std::size_t nodes = 0;   // nodes of the source expressions, leaves included
};

// Operands are evaluated in Sethi-Ullman order so that few slots are live at once.
// Reuses `out`'s memory.
void compile(std::span<const Term> terms, const Variables& variables, Program& out);

// The constants of all terms, in the order the program numbers them.
void gather_constants(std::span<const Term> terms, std::vector<double>& out);

}  // namespace memlaw
