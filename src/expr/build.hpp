// From the parse tree to an Expression: names, numbers, precedence.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/expr/expression.hpp"
#include "memlaw/expr/variables.hpp"
#include "parse_tree.hpp"

namespace memlaw::parse_tree {

// Substituted `let`s can double a formula with every line: what is built from one text may hold no
// more than this many nodes and category constants in all.
inline constexpr std::size_t max_formula_nodes = 1'000'000;

// Node::feature has 16 bits.
inline constexpr std::size_t max_variables = 65'536;

// What names mean at a point of the text.
class Scope {
 public:
  enum class Unknown { refuse, declare };

  // With `declare`, an unknown name becomes a numeric variable and an unknown category a
  // categorical one.
  explicit Scope(const Variables& variables, Unknown unknown = Unknown::refuse);

  const Variables& variables() const { return variables_; }
  // Null when there is none of that name.
  const std::size_t* variable(const std::string& name) const;
  const Expression* let(const std::string& name) const;
  bool knows(const std::string& name) const { return variable(name) != nullptr || let(name); }
  bool declares_unknown() const { return unknown_ == Unknown::declare; }

  // False when there are as many variables as a node can tell apart.
  bool has_room() const { return variables_.size() < max_variables; }
  std::size_t add(Variable variable);
  void add_let(const std::string& name, Expression value);
  // "; did you mean 'x'?" or, when nothing is near, the known names.
  std::string suggest(std::string_view name) const;

  std::size_t nodes_left = max_formula_nodes;

 private:
  Variables variables_;
  Unknown unknown_;
  std::map<std::string, std::size_t, std::less<>> positions_;
  std::map<std::string, Expression, std::less<>> lets_;
};

// InputError for unknown names, levels and operators, wrong numbers of arguments, numbers out of
// range, too deep or too long formulas.
Expression build(const Sum& sum, const Source& source, Scope& scope);

}  // namespace memlaw::parse_tree
