#include "variation.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "random_tree.hpp"
#include "splice.hpp"

namespace memlaw {
namespace {

std::size_t pick(std::size_t count, RandomStream& random) {
  return random.below(static_cast<std::uint32_t>(count));
}

// A node position, interior nodes as likely as leaves taken together.
std::size_t pick_node(const Expression& e, RandomStream& random) {
  const auto nodes = e.nodes();
  if (nodes.size() > 1 && random.chance(0.6)) {
    for (int attempt = 0; attempt < 8; ++attempt) {
      const std::size_t i = pick(nodes.size(), random);
      if (nodes[i].extent > 1) return i;
    }
  }
  return pick(nodes.size(), random);
}

// ---- mutations of one term's body --------------------------------------------------------------

Expression mutate_point(const Expression& e, const Vocabulary& v, RandomStream& random) {
  const std::size_t i = pick(e.size(), random);
  Node node = e.nodes()[i];
  switch (info(node.op).arity) {
    case 0:
      return replace_subtree(e, i, random_leaf(v, random));
    case 1:
      if (v.unary.empty()) return e;
      node.op = v.unary[pick(v.unary.size(), random)];
      break;
    default: {
      const std::size_t extra = v.has_add ? 2 : 0;
      const std::size_t choice = pick(v.binary.size() + extra, random);
      node.op = choice < v.binary.size() ? v.binary[choice]
                                         : (choice == v.binary.size() ? Op::add : Op::sub);
    }
  }
  return replace_node(e, i, node);
}

Expression mutate_insert(const Expression& e, const Vocabulary& v, RandomStream& random) {
  const std::size_t i = pick_node(e, random);
  return replace_subtree(e, i, wrap(e.subtree(i), v, random));
}

Expression mutate_hoist(const Expression& e, RandomStream& random) {
  const std::size_t i = pick_node(e, random);
  const Node& node = e.nodes()[i];
  if (node.extent == 1) return e;
  const std::size_t child = info(node.op).arity == 2 && random.chance(0.5) ? e.left(i) : e.right(i);
  return replace_subtree(e, i, e.subtree(child));
}

Expression mutate_constants(const Expression& e, RandomStream& random) {
  std::vector<double> constants = e.constants();
  if (constants.empty()) return e;
  const std::size_t k = pick(constants.size(), random);
  constants[k] =
      random.chance(0.5) ? random_constant(random) : constants[k] * std::exp(0.5 * random.normal());
  return e.with_constants(constants);
}

// Multiplies or divides the whole term by a feature, the step between power laws, or gives it one
// factor per level of a category.
Expression mutate_power(const Expression& e, const Vocabulary& v, RandomStream& random) {
  if (!v.categorical.empty() && random.chance(0.2)) {
    const std::uint16_t f = v.categorical[pick(v.categorical.size(), random)];
    const std::vector<double> ones(v.levels[f], 1.0);
    return Expression::binary(Op::mul, Expression::category(f, ones), e);
  }
  if (v.numeric.empty()) return e;
  const Expression factor = random_power(v, random);
  return Expression::binary(v.has_div && random.chance(0.35) ? Op::div : Op::mul, e, factor);
}

Expression mutate_body(const Expression& e, const Vocabulary& v, RandomStream& random) {
  switch (random.below(8)) {
    case 0:
    case 1:
      return mutate_point(e, v, random);
    case 2:
      return replace_subtree(e, pick_node(e, random), random_tree(v, 2, random));
    case 3:
      return mutate_insert(e, v, random);
    case 4:
      return mutate_hoist(e, random);
    case 5:
      return mutate_constants(e, random);
    default:
      return mutate_power(e, v, random);
  }
}

// ---- mutations of the list of terms -------------------------------------------------------------

// Joins two terms by max or min (phases of a job: whichever needs more) or by a product.
void join_terms(std::vector<Term>& terms, const Vocabulary& v, RandomStream& random) {
  const std::size_t i = pick(terms.size(), random);
  std::size_t j = pick(terms.size() - 1, random);
  if (j >= i) ++j;
  if (v.binary.empty()) return;
  const Op op = v.binary[pick(v.binary.size(), random)];
  Expression left = terms[i].body;
  if (op == Op::max || op == Op::min)
    left = Expression::binary(Op::mul, Expression::constant(random_constant(random)), left);
  terms[i].body = Expression::binary(op, left, terms[j].body);
  terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(j));
}

void mutate_terms(std::vector<Term>& terms, const Vocabulary& v, RandomStream& random) {
  const std::size_t i = pick(terms.size(), random);
  switch (random.below(12)) {
    case 0:
    case 1:
      terms.push_back(random_term(v, random));
      return;
    case 2:
      if (terms.size() > 1) terms.erase(terms.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    case 3:
      terms[i] = random_term(v, random);
      return;
    case 4:
      if (!v.categorical.empty())
        terms[i].category =
            random.chance(0.4)
                ? -1
                : static_cast<std::int32_t>(v.categorical[pick(v.categorical.size(), random)]);
      return;
    case 5:
      if (terms.size() > 1) join_terms(terms, v, random);
      return;
    case 6: {
      // A variation of a term beside the term itself.
      Term copy = terms[i];
      copy.body = mutate_body(copy.body, v, random);
      terms.push_back(std::move(copy));
      return;
    }
    default:
      terms[i].body = mutate_body(terms[i].body, v, random);
  }
}

std::vector<Term> mix_terms(const Individual& mother, const Individual& father,
                            RandomStream& random) {
  std::vector<Term> terms;
  const double keep = random.uniform(0.3, 1.0);
  for (const Term& term : mother.terms)
    if (random.chance(keep)) terms.push_back(term);
  for (const Term& term : father.terms)
    if (random.chance(1.0 - keep + 0.1)) terms.push_back(term);
  if (terms.empty()) terms.push_back(mother.terms[pick(mother.terms.size(), random)]);
  return terms;
}

std::vector<Term> swap_subtree(const Individual& mother, const Individual& father,
                               RandomStream& random) {
  std::vector<Term> terms = mother.terms;
  Term& receiver = terms[pick(terms.size(), random)];
  const Expression& donor = father.terms[pick(father.terms.size(), random)].body;
  receiver.body = replace_subtree(receiver.body, pick_node(receiver.body, random),
                                  donor.subtree(pick_node(donor, random)));
  return terms;
}

Individual finish(std::vector<Term> terms, const Vocabulary& v) {
  Individual child;
  child.terms = std::move(terms);
  normalise(child.terms, v.max_terms);
  return child;
}

}  // namespace

Vocabulary::Vocabulary(const Variables& variables, const SearchOptions& options)
    : max_terms(static_cast<std::size_t>(options.max_terms)),
      max_size(options.max_size),
      max_depth(options.max_depth) {
  for (std::size_t f = 0; f < variables.size(); ++f) {
    levels.push_back(static_cast<std::uint32_t>(variables[f].levels.size()));
    if (!variables[f].is_categorical()) {
      numeric.push_back(static_cast<std::uint16_t>(f));
    } else if (variables[f].levels.size() > 1) {
      categorical.push_back(static_cast<std::uint16_t>(f));
    }
  }
  for (const Op op : options.operators) {
    if (op == Op::add || op == Op::sub) {
      has_add = true;
    } else if (info(op).arity == 1 && op != Op::neg) {
      unary.push_back(op);
    } else if (info(op).arity == 2) {
      binary.push_back(op);
    }
  }
  const auto has = [&](Op op) {
    return std::find(binary.begin(), binary.end(), op) != binary.end();
  };
  has_div = has(Op::div);
  if (!has(Op::mul)) binary.push_back(Op::mul);
}

Term random_term(const Vocabulary& v, RandomStream& random) {
  Term term;
  if (!v.numeric.empty() && random.chance(0.6)) {
    term.body = random_monomial(v, random);
  } else {
    term.body = random_tree(v, 1 + static_cast<int>(random.below(3)), random);
  }
  if (!v.categorical.empty() && random.chance(0.2))
    term.category = v.categorical[pick(v.categorical.size(), random)];
  return term;
}

Individual random_individual(const Vocabulary& v, RandomStream& random) {
  std::vector<Term> terms;
  const std::size_t most = std::min<std::size_t>(v.max_terms, 5);
  const std::size_t count = 1 + pick(most, random);
  for (std::size_t t = 0; t < count; ++t) terms.push_back(random_term(v, random));
  return finish(std::move(terms), v);
}

Individual breed(const Individual& mother, const Individual& father, const Vocabulary& v,
                 RandomStream& random) {
  std::vector<Term> terms =
      random.chance(0.5) ? mix_terms(mother, father, random) : swap_subtree(mother, father, random);
  if (random.chance(0.5)) mutate_terms(terms, v, random);
  return finish(std::move(terms), v);
}

Individual mutate(const Individual& parent, const Vocabulary& v, RandomStream& random) {
  std::vector<Term> terms = parent.terms;
  do {
    mutate_terms(terms, v, random);
  } while (random.chance(0.3));
  return finish(std::move(terms), v);
}

bool fits(const Individual& individual, const Vocabulary& v) {
  if (individual.terms.empty() || individual.size > v.max_size) return false;
  return std::all_of(individual.terms.begin(), individual.terms.end(), [&](const Term& term) {
    return static_cast<int>(term.body.depth()) <= v.max_depth;
  });
}

}  // namespace memlaw
