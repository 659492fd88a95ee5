#include "memlaw/expr/expression.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

namespace memlaw {
namespace {

// Bits that decide equality of constants: all NaNs are one value, the two zeros are different.
std::uint64_t identity_bits(double value) {
  if (std::isnan(value))
    return std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN());
  return std::bit_cast<std::uint64_t>(value);
}

bool same_node(const Node& a, const Node& b) {
  return a.op == b.op && a.feature == b.feature && a.extent == b.extent && a.table == b.table &&
         a.levels == b.levels && identity_bits(a.value) == identity_bits(b.value);
}

// The finaliser of SplitMix64 (Steele, Lea & Flood, OOPSLA 2014), applied to a running state.
std::uint64_t mix(std::uint64_t state, std::uint64_t value) {
  std::uint64_t z = (state ^ value) + 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

std::uint16_t checked_feature(std::size_t index) {
  if (index > std::numeric_limits<std::uint16_t>::max()) {
    throw std::invalid_argument("feature index " + std::to_string(index) + " is above 65535");
  }
  return static_cast<std::uint16_t>(index);
}

[[noreturn]] void malformed(std::size_t position, const std::string& what) {
  throw std::invalid_argument("malformed expression at node " + std::to_string(position) + ": " +
                              what);
}

// Appends `part` to `nodes`, with its category tables moved to the end of `tables`.
void append(std::vector<Node>& nodes, std::vector<double>& tables, const Expression& part) {
  const auto shift = static_cast<std::uint32_t>(tables.size());
  for (Node node : part.nodes()) {
    if (node.op == Op::category) node.table += shift;
    nodes.push_back(node);
  }
  tables.insert(tables.end(), part.tables().begin(), part.tables().end());
}

}  // namespace

Node Node::constant(double value) {
  Node node;
  node.op = Op::constant;
  node.value = value;
  return node;
}

Node Node::of_feature(std::size_t feature) {
  Node node;
  node.op = Op::feature;
  node.feature = checked_feature(feature);
  return node;
}

Node Node::category(std::size_t feature, std::uint32_t table, std::uint32_t levels) {
  Node node;
  node.op = Op::category;
  node.feature = checked_feature(feature);
  node.table = table;
  node.levels = levels;
  return node;
}

Node Node::of(Op op) {
  Node node;
  node.op = op;
  return node;
}

Expression::Expression() : nodes_{Node::constant(0.0)} {}

Expression::Expression(std::vector<Node> nodes, std::vector<double> tables)
    : nodes_(std::move(nodes)) {
  if (nodes_.empty()) throw std::invalid_argument("malformed expression: no nodes");
  if (nodes_.size() > std::numeric_limits<std::uint32_t>::max() ||
      tables.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("malformed expression: too many nodes");
  }
  // Whether the tables already stand in leaf order without gaps, so that they can be taken as they
  // are.
  bool packed = true;
  std::size_t used = 0;
  std::size_t open = 0;  // subtrees that wait for a parent
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    if (static_cast<int>(node.op) >= op_count) malformed(i, "unknown operator");
    const auto arity = static_cast<std::size_t>(memlaw::info(node.op).arity);
    if (open < arity) malformed(i, "operand missing");
    open = open - arity + 1;
    node.extent = 1;
    if (arity >= 1) node.extent += nodes_[i - 1].extent;
    if (arity == 2) node.extent += nodes_[left(i)].extent;
    // Fields a node does not use are cleared, so that equal formulas have equal arrays.
    if (node.op != Op::constant) node.value = 0.0;
    if (node.op != Op::feature && node.op != Op::category) node.feature = 0;
    if (node.op != Op::category) {
      node.table = node.levels = 0;
      continue;
    }
    if (node.levels == 0 || node.table > tables.size() ||
        node.levels > tables.size() - node.table) {
      malformed(i, "category table out of range");
    }
    packed = packed && node.table == used;
    used += node.levels;
  }
  if (open != 1) malformed(nodes_.size() - 1, "more than one tree");
  if (packed && used == tables.size()) {
    tables_ = std::move(tables);
    return;
  }
  tables_.reserve(used);
  for (Node& node : nodes_) {
    if (node.op != Op::category) continue;
    const auto first = tables.begin() + node.table;
    node.table = static_cast<std::uint32_t>(tables_.size());
    tables_.insert(tables_.end(), first, first + node.levels);
  }
}

Expression Expression::constant(double value) { return Expression({Node::constant(value)}); }

Expression Expression::feature(std::size_t index) { return Expression({Node::of_feature(index)}); }

Expression Expression::category(std::size_t feature, std::span<const double> per_level) {
  return Expression({Node::category(feature, 0, static_cast<std::uint32_t>(per_level.size()))},
                    {per_level.begin(), per_level.end()});
}

Expression Expression::unary(Op op, const Expression& a) {
  if (memlaw::info(op).arity != 1) throw std::invalid_argument("not a unary operator");
  std::vector<Node> nodes;
  nodes.reserve(a.size() + 1);
  nodes.assign(a.nodes().begin(), a.nodes().end());
  nodes.push_back(Node::of(op));
  return Expression(std::move(nodes), a.tables_);
}

Expression Expression::binary(Op op, const Expression& a, const Expression& b) {
  if (memlaw::info(op).arity != 2) throw std::invalid_argument("not a binary operator");
  std::vector<Node> nodes;
  std::vector<double> tables;
  nodes.reserve(a.size() + b.size() + 1);
  append(nodes, tables, a);
  append(nodes, tables, b);
  nodes.push_back(Node::of(op));
  return Expression(std::move(nodes), std::move(tables));
}

std::size_t Expression::depth() const {
  std::vector<std::size_t> open;
  for (const Node& node : nodes_) {
    const int arity = memlaw::info(node.op).arity;
    std::size_t below = 0;
    for (int i = 0; i < arity; ++i) {
      below = std::max(below, open.back());
      open.pop_back();
    }
    open.push_back(below + 1);
  }
  return open.back();
}

double Expression::complexity() const {
  double sum = 0.0;
  for (const Node& node : nodes_) {
    sum += node.op == Op::category ? static_cast<double>(node.levels) : memlaw::info(node.op).cost;
  }
  return sum;
}

std::size_t Expression::constant_count() const {
  return tables_.size() +
         static_cast<std::size_t>(std::ranges::count(nodes_, Op::constant, &Node::op));
}

std::vector<double> Expression::constants() const {
  std::vector<double> values;
  values.reserve(constant_count());
  for (const Node& node : nodes_) {
    if (node.op == Op::constant) values.push_back(node.value);
    if (node.op == Op::category) {
      const auto first = tables_.begin() + node.table;
      values.insert(values.end(), first, first + node.levels);
    }
  }
  return values;
}

Expression Expression::with_constants(std::span<const double> values) const {
  if (values.size() != constant_count()) {
    throw std::invalid_argument("expected " + std::to_string(constant_count()) +
                                " constants, got " + std::to_string(values.size()));
  }
  Expression copy = *this;
  auto next = values.begin();
  for (Node& node : copy.nodes_) {
    if (node.op == Op::constant) node.value = *next++;
    if (node.op == Op::category) {
      std::copy_n(next, node.levels, copy.tables_.begin() + node.table);
      next += node.levels;
    }
  }
  return copy;
}

Expression Expression::subtree(std::size_t i) const {
  const auto end = nodes_.begin() + static_cast<std::ptrdiff_t>(i) + 1;
  std::vector<Node> nodes(end - nodes_[i].extent, end);
  std::vector<double> tables;
  for (Node& node : nodes) {
    if (node.op != Op::category) continue;
    const auto first = tables_.begin() + node.table;
    node.table = static_cast<std::uint32_t>(tables.size());
    tables.insert(tables.end(), first, first + node.levels);
  }
  return Expression(std::move(nodes), std::move(tables));
}

bool Expression::operator==(const Expression& other) const {
  return std::ranges::equal(nodes_, other.nodes_, same_node) &&
         std::ranges::equal(tables_, other.tables_, {}, identity_bits, identity_bits);
}

std::uint64_t Expression::hash() const {
  std::uint64_t state = nodes_.size();
  for (const Node& node : nodes_) {
    state = mix(state, static_cast<std::uint64_t>(node.op) | std::uint64_t{node.feature} << 8 |
                           std::uint64_t{node.levels} << 32);
    if (node.op == Op::constant) state = mix(state, identity_bits(node.value));
  }
  for (const double value : tables_) state = mix(state, identity_bits(value));
  return state;
}

}  // namespace memlaw
