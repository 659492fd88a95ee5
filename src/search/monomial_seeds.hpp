// Seeds for a search: sparse sums of monomials, fitted greedily by least squares.
//
// Physical laws are often such sums (voxels * batch * filters + parameters * copies + ...). Finding
// the best few of many thousand candidate monomials by orthogonal matching pursuit (Pati,
// Rezaiifar & Krishnaprasad, Asilomar 1993) costs milliseconds and saves the search many
// generations.
#pragma once

#include <vector>

#include "fit.hpp"
#include "individual.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// Candidate terms and their values on (at most `max_rows` of) the training rows.
class MonomialLibrary {
 public:
  // Products of powers of up to four numeric features, and `extra` terms (of the user's formulas)
  // alone and times or over a feature. Terms that are not finite or are constant on the rows are
  // left out. Powers are limited so that about `max_terms` terms remain.
  MonomialLibrary(const Dataset& data, const SearchOptions& options, const std::vector<Term>& extra,
                  std::size_t max_terms = 20000, std::size_t max_rows = 2000);

  std::size_t size() const { return bodies_.size(); }
  const Expression& body(std::size_t i) const { return bodies_[i]; }
  std::size_t rows() const { return rows_.size(); }

  // One individual for each number of terms from 1 up, each adding the term that lowers the
  // description length most; every second pursuit with random choices among the best few, so
  // that calls with different streams give different seeds.
  std::vector<Individual> pursue(const Evaluator& evaluator, const SearchOptions& options,
                                 bool with_categories, bool randomised, RandomStream random,
                                 FitScratch& scratch) const;

 private:
  const double* column(std::size_t i) const { return values_.data() + i * rows_.size(); }
  std::vector<double> residual(const Individual& individual) const;

  const Dataset& data_;
  std::vector<std::size_t> rows_;
  std::vector<double> weight_;  // of the squared residual
  std::vector<Expression> bodies_;
  std::vector<double> values_;            // bodies x rows, scaled to unit weighted norm
  std::vector<std::int32_t> categories_;  // categorical features
};

}  // namespace memlaw
