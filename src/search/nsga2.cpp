#include "nsga2.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace memlaw {
namespace {

bool less_by_rank(const Individual& a, const Individual& b) {
  if (a.rank != b.rank) return a.rank < b.rank;
  return a.crowding > b.crowding;
}

// Log scale, so that the last percent near the optimum spreads as well as the first.
double loss_coordinate(const Individual& individual) {
  return std::log(std::max(individual.loss, 1e-300));
}

void crowd(std::vector<Individual>& population, const std::vector<std::size_t>& front) {
  // `front` ascends in complexity and so descends in loss.
  const double infinity = std::numeric_limits<double>::infinity();
  const Individual& first = population[front.front()];
  const Individual& last = population[front.back()];
  const double width = std::max(last.complexity - first.complexity, 1e-12);
  const double height = std::max(loss_coordinate(first) - loss_coordinate(last), 1e-12);
  for (std::size_t k = 0; k < front.size(); ++k) {
    Individual& current = population[front[k]];
    if (k == 0 || k + 1 == front.size() || !std::isfinite(height)) {
      current.crowding = infinity;
      continue;
    }
    const Individual& before = population[front[k - 1]];
    const Individual& after = population[front[k + 1]];
    current.crowding = (after.complexity - before.complexity) / width +
                       (loss_coordinate(before) - loss_coordinate(after)) / height;
  }
}

}  // namespace

void rank_population(std::vector<Individual>& population) {
  std::vector<std::size_t> order(population.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const Individual& x = population[a];
    const Individual& y = population[b];
    if (x.complexity != y.complexity) return x.complexity < y.complexity;
    return x.loss < y.loss;
  });
  // Each front keeps its lowest loss so far; in order of complexity, an individual belongs to the
  // first front whose lowest loss is above its own (Jensen's sweep for two objectives).
  std::vector<double> lowest;
  std::vector<std::vector<std::size_t>> fronts;
  std::vector<std::size_t> copies;
  for (std::size_t k = 0; k < order.size(); ++k) {
    Individual& current = population[order[k]];
    if (k > 0) {
      const Individual& previous = population[order[k - 1]];
      if (previous.complexity == current.complexity && previous.loss == current.loss) {
        copies.push_back(order[k]);
        continue;
      }
    }
    const auto front = std::upper_bound(lowest.begin(), lowest.end(), current.loss);
    const auto index = static_cast<std::size_t>(front - lowest.begin());
    if (front == lowest.end()) {
      lowest.push_back(current.loss);
      fronts.emplace_back();
    } else {
      *front = current.loss;
    }
    current.rank = static_cast<int>(index);
    fronts[index].push_back(order[k]);
  }
  for (const auto& front : fronts) crowd(population, front);
  for (const std::size_t i : copies) {
    population[i].rank = static_cast<int>(fronts.size());
    population[i].crowding = 0.0;
  }
}

void survive(std::vector<Individual>& population, std::size_t count) {
  rank_population(population);
  std::stable_sort(population.begin(), population.end(), less_by_rank);
  if (population.size() > count) population.resize(count);
}

std::size_t tournament(const std::vector<Individual>& population, double loss_pressure,
                       RandomStream& random) {
  const auto n = static_cast<std::uint32_t>(population.size());
  std::size_t best = random.below(n);
  if (random.chance(loss_pressure)) {
    for (int k = 0; k < 2; ++k) {
      const std::size_t other = random.below(n);
      if (population[other].loss < population[best].loss) best = other;
    }
    return best;
  }
  const std::size_t other = random.below(n);
  return less_by_rank(population[other], population[best]) ? other : best;
}

}  // namespace memlaw
