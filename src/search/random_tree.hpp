// Random leaves, monomials and trees.
#pragma once

#include "memlaw/base/rng.hpp"
#include "memlaw/expr/expression.hpp"
#include "variation.hpp"

namespace memlaw {

// Small integers, simple fractions, powers of two, or a wide log-normal number.
double random_constant(RandomStream& random);
// A feature (mostly) or a constant.
Expression random_leaf(const Vocabulary& vocabulary, RandomStream& random);
// A feature to a small power, written with the vocabulary's operators. Needs a numeric feature.
Expression random_power(const Vocabulary& vocabulary, RandomStream& random);
// A product of one to three powers of different features. Needs a numeric feature.
Expression random_monomial(const Vocabulary& vocabulary, RandomStream& random);
// "Grow" tree of at most the given depth (0: a leaf) over all operators of the vocabulary.
Expression random_tree(const Vocabulary& vocabulary, int depth, RandomStream& random);
// `inner` under a random operator; the other operand of a binary operator is a random leaf.
Expression wrap(const Expression& inner, const Vocabulary& vocabulary, RandomStream& random);

}  // namespace memlaw
