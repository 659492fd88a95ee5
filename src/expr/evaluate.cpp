// The scalar reference: one row, and whole columns a tile at a time.
#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "memlaw/expr/expression.hpp"

namespace memlaw {
namespace {

// A level index that is negative, NaN or past the last level names no level: the value is unknown.
double level_constant(const double* table, std::uint32_t levels, double index) {
  if (!(index >= 0.0 && index < levels)) return std::numeric_limits<double>::quiet_NaN();
  return table[static_cast<std::size_t>(index)];
}

// `stack` has room for every operand that is open at once.
double run(const Expression& expression, std::span<const double> row, double* stack) {
  double* top = stack;  // one past the last operand
  for (const Node& node : expression.nodes()) {
    switch (node.op) {
      case Op::constant:
        *top++ = node.value;
        break;
      case Op::feature:
        *top++ = row[node.feature];
        break;
      case Op::category:
        *top++ =
            level_constant(expression.tables().data() + node.table, node.levels, row[node.feature]);
        break;
      default: {
        const OperatorInfo& op = info(node.op);
        if (op.arity == 2) --top;
        top[-1] = op.scalar(top[-1], *top);
      }
    }
  }
  return *stack;
}

}  // namespace

double evaluate(const Expression& expression, std::span<const double> row) {
  // A tree of n nodes never has more than (n + 1) / 2 operands open. The slot past them is read,
  // and ignored, as the second operand of unary operators.
  std::array<double, 64> small{};
  const std::size_t slots = (expression.size() + 1) / 2 + 1;
  if (slots <= small.size()) return run(expression, row, small.data());
  std::vector<double> large(slots);
  return run(expression, row, large.data());
}

void evaluate(const Expression& expression, std::span<const double* const> columns,
              std::span<double> out) {
  constexpr std::size_t tile = 256;
  std::vector<double> stack(((expression.size() + 1) / 2 + 1) * tile);
  for (std::size_t begin = 0; begin < out.size(); begin += tile) {
    const std::size_t rows = std::min(tile, out.size() - begin);
    double* top = stack.data();
    for (const Node& node : expression.nodes()) {
      if (node.op == Op::constant) {
        std::fill_n(top, rows, node.value);
        top += tile;
      } else if (node.op == Op::feature) {
        std::copy_n(columns[node.feature] + begin, rows, top);
        top += tile;
      } else if (node.op == Op::category) {
        const double* table = expression.tables().data() + node.table;
        const double* index = columns[node.feature] + begin;
        for (std::size_t r = 0; r < rows; ++r)
          top[r] = level_constant(table, node.levels, index[r]);
        top += tile;
      } else {
        const OperatorInfo& op = info(node.op);
        if (op.arity == 2) top -= tile;
        double* a = top - tile;
        for (std::size_t r = 0; r < rows; ++r) a[r] = op.scalar(a[r], top[r]);
      }
    }
    std::copy_n(stack.data(), rows, out.data() + begin);
  }
}

}  // namespace memlaw
