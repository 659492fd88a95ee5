// The one place that turns expressions into text with as few parentheses as keep their meaning.
//
// A format is a Dialect: a pattern for each operator (from the operator table) and the spelling of
// leaves. How tightly a pattern binds, and which of its operands need parentheses, is read off the
// pattern itself: a placeholder at its very beginning or end is exposed to the text around it, any
// other is enclosed. Nothing here recurses, so expressions may be as deep as they like.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// How tightly a text binds; OperatorInfo::precedence uses the same scale up to `call`.
namespace binding {
inline constexpr int any = 0;
inline constexpr int product = 2;
inline constexpr int sign = 3;
inline constexpr int power = 4;
inline constexpr int call = 5;
inline constexpr int atom = 6;
}  // namespace binding

struct LeafText {
  std::string text;
  int binding = binding::atom;  // binding::sign when the text begins with a minus
};

struct Dialect {
  std::function<std::string_view(Op)> pattern;
  std::function<LeafText(const Node&)> leaf;
  std::string_view open = "(";
  std::string_view close = ")";
  // Write -(2) for the negation of 2, because -2 would be read as the number.
  bool minus_joins_numbers = false;
};

class Writer {
 public:
  // `names[i]`, where not empty, is written in place of the subtree that ends at node i. `names` is
  // empty or has one entry a node.
  Writer(const Expression& expression, const Dialect& dialect, std::vector<std::string> names = {});

  // The subtree that ends at node i (by default the whole), even if it has a name.
  std::string text(std::size_t i) const;
  std::string text() const { return text(expression_->size() - 1); }

  // The subtree that ends at node i as a sum: its first term, then the others each with its sign.
  // One term when the subtree is not a sum.
  struct Term {
    bool minus = false;
    std::size_t node = 0;
    std::string text;
  };
  std::vector<Term> terms(std::size_t i) const;

 private:
  // Where an operator's pattern needs parentheses.
  struct Shape {
    int binding = binding::call;
    int least[2] = {binding::any, binding::any};  // operands that bind less tightly get parentheses
    bool guards_minus[2] = {false, false};        // so do operands that begin with a minus
    bool begins_with_operand = false;
  };
  static Shape shape_of(const OperatorInfo& entry, std::string_view pattern);
  std::size_t child(std::size_t i, int slot) const;
  bool has_name(std::size_t i) const { return !names_.empty() && !names_[i].empty(); }
  bool needs_parentheses(std::size_t parent, int slot) const;
  void measure();
  std::string operand(std::size_t parent, int slot) const;

  const Expression* expression_;
  const Dialect* dialect_;
  std::vector<std::string> names_;
  std::vector<Shape> shapes_;            // by operator
  std::vector<int> binding_;             // by node
  std::vector<char> begins_with_minus_;  // by node
};

// Names for inner subtrees such that no text of a subtree, written with these names, nests
// operators deeper than `depth`: compilers and interpreters have limits. `name(k)` spells the k-th
// name (from 0). Empty when the expression is shallow enough.
std::vector<std::string> name_deep_subtrees(const Expression& expression, std::size_t depth,
                                            const std::function<std::string(std::size_t)>& name);

// Breaks text at blanks so that lines have at most `width` columns where possible, preferably
// before a "+" or "-" outside brackets; lines after the first begin with `indent`. Blanks between
// double quotes or backquotes are kept.
std::string wrap(std::string_view text, std::size_t width, std::string_view indent);

}  // namespace memlaw
