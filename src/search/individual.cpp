#include "individual.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "splice.hpp"

namespace memlaw {
namespace {

bool is_constant_tree(const Expression& e) {
  return std::all_of(e.nodes().begin(), e.nodes().end(), [](const Node& node) {
    return node.op != Op::feature && node.op != Op::category;
  });
}

// Factors of the multiplicative chain at the root of `e`, with constants and signs left out.
struct Factors {
  std::vector<Expression> above;
  std::vector<Expression> below;
  bool stripped = false;  // something was left out
};

Factors factors_of(const Expression& e) {
  Factors out;
  std::vector<std::pair<std::size_t, bool>> work{{e.size() - 1, true}};
  while (!work.empty()) {
    const auto [i, above] = work.back();
    work.pop_back();
    switch (e.nodes()[i].op) {
      case Op::mul:
        work.emplace_back(e.right(i), above);
        work.emplace_back(e.left(i), above);
        break;
      case Op::div:
        work.emplace_back(e.right(i), !above);
        work.emplace_back(e.left(i), above);
        break;
      case Op::inv:
        work.emplace_back(i - 1, !above);
        break;
      case Op::neg:
        out.stripped = true;
        work.emplace_back(i - 1, above);
        break;
      default: {
        Expression factor = e.subtree(i);
        if (is_constant_tree(factor)) {
          out.stripped = true;
        } else {
          (above ? out.above : out.below).push_back(std::move(factor));
        }
      }
    }
  }
  return out;
}

Expression product(const std::vector<Expression>& factors) {
  Expression result = factors.front();
  for (std::size_t i = 1; i < factors.size(); ++i)
    result = Expression::binary(Op::mul, result, factors[i]);
  return result;
}

Expression rebuild(const Factors& factors) {
  if (factors.above.empty()) return Expression::unary(Op::inv, product(factors.below));
  if (factors.below.empty()) return product(factors.above);
  return Expression::binary(Op::div, product(factors.above), product(factors.below));
}

// One term of the additive spine; nothing when it is constant.
std::optional<Term> make_term(const Expression& e) {
  if (is_constant_tree(e)) return std::nullopt;
  Factors factors = factors_of(e);
  Term term;
  const auto category =
      std::find_if(factors.above.begin(), factors.above.end(),
                   [](const Expression& factor) { return factor.root().op == Op::category; });
  if (category != factors.above.end()) {
    term.category = category->root().feature;
    factors.above.erase(category);
    if (factors.above.empty() && factors.below.empty()) {
      term.body = Expression::constant(1.0);
      return term;
    }
    term.body = rebuild(factors);
  } else {
    term.body = factors.stripped ? rebuild(factors) : e;
  }
  return term;
}

Expression scaled(double coefficient, const Expression& body) {
  if (body.size() == 1 && body.root().op == Op::constant)
    return Expression::constant(coefficient * body.root().value);
  if (coefficient == 1.0) return body;
  if (body.root().op == Op::inv)
    return Expression::binary(Op::div, Expression::constant(coefficient),
                              body.subtree(body.size() - 2));
  return Expression::binary(Op::mul, Expression::constant(coefficient), body);
}

bool is_bare_constant(const Expression& e) { return e.size() == 1 && e.root().op == Op::constant; }

// Appends the structure of the subtree at `i`, operands of commutative operators in byte order.
void append_key(const Expression& e, std::size_t i, std::string& out) {
  const Node& node = e.nodes()[i];
  out.push_back(static_cast<char>(node.op));
  switch (node.op) {
    case Op::constant:
      return;
    case Op::feature:
    case Op::category:
      out.push_back(static_cast<char>(node.feature & 0xff));
      out.push_back(static_cast<char>(node.feature >> 8));
      return;
    default:
      break;
  }
  const OperatorInfo& op = info(node.op);
  if (op.arity == 1) {
    append_key(e, i - 1, out);
  } else {
    std::string left, right;
    append_key(e, e.left(i), left);
    append_key(e, e.right(i), right);
    if (op.commutative && right < left) std::swap(left, right);
    out += left;
    out += right;
  }
}

}  // namespace

std::size_t column_count(const Term& term, const Variables& variables) {
  return term.category < 0 ? 1 : variables[static_cast<std::size_t>(term.category)].levels.size();
}

void measure(Individual& individual, const Variables& variables) {
  individual.size = 1;
  individual.complexity = info(Op::constant).cost;
  for (const Term& term : individual.terms) {
    const bool bare = is_bare_constant(term.body);
    const double coefficient_cost =
        term.category < 0
            ? info(Op::constant).cost
            : info(Op::category).cost * static_cast<double>(column_count(term, variables));
    individual.size += 2;
    individual.complexity += info(Op::add).cost + coefficient_cost;
    if (!bare) {
      individual.size += 1 + static_cast<int>(term.body.size());
      individual.complexity += info(Op::mul).cost + term.body.complexity();
    }
  }
}

Expression to_expression(const Individual& individual, const Variables& variables) {
  const auto& coefficients = individual.coefficients;
  Expression sum = Expression::constant(coefficients.empty() ? 0.0 : coefficients[0]);
  bool empty = sum.root().value == 0.0;
  std::size_t next = 1;
  for (const Term& term : individual.terms) {
    const std::size_t columns = column_count(term, variables);
    const std::span<const double> own(coefficients.data() + next, columns);
    next += columns;
    if (std::all_of(own.begin(), own.end(), [](double c) { return c == 0.0; })) continue;
    Expression part;
    bool subtract = false;
    if (term.category < 0) {
      subtract = own[0] < 0.0 && !empty;
      part = scaled(subtract ? -own[0] : own[0], term.body);
    } else {
      part = Expression::category(static_cast<std::size_t>(term.category), own);
      if (!is_bare_constant(term.body)) part = Expression::binary(Op::mul, part, term.body);
    }
    sum = empty ? part : Expression::binary(subtract ? Op::sub : Op::add, sum, part);
    empty = false;
  }
  return sum;
}

std::vector<Term> decompose(const Expression& expression) {
  std::vector<Term> terms;
  std::vector<std::size_t> work{expression.size() - 1};
  while (!work.empty()) {
    const std::size_t i = work.back();
    work.pop_back();
    const Op op = expression.nodes()[i].op;
    if (op == Op::add || op == Op::sub) {
      work.push_back(expression.right(i));
      work.push_back(expression.left(i));
    } else if (op == Op::neg) {
      work.push_back(i - 1);
    } else if (auto term = make_term(expression.subtree(i))) {
      terms.push_back(std::move(*term));
    }
  }
  return terms;
}

void normalise(std::vector<Term>& terms, std::size_t max_terms) {
  std::vector<Term> out;
  out.reserve(terms.size());
  const auto add = [&](Term term) {
    if (out.size() >= max_terms) return;
    if (std::find(out.begin(), out.end(), term) == out.end()) out.push_back(std::move(term));
  };
  for (Term& term : terms) {
    if (is_bare_constant(term.body)) {
      if (term.category >= 0) add({Expression::constant(1.0), term.category});
      continue;
    }
    std::vector<Term> parts = decompose(term.body);
    // Two coefficient categories cannot share one term: the body then stays whole.
    const bool clash =
        term.category >= 0 && std::any_of(parts.begin(), parts.end(), [&](const Term& p) {
          return p.category >= 0 && p.category != term.category;
        });
    if (clash) {
      add(std::move(term));
      continue;
    }
    for (Term& part : parts) {
      if (term.category >= 0) part.category = term.category;
      add(std::move(part));
    }
  }
  terms = std::move(out);
}

std::string structure_key(const std::vector<Term>& terms) {
  std::vector<std::string> keys;
  keys.reserve(terms.size());
  for (const Term& term : terms) {
    std::string key(1, static_cast<char>(term.category + 1));
    append_key(term.body, term.body.size() - 1, key);
    keys.push_back(std::move(key));
  }
  std::sort(keys.begin(), keys.end());
  std::string joined;
  for (const std::string& key : keys) {
    joined += key;
    joined.push_back('\xff');
  }
  return joined;
}

}  // namespace memlaw
