// Expression: an immutable closed-form formula.
//
// Stored as a postfix array of small trivially copyable nodes: the children of a node stand before
// it, the root is last, and `extent` counts the nodes of the subtree that ends at a node (itself
// included). For a binary node at position i the right child is at i-1 and the left child at
// i-1-nodes[i-1].extent. The arrays are small, contiguous and free of pointers, so that variation
// copies ranges and a device can read them as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "memlaw/expr/operators.hpp"

namespace memlaw {

struct Node {
  Op op = Op::constant;
  std::uint16_t feature = 0;  // feature: position in Variables; category: likewise
  std::uint32_t extent = 1;   // nodes in the subtree, this one included
  double value = 0.0;         // constant: its value
  std::uint32_t table = 0;    // category: offset of its first level's constant in `tables`
  std::uint32_t levels = 0;   // category: number of levels

  static Node constant(double value);
  static Node of_feature(std::size_t feature);
  static Node category(std::size_t feature, std::uint32_t table, std::uint32_t levels);
  static Node of(Op op);  // extent is set by Expression's constructor
};
static_assert(std::is_trivially_copyable_v<Node>);

// Immutable value type. Copying copies two vectors; all members are safe to call concurrently.
class Expression {
 public:
  // The constant 0.
  Expression();
  // Takes postfix nodes and the concatenated per-level constants of category leaves; computes the
  // extents and repacks `tables` in leaf order so that equal formulas have equal arrays.
  // Throws std::invalid_argument when the array is not one well-formed tree.
  explicit Expression(std::vector<Node> nodes, std::vector<double> tables = {});

  static Expression constant(double value);
  static Expression feature(std::size_t index);
  static Expression category(std::size_t feature, std::span<const double> per_level);
  // op applied to children (as many as its arity).
  static Expression unary(Op op, const Expression& a);
  static Expression binary(Op op, const Expression& a, const Expression& b);

  std::span<const Node> nodes() const { return nodes_; }
  std::span<const double> tables() const { return tables_; }
  const Node& root() const { return nodes_.back(); }
  std::size_t size() const { return nodes_.size(); }
  std::size_t depth() const;
  // Sum of the operators' costs (operators.hpp); a category leaf costs one per level.
  double complexity() const;
  // Number of constants: constant leaves plus per-level constants.
  std::size_t constant_count() const;
  // All constants in node order (a category leaf contributes its levels in order).
  std::vector<double> constants() const;
  // The same formula with other constants; `values` has constant_count() entries.
  Expression with_constants(std::span<const double> values) const;
  // The subtree that ends at node i, as an expression of its own.
  Expression subtree(std::size_t i) const;
  // Children of node i as positions, left to right.
  std::size_t left(std::size_t i) const { return i - 1 - nodes_[i - 1].extent; }
  std::size_t right(std::size_t i) const { return i - 1; }

  // Structural: same operators, features and constants (constants compared by bits, except that all
  // NaNs are equal and 0.0 differs from -0.0).
  bool operator==(const Expression& other) const;
  // Equal expressions have equal hashes. Never used to decide equality.
  std::uint64_t hash() const;

 private:
  std::vector<Node> nodes_;
  std::vector<double> tables_;
};

// Value on one row: `row[f]` is feature f's value (level index for categorical features). This is
// the scalar reference that every faster evaluator and every exported form is tested against.
double evaluate(const Expression& expression, std::span<const double> row);

// Values over column-major features: columns[f] points at `rows` doubles. Writes `rows` values.
void evaluate(const Expression& expression, std::span<const double* const> columns,
              std::span<double> out);

}  // namespace memlaw
