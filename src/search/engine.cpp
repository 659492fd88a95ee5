#include "engine.hpp"

#include <algorithm>
#include <cmath>

#include "monomial_seeds.hpp"
#include "nsga2.hpp"

namespace memlaw {
namespace {

// A structure with fitted constants may be tried again from other starting constants this often.
constexpr std::uint32_t tries_with_constants = 3;
constexpr int breeding_attempts = 4;
constexpr double loss_pressure = 0.5;
constexpr double mutation_only = 0.4;
// Individuals this much worse than the front at their complexity get no further fitting steps.
constexpr double hopeless_factor = 1.5;

bool has_free_constants(const Individual& individual) {
  return std::any_of(individual.terms.begin(), individual.terms.end(), [](const Term& term) {
    return term.body.size() > 1 && term.body.constant_count() > 0;
  });
}

}  // namespace

Engine::Engine(const Dataset& data, const SearchOptions& options)
    : data_(data),
      options_(options),
      evaluator_(data, options.loss),
      vocabulary_(data.variables, options),
      pool_(options.threads),
      scratch_(static_cast<std::size_t>(pool_.size())),
      islands_(static_cast<std::size_t>(options.islands)) {}

FitBudget Engine::budget() const {
  FitBudget budget;
  budget.constant_iterations = options_.constant_iterations;
  budget.nonnegative = options_.nonnegative;
  return budget;
}

bool Engine::is_new(const Individual& individual, const std::string& key) const {
  return seen_.count(key) < (has_free_constants(individual) ? tries_with_constants : 1u);
}

std::vector<Individual> Engine::seeds() {
  std::vector<Individual> out;
  std::vector<Term> user_terms;
  for (const Formula& formula : options_.seeds) {
    Individual seed;
    seed.terms = decompose(bind(formula, data_.variables));
    normalise(seed.terms, vocabulary_.max_terms);
    measure(seed, data_.variables);
    user_terms.insert(user_terms.end(), seed.terms.begin(), seed.terms.end());
    if (fits(seed, vocabulary_)) out.push_back(std::move(seed));
  }
  for (const Term& term : user_terms) {
    Individual alone;
    alone.terms = {term};
    measure(alone, data_.variables);
    if (fits(alone, vocabulary_)) out.push_back(std::move(alone));
  }
  if (options_.monomial_seeds) {
    const MonomialLibrary library(data_, options_, user_terms);
    const std::size_t pursuits = std::max<std::size_t>(4, 2 * islands_.size());
    std::vector<std::vector<Individual>> paths(pursuits);
    pool_.run(pursuits, [&](std::size_t p, int worker) {
      RandomStream random(options_.seed, static_cast<std::uint32_t>(p), 0, 0, Purpose::seed);
      paths[p] = library.pursue(evaluator_, options_, p % 2 == 1, p >= 2, random, scratch(worker));
    });
    for (auto& path : paths) std::move(path.begin(), path.end(), std::back_inserter(out));
  }
  return out;
}

void Engine::initialise() {
  std::vector<Population> candidates(islands_.size());
  std::vector<std::vector<std::string>> keys(islands_.size());
  const std::vector<Individual> given = seeds();
  // Seeds go round the islands; at most half of a population, the rest stays random.
  for (std::size_t s = 0; s < given.size(); ++s) {
    Population& island = candidates[s % islands_.size()];
    if (island.size() < static_cast<std::size_t>(options_.population) / 2)
      island.push_back(given[s]);
  }
  pool_.run(islands_.size(), [&](std::size_t i, int) {
    for (auto n = static_cast<std::uint32_t>(candidates[i].size());
         n < static_cast<std::uint32_t>(options_.population); ++n) {
      RandomStream random(options_.seed, static_cast<std::uint32_t>(i), 0, n, Purpose::initialise);
      Individual fresh;
      do {
        fresh = random_individual(vocabulary_, random);
        measure(fresh, data_.variables);
      } while (!fits(fresh, vocabulary_));
      candidates[i].push_back(std::move(fresh));
    }
    for (Individual& individual : candidates[i]) {
      measure(individual, data_.variables);
      keys[i].push_back(structure_key(individual.terms));
    }
  });
  evaluate(candidates, keys);
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    islands_[i] = std::move(candidates[i]);
    survive(islands_[i], static_cast<std::size_t>(options_.population));
  }
}

Individual Engine::offspring(std::size_t island, std::uint32_t index, std::string& key) const {
  const Population& population = islands_[island];
  RandomStream random(options_.seed, static_cast<std::uint32_t>(island),
                      static_cast<std::uint32_t>(generation_), index, Purpose::vary);
  Individual child;
  for (int attempt = 0; attempt < breeding_attempts; ++attempt) {
    if (population.empty()) {
      child = random_individual(vocabulary_, random);
    } else {
      const std::size_t mother = tournament(population, loss_pressure, random);
      if (random.chance(mutation_only)) {
        child = mutate(population[mother], vocabulary_, random);
      } else {
        const std::size_t father = tournament(population, loss_pressure, random);
        child = breed(population[mother], population[father], vocabulary_, random);
      }
    }
    measure(child, data_.variables);
    if (!fits(child, vocabulary_)) continue;
    key = structure_key(child.terms);
    if (is_new(child, key)) return child;
  }
  child = random_individual(vocabulary_, random);
  measure(child, data_.variables);
  key = structure_key(child.terms);
  return child;
}

void Engine::evaluate(std::vector<Population>& candidates,
                      std::vector<std::vector<std::string>>& keys) {
  std::vector<Individual*> fresh;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    Population kept;
    kept.reserve(candidates[i].size());
    for (std::size_t k = 0; k < candidates[i].size(); ++k) {
      if (!fits(candidates[i][k], vocabulary_)) continue;
      if (!is_new(candidates[i][k], keys[i][k])) {
        ++duplicates_;
        continue;
      }
      seen_.insert(keys[i][k]);
      kept.push_back(std::move(candidates[i][k]));
    }
    candidates[i] = std::move(kept);
    for (Individual& individual : candidates[i]) fresh.push_back(&individual);
  }
  pool_.run(fresh.size(), [&](std::size_t k, int worker) {
    FitBudget own = budget();
    own.hopeless_above = hopeless_factor * front_.loss_at(fresh[k]->complexity);
    fit(*fresh[k], evaluator_, own, scratch(worker));
  });
  evaluations_ += fresh.size();
  for (Individual* individual : fresh) front_.insert(*individual);
  for (Population& population : candidates)
    std::erase_if(population, [](const Individual& x) { return !std::isfinite(x.loss); });
}

void Engine::step() {
  ++generation_;
  const auto count = static_cast<std::size_t>(options_.population);
  std::vector<Population> children(islands_.size(), Population(count));
  std::vector<std::vector<std::string>> keys(islands_.size(), std::vector<std::string>(count));
  pool_.run(islands_.size() * count, [&](std::size_t item, int) {
    const std::size_t island = item / count, index = item % count;
    children[island][index] =
        offspring(island, static_cast<std::uint32_t>(index), keys[island][index]);
  });
  evaluate(children, keys);
  pool_.run(islands_.size(), [&](std::size_t i, int) {
    std::move(children[i].begin(), children[i].end(), std::back_inserter(islands_[i]));
    survive(islands_[i], count);
  });
  if (generation_ % static_cast<std::uint64_t>(options_.migration_interval) == 0) {
    refine();
    migrate();
  }
}

void Engine::refine() {
  std::vector<Individual*> leaders;
  for (Population& population : islands_)
    for (Individual& individual : population)
      if (individual.rank == 0 && has_free_constants(individual)) leaders.push_back(&individual);
  FitBudget generous = budget();
  generous.constant_iterations *= 4;
  generous.reweightings *= 2;
  pool_.run(leaders.size(), [&](std::size_t k, int worker) {
    Individual trial = *leaders[k];
    fit(trial, evaluator_, generous, scratch(worker));
    if (trial.loss < leaders[k]->loss) *leaders[k] = std::move(trial);
  });
  for (Individual* individual : leaders) front_.insert(*individual);
  for (Population& population : islands_) rank_population(population);
}

void Engine::migrate() {
  if (islands_.size() < 2) return;
  const auto migrants = static_cast<std::size_t>(std::max(1, options_.population / 20));
  std::vector<Population> leaving(islands_.size());
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    if (islands_[i].empty()) continue;
    RandomStream random(options_.seed, static_cast<std::uint32_t>(i),
                        static_cast<std::uint32_t>(generation_), 0, Purpose::migrate);
    for (std::size_t m = 0; m < migrants; ++m)
      leaving[i].push_back(islands_[i][tournament(islands_[i], loss_pressure, random)]);
  }
  for (std::size_t i = 0; i < islands_.size(); ++i) {
    Population& next = islands_[(i + 1) % islands_.size()];
    std::move(leaving[i].begin(), leaving[i].end(), std::back_inserter(next));
  }
  for (Population& population : islands_)
    survive(population, static_cast<std::size_t>(options_.population));
}

void Engine::refine_front() {
  std::vector<Individual> entries = front_.entries();
  FitBudget generous = budget();
  generous.constant_iterations = std::max(40, 5 * generous.constant_iterations);
  generous.reweightings = 8;
  pool_.run(entries.size(), [&](std::size_t k, int worker) {
    Individual trial = entries[k];
    fit(trial, evaluator_, generous, scratch(worker));
    if (trial.loss < entries[k].loss) entries[k] = std::move(trial);
  });
  for (const Individual& entry : entries) front_.insert(entry);
}

}  // namespace memlaw
