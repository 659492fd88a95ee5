// What the grammar reads, before names and numbers get their meaning.
//
// Every piece of text is a view into the source, so that its address gives its line and column.
// An expression is kept flat, as operands with operators between them: precedence comes from the
// operator table when the tree is turned into an Expression (build.hpp). Only brackets nest, and
// they nest at most `max_nesting` deep.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/expr/operators.hpp"

namespace memlaw::parse_tree {

struct Operand;

// operands[0] infix[0] operands[1] infix[1] ... ; one operand more than infix operators.
struct Sum {
  std::vector<Operand> operands;
  std::vector<Op> infix;
};

struct LevelValue {
  std::string_view level;
  std::string_view number;
};

struct Operand {
  enum class Kind { number, name, call, category, group };
  std::vector<std::string_view> signs;  // the "-" before it, outermost first
  Kind kind = Kind::number;
  std::string_view text;           // number, name, operator of a call, feature of a category
  std::vector<Sum> arguments;      // of a call; a group has exactly one
  std::vector<LevelValue> levels;  // of a category
};

struct Statement {
  enum class Kind { variable, let, result };
  Kind kind = Kind::result;
  std::string_view start;  // its first token
  std::string_view name;
  std::string_view unit;                 // quoted, or empty when not given
  std::vector<std::string_view> levels;  // of a categorical variable
  Sum expression;
};

// The text being read and its name in messages.
struct Source {
  std::string_view text;
  std::string name;

  Location locate(const char* position) const;
  Location locate(std::string_view piece) const { return locate(piece.data()); }
  // The word, number, quoted text or sign at a position, quoted for a message; "the end of the
  // text" at the end.
  std::string describe(const char* position) const;
  [[noreturn]] void fail(const char* position, const std::string& message) const;
  // For brackets, signs or powers inside each other beyond max_nesting.
  [[noreturn]] void fail_nesting(const char* position) const;
  [[noreturn]] void fail(std::string_view piece, const std::string& message) const {
    fail(piece.data(), message);
  }
};

// Both throw InputError where the text does not follow the grammar.
Sum read_expression(const Source& source);
std::vector<Statement> read_statements(const Source& source);

// "a" for a, `a` and "a": removes the quotes and undoubles the quotes inside.
std::string unquote(std::string_view piece);

}  // namespace memlaw::parse_tree
