#include "memlaw/expr/derivative.hpp"

#include <cmath>
#include <numbers>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace memlaw {

Partials partials(Op op, double a, double b, double r) {
  switch (op) {
    case Op::constant:
    case Op::feature:
    case Op::category:
    case Op::ceil:
    case Op::floor:
    case Op::round:
      return {};
    case Op::add:
      return {1.0, 1.0};
    case Op::sub:
      return {1.0, -1.0};
    case Op::mul:
      return {b, a};
    case Op::div:
      return {1.0 / b, -r / b};
    case Op::pow: {
      Partials p;
      if (b != 0.0) p.da = a != 0.0 ? b * r / a : b * std::pow(a, b - 1.0);
      // Where a is 0 and b above 0 the power is 0 for every b nearby, although log(0) is infinite.
      if (r != 0.0) p.db = r * std::log(a);
      return p;
    }
    case Op::min:
      return a < b || a != a ? Partials{1.0, 0.0} : Partials{0.0, 1.0};
    case Op::max:
      return a > b || a != a ? Partials{1.0, 0.0} : Partials{0.0, 1.0};
    case Op::aq: {
      const double s = 1.0 + b * b;
      return {1.0 / std::sqrt(s), -r * b / s};
    }
    case Op::neg:
      return {-1.0, 0.0};
    case Op::inv:
      return {-r * r, 0.0};
    case Op::square:
      return {2.0 * a, 0.0};
    case Op::cube:
      return {3.0 * a * a, 0.0};
    case Op::sqrt:
      return {0.5 / r, 0.0};
    case Op::cbrt:
      return {1.0 / (3.0 * r * r), 0.0};
    case Op::exp:
      return {r, 0.0};
    case Op::log:
      return {1.0 / a, 0.0};
    case Op::log2:
      return {1.0 / (a * std::numbers::ln2), 0.0};
    case Op::abs:
      return {a < 0.0 ? -1.0 : 1.0, 0.0};
    case Op::sin:
      return {std::cos(a), 0.0};
    case Op::cos:
      return {-std::sin(a), 0.0};
    case Op::tanh:
      return {1.0 - r * r, 0.0};
  }
  throw std::logic_error("operator without a derivative");
}

namespace {

// A derivative under construction: nothing stands for zero, so that zeros vanish as they arise.
using Part = std::optional<Expression>;

Expression number(double value) { return Expression::constant(value); }

bool is_one(const Expression& e) { return e.size() == 1 && e == number(1.0); }

Part negate(Part a) {
  if (!a) return a;
  return Expression::unary(Op::neg, *a);
}

Part sum(const Part& a, const Part& b) {
  if (!a) return b;
  if (!b) return a;
  return Expression::binary(Op::add, *a, *b);
}

Part difference(const Part& a, const Part& b) {
  if (!b) return a;
  if (!a) return negate(b);
  return Expression::binary(Op::sub, *a, *b);
}

Part product(const Expression& a, const Part& b) {
  if (!b) return b;
  if (is_one(*b)) return a;
  if (is_one(a)) return b;
  return Expression::binary(Op::mul, a, *b);
}

Part quotient(const Part& a, const Expression& b) {
  if (!a) return a;
  if (is_one(*a)) return Expression::unary(Op::inv, b);
  return Expression::binary(Op::div, *a, b);
}

Expression times(const Expression& a, const Expression& b) { return *product(a, b); }

// 1 where w is positive, 0 where it is negative (or the reverse for sign -1): (1 + sign |w|/w) / 2.
Expression step(const Expression& w, double sign) {
  const Expression s = Expression::binary(Op::div, Expression::unary(Op::abs, w), w);
  return Expression::binary(Op::add, number(0.5), times(number(0.5 * sign), s));
}

// Derivative of e = op(u, v), given those of u and v.
Part chain(Op op, const Expression& e, const Expression& u, const Part& du, const Expression& v,
           const Part& dv) {
  if (!du && !dv) return std::nullopt;
  switch (op) {
    case Op::add:
      return sum(du, dv);
    case Op::sub:
      return difference(du, dv);
    case Op::mul:
      return sum(product(v, du), product(u, dv));
    case Op::div:
      return difference(quotient(du, v), quotient(product(e, dv), v));
    case Op::pow: {
      const bool number_exponent = v.size() == 1 && v.root().op == Op::constant;
      const Expression less = number_exponent ? number(v.root().value - 1.0)
                                              : Expression::binary(Op::sub, v, number(1.0));
      const Part by_base = product(times(v, Expression::binary(Op::pow, u, less)), du);
      const Part by_exponent = product(times(e, Expression::unary(Op::log, u)), dv);
      return sum(by_base, by_exponent);
    }
    case Op::min:
    case Op::max: {
      const double sign = op == Op::max ? 1.0 : -1.0;
      const Expression w = Expression::binary(Op::sub, u, v);
      return sum(product(step(w, sign), du), product(step(w, -sign), dv));
    }
    case Op::aq: {
      const Part by_numerator = du ? Part(Expression::binary(Op::aq, *du, v)) : Part();
      const Expression s =
          Expression::binary(Op::add, number(1.0), Expression::unary(Op::square, v));
      return difference(by_numerator, quotient(product(times(e, v), dv), s));
    }
    case Op::neg:
      return negate(du);
    case Op::inv:
      return negate(product(Expression::unary(Op::square, e), du));
    case Op::square:
      return product(times(number(2.0), u), du);
    case Op::cube:
      return product(times(number(3.0), Expression::unary(Op::square, u)), du);
    case Op::sqrt:
      return quotient(du, times(number(2.0), e));
    case Op::cbrt:
      return quotient(du, times(number(3.0), Expression::unary(Op::square, e)));
    case Op::exp:
      return product(e, du);
    case Op::log:
      return quotient(du, u);
    case Op::log2:
      return quotient(du, times(number(std::numbers::ln2), u));
    case Op::abs:
      return product(Expression::binary(Op::div, e, u), du);
    case Op::sin:
      return product(Expression::unary(Op::cos, u), du);
    case Op::cos:
      return negate(product(Expression::unary(Op::sin, u), du));
    case Op::tanh:
      return product(Expression::binary(Op::sub, number(1.0), Expression::unary(Op::square, e)),
                     du);
    case Op::constant:
    case Op::feature:
    case Op::category:
    case Op::ceil:
    case Op::floor:
    case Op::round:
      return std::nullopt;
  }
  throw std::logic_error("operator without a derivative");
}

// What an adjoint passes on. Zero on either side means "no influence", whatever the other side is.
double influence(double adjoint, double partial) {
  return adjoint == 0.0 || partial == 0.0 ? 0.0 : adjoint * partial;
}

}  // namespace

Expression derivative(const Expression& expression, std::size_t feature) {
  std::vector<Part> open;  // derivatives that wait for their parent
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const Node& node = expression.nodes()[i];
    const int arity = info(node.op).arity;
    if (arity == 0) {
      const bool self = node.op == Op::feature && node.feature == feature;
      open.push_back(self ? Part(number(1.0)) : Part());
      continue;
    }
    Part dv = arity == 2 ? std::move(open.back()) : Part();
    if (arity == 2) open.pop_back();
    Part& du = open.back();
    if (!du && !dv) continue;  // most of a formula does not depend on one feature: copy none of it
    const std::size_t first = arity == 2 ? expression.left(i) : i - 1;
    du = chain(node.op, expression.subtree(i), expression.subtree(first), du,
               arity == 2 ? expression.subtree(i - 1) : Expression(), dv);
  }
  return open.back().value_or(number(0.0));
}

double evaluate_with_gradient(const Expression& expression, std::span<const double> row,
                              std::span<double> gradient) {
  if (gradient.size() != expression.constant_count()) {
    throw std::invalid_argument(
        "evaluate_with_gradient: gradient must have constant_count() entries");
  }
  const std::span<const Node> nodes = expression.nodes();
  std::vector<double> values(nodes.size()), adjoints(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const OperatorInfo& op = info(nodes[i].op);
    if (op.arity == 0) {
      values[i] = nodes[i].op == Op::constant  ? nodes[i].value
                  : nodes[i].op == Op::feature ? row[nodes[i].feature]
                                               : evaluate(expression.subtree(i), row);
    } else {
      const double b = values[i - 1];
      values[i] = op.arity == 2 ? op.scalar(values[expression.left(i)], b) : op.scalar(b, 0.0);
    }
  }
  adjoints.back() = 1.0;
  std::size_t next = gradient.size();  // constants are numbered in node order: count down
  for (std::size_t i = nodes.size(); i-- > 0;) {
    const Node& node = nodes[i];
    const int arity = info(node.op).arity;
    if (node.op == Op::constant) {
      gradient[--next] = adjoints[i];
    } else if (node.op == Op::category) {
      next -= node.levels;
      const double index = row[node.feature];
      for (std::uint32_t level = 0; level < node.levels; ++level) {
        const bool used = index >= level && index < level + 1.0;
        gradient[next + level] = used ? adjoints[i] : 0.0;
      }
    } else if (arity == 1) {
      const Partials p = partials(node.op, values[i - 1], 0.0, values[i]);
      adjoints[i - 1] = influence(adjoints[i], p.da);
    } else if (arity == 2) {
      const std::size_t left = expression.left(i);
      const Partials p = partials(node.op, values[left], values[i - 1], values[i]);
      adjoints[left] = influence(adjoints[i], p.da);
      adjoints[i - 1] = influence(adjoints[i], p.db);
    }
  }
  return values.back();
}

}  // namespace memlaw
