#include "memlaw/expr/simplify.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "simplify/algebra.hpp"
#include "simplify/writer.hpp"

namespace memlaw {
namespace {

// To canonical form and back, once.
Expression rewrite(const Expression& expression, const canonical::Algebra& algebra) {
  std::vector<canonical::Sum> open;
  for (const Node& node : expression.nodes()) {
    switch (node.op) {
      case Op::constant:
        open.push_back(algebra.number(node.value));
        break;
      case Op::feature:
        open.push_back(algebra.feature(node.feature));
        break;
      case Op::category: {
        const auto values = expression.tables().subspan(node.table, node.levels);
        open.push_back(algebra.table(node.feature, {values.begin(), values.end()}));
        break;
      }
      default: {
        const canonical::Sum last = std::move(open.back());
        if (info(node.op).arity == 2) {
          open.pop_back();
          open.back() = algebra.apply(node.op, open.back(), last);
        } else {
          open.back() = algebra.apply(node.op, last, {});
        }
      }
    }
  }
  return canonical::Writer(algebra).write(open.back());
}

std::pair<double, std::size_t> cost(const Expression& e) { return {e.complexity(), e.size()}; }

bool comes_before(const Expression& a, const Expression& b) {
  return std::ranges::lexicographical_compare(
      a.nodes(), b.nodes(), [](const Node& x, const Node& y) {
        return std::tuple(x.op, x.feature, x.value) < std::tuple(y.op, y.feature, y.value);
      });
}

// Canonical forms nest as deep as expressions do, and are walked by recursion.
constexpr std::size_t deepest = 400;
constexpr std::size_t most_rewrites = 16;

}  // namespace

Expression simplify(const Expression& expression, bool assume_finite) {
  if (expression.depth() > deepest) return expression;
  const canonical::Algebra algebra(assume_finite);
  // Rewrites until one comes back, and takes the cheapest form on the way: so the result is never
  // larger than the input, and rewriting the result walks the same way and ends at the same form.
  // Of equally cheap ones the last is taken, which is the one in canonical order; should the
  // rewrites end in a cycle instead of a point, the first in lexicographic order.
  std::vector<Expression> path = {expression};
  std::size_t repeats = path.size();
  while (path.size() < most_rewrites) {
    Expression next = rewrite(path.back(), algebra);
    repeats = static_cast<std::size_t>(std::ranges::find(path, next) - path.begin());
    if (repeats < path.size()) break;
    path.push_back(std::move(next));
  }
  std::size_t best = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    if (cost(path[i]) > cost(path[best])) continue;
    const bool tie_in_cycle = best >= repeats && cost(path[i]) == cost(path[best]);
    if (!tie_in_cycle || comes_before(path[i], path[best])) best = i;
  }
  return path[best];
}

}  // namespace memlaw
