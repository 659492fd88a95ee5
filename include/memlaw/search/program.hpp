// Program: the terms of an individual, flattened for evaluation.
//
// An individual predicts   intercept + sum over terms of coefficient * term(row).
// Coefficients are linear parameters and are not part of the program. A term may instead carry one
// coefficient per level of a categorical feature ("coefficient category"): it then contributes as
// many linear columns as the feature has levels, of which a row uses one.
#pragma once

#include <cstdint>
#include <memory>
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

// Movable, not copyable. A program without terms predicts its intercept.
struct Program {
  int terms = 0;
  int slots = 0;           // result slots a tile needs
  int constants = 0;       // nonlinear constants over all terms, in term then node order
  int linear_columns = 0;  // 1 (intercept) + columns of the terms
  std::vector<std::int32_t> term_category;  // per term
  std::vector<std::int32_t> term_columns;   // per term: number of linear columns
  std::size_t nodes = 0;                    // nodes of the source expressions, for node-rows/s

  // The instructions; src/search/program_code.hpp describes them.
  struct Code;
  std::unique_ptr<Code> code;

  Program();
  ~Program();
  Program(Program&&) noexcept;
  Program& operator=(Program&&) noexcept;
};

// Flattens the terms. Operands are evaluated in Sethi-Ullman order so that few slots are live at
// once; leaves are read where they are. Reuses `out`'s memory. O(nodes).
void compile(std::span<const Term> terms, const Variables& variables, Program& out);

// The constants of all terms, in the order the program numbers them.
void gather_constants(std::span<const Term> terms, std::vector<double>& out);

}  // namespace memlaw
