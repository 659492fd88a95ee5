#include "splice.hpp"

#include <utility>
#include <vector>

namespace memlaw {

Expression replace_subtree(const Expression& host, std::size_t position, const Expression& graft) {
  const auto nodes = host.nodes();
  const std::size_t first = position + 1 - nodes[position].extent;
  std::vector<Node> joined;
  joined.reserve(nodes.size() - nodes[position].extent + graft.size());
  joined.insert(joined.end(), nodes.begin(), nodes.begin() + static_cast<std::ptrdiff_t>(first));
  const auto shift = static_cast<std::uint32_t>(host.tables().size());
  for (Node node : graft.nodes()) {
    if (node.op == Op::category) node.table += shift;
    joined.push_back(node);
  }
  joined.insert(joined.end(), nodes.begin() + static_cast<std::ptrdiff_t>(position) + 1,
                nodes.end());
  std::vector<double> tables(host.tables().begin(), host.tables().end());
  tables.insert(tables.end(), graft.tables().begin(), graft.tables().end());
  return Expression(std::move(joined), std::move(tables));
}

Expression replace_node(const Expression& host, std::size_t position, const Node& node) {
  std::vector<Node> nodes(host.nodes().begin(), host.nodes().end());
  nodes[position] = node;
  return Expression(std::move(nodes), {host.tables().begin(), host.tables().end()});
}

std::size_t depth_of(const Expression& expression, std::size_t position) {
  const auto nodes = expression.nodes();
  std::size_t depth = 0;
  for (std::size_t i = position + 1; i < nodes.size(); ++i)
    if (i + 1 - nodes[i].extent <= position) ++depth;
  return depth;
}

}  // namespace memlaw
