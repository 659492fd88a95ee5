#include "writer.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace memlaw::canonical {
namespace {

Expression number(double value) { return Expression::constant(value); }

std::pair<double, std::size_t> cost(const Expression& e) { return {e.complexity(), e.size()}; }

Expression multiply_all(const std::vector<Expression>& parts) {
  Expression product = parts.front();
  for (std::size_t i = 1; i < parts.size(); ++i) {
    product = Expression::binary(Op::mul, product, parts[i]);
  }
  return product;
}

// How to write a power: as squares and cubes of roots, when that costs less than pow.
struct Plan {
  int squares = 0, cubes = 0, roots = 0;
};

std::optional<Plan> plan_power(double exponent) {
  Plan plan;
  while (exponent != std::floor(exponent) && plan.roots < 2) {
    exponent *= 2.0;
    ++plan.roots;
  }
  while (exponent > 1.0 && std::fmod(exponent, 2.0) == 0.0) {
    exponent /= 2.0;
    ++plan.squares;
  }
  while (exponent > 1.0 && std::fmod(exponent, 3.0) == 0.0) {
    exponent /= 3.0;
    ++plan.cubes;
  }
  const double pow_cost = info(Op::pow).cost + info(Op::constant).cost;
  const double plan_cost = plan.squares * info(Op::square).cost + plan.cubes * info(Op::cube).cost +
                           plan.roots * info(Op::sqrt).cost;
  if (exponent != 1.0 || plan_cost > pow_cost) return std::nullopt;
  return plan;
}

Expression write_power(Expression base, double exponent) {
  const auto plan = plan_power(exponent);
  if (!plan) return Expression::binary(Op::pow, base, number(exponent));
  for (int i = 0; i < plan->roots; ++i) base = Expression::unary(Op::sqrt, base);
  for (int i = 0; i < plan->cubes; ++i) base = Expression::unary(Op::cube, base);
  for (int i = 0; i < plan->squares; ++i) base = Expression::unary(Op::square, base);
  return base;
}

// 1/3 reads better as a division by 3, but not 0.5, 0.2 or 1e-7.
bool reads_better_inverted(double c) {
  const double n = std::round(1.0 / c);
  if (!(n >= 3.0 && n <= 1e6) || 1.0 / n != c) return false;
  return std::round(c * 1e6) / 1e6 != c && std::floor(c * 0x1p20) != c * 0x1p20;
}

// f(-u) for a base f(u): the base that equals -f(u), if there is one of the same kind.
std::optional<Base> mirrored(const Base& base, const Algebra& algebra) {
  Base result = base;
  switch (base.op) {
    case Op::add:
    case Op::sin:
    case Op::tanh:
    case Op::cbrt:
    case Op::round:
      break;
    case Op::ceil:
      result.op = Op::floor;
      break;
    case Op::floor:
      result.op = Op::ceil;
      break;
    default:
      return std::nullopt;
  }
  if (base.arguments.size() != 1) return std::nullopt;
  result.arguments[0] = algebra.scale(base.arguments[0], -1.0);
  return result;
}

// Products of all bases that share an exponent stand under one power.
template <class Power>
std::vector<Expression> write_powers(const std::vector<Power>& powers) {
  std::vector<Expression> parts;
  std::vector<bool> done(powers.size());
  for (std::size_t i = 0; i < powers.size(); ++i) {
    if (done[i]) continue;
    std::vector<Expression> group = {powers[i].base};
    for (std::size_t j = i + 1; j < powers.size() && powers[i].exponent != 1.0; ++j) {
      if (powers[j].exponent != powers[i].exponent) continue;
      group.push_back(powers[j].base);
      done[j] = true;
    }
    parts.push_back(write_power(multiply_all(group), powers[i].exponent));
  }
  return parts;
}

}  // namespace

Expression Writer::write(const Sum& sum) {
  Expression plain = write_sum(sum);
  Sum factored;
  if (algebra_.assume_finite() && factor_out(sum, factored)) {
    Expression candidate = write(factored);
    if (cost(candidate) < cost(plain)) return candidate;
  }
  return plain;
}

bool Writer::factor_out(const Sum& sum, Sum& result) {
  const Factor* best = nullptr;
  double best_saving = 0.0, best_exponent = 0.0;
  const auto shares = [](const Factor& f, const Factor& g) {
    return compare(*f.base, *g.base) == 0 && (f.exponent > 0.0) == (g.exponent > 0.0);
  };
  for (const Term& term : sum.terms) {
    for (const Factor& factor : term.factors) {
      double least = std::abs(factor.exponent), count = 0.0;
      for (const Term& other : sum.terms) {
        for (const Factor& f : other.factors) {
          if (!shares(f, factor)) continue;
          least = std::min(least, std::abs(f.exponent));
          ++count;
        }
      }
      if (count < 2.0) continue;
      const double saving = (count - 1.0) * write_base(factor.base).complexity();
      if (saving > best_saving) {
        best_saving = saving;
        best = &factor;
        best_exponent = std::copysign(least, factor.exponent);
      }
    }
  }
  if (!best) return false;
  Sum others{sum.constant, {}}, inner;
  for (const Term& term : sum.terms) {
    const auto at =
        std::ranges::find_if(term.factors, [&](const Factor& f) { return shares(f, *best); });
    if (at == term.factors.end()) {
      others.terms.push_back(term);
      continue;
    }
    Monomial rest = term.factors;
    rest.push_back({best->base, -best_exponent});
    inner = algebra_.add(inner, algebra_.from_term(term.coefficient, std::move(rest)));
  }
  const Sum shared = algebra_.from_term(1.0, {{best->base, best_exponent}});
  result = algebra_.add(others, algebra_.multiply(shared, inner));
  return result.terms.size() < sum.terms.size();
}

Expression Writer::write_sum(const Sum& sum) {
  if (sum.is_number()) return number(sum.constant);
  struct Item {
    double coefficient;
    Monomial factors;
  };
  std::vector<Item> items;
  std::vector<bool> done(sum.terms.size());
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    if (done[i]) continue;
    const double c = sum.terms[i].coefficient;
    items.push_back({c, sum.terms[i].factors});
    if (std::abs(c) == 1.0) continue;
    // c a + c b - c d is written c (a + b - d).
    Sum group;
    for (std::size_t j = i; j < sum.terms.size(); ++j) {
      if (std::abs(sum.terms[j].coefficient) != std::abs(c)) continue;
      const double sign = std::signbit(sum.terms[j].coefficient) == std::signbit(c) ? 1.0 : -1.0;
      group.terms.push_back({sign, sum.terms[j].factors});
      done[j] = true;
    }
    if (group.terms.size() == 1) continue;
    items.back().factors = {{make_base({.op = Op::add, .arguments = {std::move(group)}}), 1.0}};
  }
  // A positive part leads, if there is one; else a part whose coefficient can take the sign.
  const auto lead = [&](auto&& wanted) {
    const auto at = std::ranges::find_if(items, wanted);
    if (at == items.end()) return false;
    std::rotate(items.begin(), at, at + 1);
    return true;
  };
  const bool positive = lead([](const Item& item) { return !(item.coefficient < 0.0); });
  Expression result;
  std::size_t next = 1;
  bool constant_pending = sum.constant != 0.0;
  if (!positive && sum.constant > 0.0) {
    result = number(sum.constant);
    constant_pending = false;
    next = 0;
  } else if (positive || lead([](const Item& item) { return item.coefficient != -1.0; })) {
    result = write_term(items[0].coefficient, items[0].factors);
  } else if (constant_pending) {
    result = number(sum.constant);
    constant_pending = false;
    next = 0;
  } else if (items.size() == 1) {
    return write_term(-1.0, items[0].factors);
  } else {
    // -a - b is written -(a + b), unless a sign can go into a factor.
    result = write_term(-1.0, items[0].factors);
    if (result.root().op == Op::neg) {
      return Expression::unary(Op::neg, write_sum(algebra_.scale(sum, -1.0)));
    }
  }
  for (; next < items.size(); ++next) {
    const Item& item = items[next];
    const bool minus = item.coefficient < 0.0;
    result = Expression::binary(minus ? Op::sub : Op::add, result,
                                write_positive(std::abs(item.coefficient), item.factors));
  }
  if (constant_pending) {
    result = Expression::binary(sum.constant < 0.0 ? Op::sub : Op::add, result,
                                number(std::abs(sum.constant)));
  }
  return result;
}

Expression Writer::write_term(double coefficient, const Monomial& factors) {
  if (coefficient >= 0.0) return write_positive(coefficient, factors);
  if (coefficient != -1.0) {
    // The sign goes into the number, wherever it is written.
    const Expression positive = write_positive(-coefficient, factors);
    if (positive.nodes()[0].op == Op::constant && positive.nodes()[0].value == -coefficient) {
      std::vector<double> constants = positive.constants();
      constants[0] = coefficient;
      return positive.with_constants(constants);
    }
    return Expression::unary(Op::neg, positive);
  }
  Expression best = Expression::unary(Op::neg, write_positive(1.0, factors));
  for (std::size_t i = 0; i < factors.size(); ++i) {
    if (std::abs(std::fmod(factors[i].exponent, 2.0)) != 1.0) continue;
    auto flipped = mirrored(*factors[i].base, algebra_);
    if (!flipped) continue;
    Monomial candidate = factors;
    candidate[i].base = make_base(std::move(*flipped));
    const Expression written = write_positive(1.0, candidate);
    if (cost(written) < cost(best)) best = written;
  }
  return best;
}

std::pair<Expression, double> Writer::write_exp(const Sum& sum, bool alone) {
  std::optional<std::pair<Expression, double>> best;
  double least = 0.0;
  for (const double n : {1.0, -1.0, 2.0, -2.0, 3.0, -3.0}) {
    const Sum part = algebra_.scale(sum, 1.0 / n);
    if (sum.constant != 0.0 && n != 1.0) continue;
    if (compare(algebra_.scale(part, n), sum) != 0) continue;  // rounding would change the formula
    Expression written = Expression::unary(Op::exp, write(part));
    const double total = written.complexity() + (std::abs(n) > 1.0 ? info(Op::square).cost : 0.0) +
                         (n < 0.0 && alone ? info(Op::inv).cost : 0.0);
    if (!best || total < least) {
      least = total;
      best = {std::move(written), n};
    }
  }
  return *best;
}

Expression Writer::write_positive(double coefficient, const Monomial& factors) {
  std::vector<Power> above, below;
  std::optional<Expression> root;  // b of a factor 1 / sqrt(1 + b^2)
  for (const Factor& factor : factors) {
    const Base& base = *factor.base;
    if (base.op == Op::aq && factor.exponent == 1.0 && !root) {
      root = write(base.arguments[0]);
      continue;
    }
    Power power{Expression(), factor.exponent};
    if (base.op == Op::exp && factor.exponent == 1.0) {
      const bool alone = coefficient == 1.0 && factors.size() == 1;
      std::tie(power.base, power.exponent) = write_exp(base.arguments[0], alone);
    } else {
      power.base = write_base(factor.base);
    }
    const bool divides = power.exponent < 0.0;
    power.exponent = std::abs(power.exponent);
    (divides ? below : above).push_back(std::move(power));
  }
  std::vector<Expression> numerator = write_powers(above);
  std::vector<Expression> denominator = write_powers(below);
  if (coefficient != 1.0) {
    if (!numerator.empty() && reads_better_inverted(coefficient)) {
      denominator.insert(denominator.begin(), number(std::round(1.0 / coefficient)));
    } else {
      numerator.insert(numerator.begin(), number(coefficient));
    }
  }
  if (root) {
    const Expression top = numerator.empty() ? number(1.0) : multiply_all(numerator);
    numerator = {Expression::binary(Op::aq, top, *root)};
  }
  if (denominator.empty()) return multiply_all(numerator);
  const Expression divisor = multiply_all(denominator);
  if (!numerator.empty()) return Expression::binary(Op::div, multiply_all(numerator), divisor);
  const std::span<const Node> nodes = divisor.nodes();
  if (divisor.root().op == Op::pow && nodes[divisor.size() - 2].op == Op::constant) {
    return Expression::binary(Op::pow, divisor.subtree(divisor.left(divisor.size() - 1)),
                              number(-nodes[divisor.size() - 2].value));
  }
  return Expression::unary(Op::inv, divisor);
}

Expression Writer::write_base(const BaseRef& base) {
  const auto found = written_.find(base.get());
  if (found != written_.end()) return found->second;
  kept_.push_back(base);
  return written_.emplace(base.get(), write_call(*base)).first->second;
}

Expression Writer::write_call(const Base& base) {
  if (base.op == Op::feature) return Expression::feature(base.feature);
  if (base.op == Op::category) return Expression::category(base.feature, base.table);
  if (base.op == Op::constant) return number(base.number);
  Expression first = write(base.arguments[0]);
  if (base.op == Op::aq) return Expression::binary(Op::aq, number(1.0), first);
  if (base.op == Op::add && base.arguments.size() == 1) return first;
  if (info(base.op).arity == 1) return Expression::unary(base.op, first);
  for (std::size_t i = 1; i < base.arguments.size(); ++i) {
    first = Expression::binary(base.op, first, write(base.arguments[i]));
  }
  return first;
}

}  // namespace memlaw::canonical
