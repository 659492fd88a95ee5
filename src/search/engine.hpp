// The state of one search and its steps.
#pragma once

#include <vector>

#include "fit.hpp"
#include "front.hpp"
#include "individual.hpp"
#include "memlaw/base/parallel.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/search/search.hpp"
#include "seen_set.hpp"
#include "variation.hpp"

namespace memlaw {

// Islands of individuals that evolve side by side. Every step is a parallel loop whose items depend
// only on the state before it and on random streams keyed by (island, generation, individual),
// followed by a merge in a fixed order: the number of threads never changes the result.
class Engine {
 public:
  Engine(const Dataset& data, const SearchOptions& options);

  // First population: seeds, then random individuals; evaluated.
  void initialise();
  // One generation on every island, with migration and refinement when due.
  void step();

  const Front& front() const { return front_; }
  std::uint64_t generation() const { return generation_; }
  std::uint64_t evaluations() const { return evaluations_; }
  std::uint64_t duplicates() const { return duplicates_; }
  const Evaluator& evaluator() const { return evaluator_; }
  ThreadPool& pool() { return pool_; }
  FitScratch& scratch(int worker) { return scratch_[static_cast<std::size_t>(worker)]; }

  // Fits the front's entries again with a larger budget.
  void refine_front();

 private:
  using Population = std::vector<Individual>;

  std::vector<Individual> seeds();
  Individual offspring(std::size_t island, std::uint32_t index, std::string& key) const;
  bool is_new(const Individual& individual, const std::string& key) const;
  // Evaluates `candidates` (island by island), leaves out those seen before, updates the front.
  void evaluate(std::vector<Population>& candidates, std::vector<std::vector<std::string>>& keys);
  void migrate();
  void refine();
  FitBudget budget() const;

  const Dataset& data_;
  const SearchOptions& options_;
  Evaluator evaluator_;
  Vocabulary vocabulary_;
  ThreadPool pool_;
  std::vector<FitScratch> scratch_;
  std::vector<Population> islands_;
  SeenSet seen_;
  Front front_;
  std::uint64_t generation_ = 0;
  std::uint64_t evaluations_ = 0;
  std::uint64_t duplicates_ = 0;
};

}  // namespace memlaw
