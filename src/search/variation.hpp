// Random terms, crossover and mutation.
//
// Every operator is a pure function of its arguments and of the random stream it is given, and is
// safe to call from many threads.
#pragma once

#include <vector>

#include "individual.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// What variation may use, prepared once per search.
struct Vocabulary {
  Vocabulary(const Variables& variables, const SearchOptions& options);

  std::vector<std::uint16_t> numeric;      // numeric features
  std::vector<std::uint16_t> categorical;  // categorical features with at least two levels
  std::vector<std::uint32_t> levels;       // of each feature, 0 for numeric
  std::vector<Op> unary;
  std::vector<Op> binary;  // without add and sub
  bool has_add = false;    // add and sub inside terms
  bool has_div = false;
  std::size_t max_terms;
  int max_size;
  int max_depth;
};

// A fresh term: a product of powers of a few features, or a small random tree.
Term random_term(const Vocabulary& vocabulary, RandomStream& random);

// A fresh individual of a few random terms.
Individual random_individual(const Vocabulary& vocabulary, RandomStream& random);

// A child of two parents: terms of both, or one parent with a subtree of the other, then usually a
// mutation. The child is normalised and unfitted. It may exceed max_size or max_depth; the caller
// checks `fits`.
Individual breed(const Individual& mother, const Individual& father, const Vocabulary& vocabulary,
                 RandomStream& random);

// A mutant of one individual.
Individual mutate(const Individual& parent, const Vocabulary& vocabulary, RandomStream& random);

// Within the limits on size, depth and terms, and not empty.
bool fits(const Individual& individual, const Vocabulary& vocabulary);

}  // namespace memlaw
