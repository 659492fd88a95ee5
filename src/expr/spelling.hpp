// How programming languages spell the operators, beside the C++ and the Python that stand in the
// operator table itself.
//
// A pattern holds {0} and {1} for the operands, as in OperatorInfo. A helper is the definition of
// the function that the pattern calls, where the language has none that means what the operator
// table says; a pattern names each operand once.
#pragma once

#include <string>
#include <string_view>

#include "memlaw/expr/operators.hpp"

namespace memlaw {

struct Spelling {
  Op op;
  std::string_view pattern;
  std::string_view helper = {};
};

// C99. {f} stands for the f of the functions of float and of its literals, {real} for the type:
// spell_c fills them in.
const Spelling& c_spelling(Op op);
std::string spell_c(std::string_view text, bool single);

const Spelling& javascript_spelling(Op op);
const Spelling& numpy_spelling(Op op);

// SymPy. memlaw's importer knows the helpers by their names and reads them back as operators.
const Spelling& sympy_spelling(Op op);

// For static_assert: one entry a operator, in the order of Op.
template <typename Table>
constexpr bool spells_every_operator(const Table& table) {
  if (table.size() != static_cast<std::size_t>(op_count)) return false;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const bool is_leaf = i <= static_cast<std::size_t>(Op::category);
    if (static_cast<std::size_t>(table[i].op) != i || table[i].pattern.empty() != is_leaf) {
      return false;
    }
  }
  return true;
}

}  // namespace memlaw
