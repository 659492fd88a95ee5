// Cutting and joining postfix arrays.
#pragma once

#include <cstddef>

#include "memlaw/expr/expression.hpp"

namespace memlaw {

// `host` with the subtree that ends at node `position` replaced by `graft`.
Expression replace_subtree(const Expression& host, std::size_t position, const Expression& graft);

// `host` with the node at `position` replaced by another of the same arity.
Expression replace_node(const Expression& host, std::size_t position, const Node& node);

// Depth of each node below the root (root: 0) is not stored; this is the depth of one node.
std::size_t depth_of(const Expression& expression, std::size_t position);

}  // namespace memlaw
