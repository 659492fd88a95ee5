#include "random_tree.hpp"

#include <algorithm>
#include <cmath>

namespace memlaw {
namespace {

bool has(const std::vector<Op>& operators, Op op) {
  return std::find(operators.begin(), operators.end(), op) != operators.end();
}

Op random_binary(const Vocabulary& v, RandomStream& random) {
  // Sums inside a term are needed as often as products: log(x + 1), x / (1 + y^2).
  if (v.has_add && random.chance(0.35)) return random.chance(0.75) ? Op::add : Op::sub;
  return v.binary[random.below(static_cast<std::uint32_t>(v.binary.size()))];
}

}  // namespace

double random_constant(RandomStream& random) {
  switch (random.below(4)) {
    case 0:
      return 1.0 + random.below(5);
    case 1:
      return std::ldexp(1.0, static_cast<int>(random.below(25)) - 12);
    case 2:
      return (1.0 + random.below(4)) / (2.0 + random.below(3));
    default:
      return std::exp(1.5 * random.normal()) * (random.chance(0.8) ? 1.0 : -1.0);
  }
}

Expression random_leaf(const Vocabulary& v, RandomStream& random) {
  const bool constant = v.numeric.empty() || random.chance(0.25);
  if (!v.categorical.empty() && random.chance(0.07)) {
    const std::uint16_t f =
        v.categorical[random.below(static_cast<std::uint32_t>(v.categorical.size()))];
    std::vector<double> table(v.levels[f]);
    for (double& value : table) value = std::exp(0.5 * random.normal());
    return Expression::category(f, table);
  }
  if (constant) return Expression::constant(random_constant(random));
  return Expression::feature(v.numeric[random.below(static_cast<std::uint32_t>(v.numeric.size()))]);
}

Expression random_power(const Vocabulary& v, RandomStream& random) {
  const Expression x =
      Expression::feature(v.numeric[random.below(static_cast<std::uint32_t>(v.numeric.size()))]);
  switch (random.below(8)) {
    case 0:
      return has(v.unary, Op::square) ? Expression::unary(Op::square, x)
                                      : Expression::binary(Op::mul, x, x);
    case 1:
      if (has(v.unary, Op::cube)) return Expression::unary(Op::cube, x);
      return x;
    case 2:
      if (has(v.unary, Op::sqrt)) return Expression::unary(Op::sqrt, x);
      return x;
    case 3:
      if (has(v.binary, Op::pow))
        return Expression::binary(Op::pow, x, Expression::constant(random.uniform(-2.0, 3.0)));
      return x;
    default:
      return x;
  }
}

Expression random_monomial(const Vocabulary& v, RandomStream& random) {
  Expression result = random_power(v, random);
  const std::uint32_t more = random.below(3);
  for (std::uint32_t k = 0; k < more; ++k) {
    const Op op = v.has_div && random.chance(0.2) ? Op::div : Op::mul;
    result = Expression::binary(op, result, random_power(v, random));
  }
  return result;
}

Expression random_tree(const Vocabulary& v, int depth, RandomStream& random) {
  if (depth <= 0 || random.chance(0.1)) return random_leaf(v, random);
  if (!v.unary.empty() && random.chance(0.35)) {
    const Op op = v.unary[random.below(static_cast<std::uint32_t>(v.unary.size()))];
    return Expression::unary(op, random_tree(v, depth - 1, random));
  }
  const Op op = random_binary(v, random);
  const Expression left = random_tree(v, depth - 1, random);
  const Expression right = random_tree(v, depth - 1, random);
  return Expression::binary(op, left, right);
}

Expression wrap(const Expression& inner, const Vocabulary& v, RandomStream& random) {
  if (!v.unary.empty() && random.chance(0.35))
    return Expression::unary(v.unary[random.below(static_cast<std::uint32_t>(v.unary.size()))],
                             inner);
  const Op op = random_binary(v, random);
  const Expression leaf = random_leaf(v, random);
  return random.chance(0.5) ? Expression::binary(op, inner, leaf)
                            : Expression::binary(op, leaf, inner);
}

}  // namespace memlaw
