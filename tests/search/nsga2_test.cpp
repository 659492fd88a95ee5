#include "../../src/search/nsga2.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace memlaw {
namespace {

std::vector<Individual> random_population(std::size_t count, std::mt19937_64& random) {
  std::vector<Individual> population(count);
  for (Individual& x : population) {
    x.complexity = static_cast<double>(random() % 12);
    x.loss = static_cast<double>(random() % 20);
    if (random() % 15 == 0) x.loss = std::numeric_limits<double>::infinity();
  }
  return population;
}

bool dominates(const Individual& a, const Individual& b) {
  return a.loss <= b.loss && a.complexity <= b.complexity &&
         (a.loss < b.loss || a.complexity < b.complexity);
}

bool same(const Individual& a, const Individual& b) {
  return a.loss == b.loss && a.complexity == b.complexity;
}

// Ranks by repeatedly removing the non-dominated individuals: the definition.
std::vector<int> ranks_by_definition(const std::vector<Individual>& distinct) {
  std::vector<int> rank(distinct.size(), -1);
  for (int level = 0; std::count(rank.begin(), rank.end(), -1) > 0; ++level) {
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < distinct.size(); ++i) {
      if (rank[i] >= 0) continue;
      bool dominated = false;
      for (std::size_t j = 0; j < distinct.size(); ++j)
        dominated = dominated || (rank[j] < 0 && dominates(distinct[j], distinct[i]));
      if (!dominated) front.push_back(i);
    }
    for (const std::size_t i : front) rank[i] = level;
  }
  return rank;
}

TEST(RankPopulation, AgreesWithTheDefinitionOfNonDominatedFronts) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    std::mt19937_64 random(seed);
    std::vector<Individual> distinct;
    for (const Individual& x : random_population(40, random))
      if (std::none_of(distinct.begin(), distinct.end(),
                       [&](const Individual& y) { return same(x, y); }))
        distinct.push_back(x);
    const std::vector<int> expected = ranks_by_definition(distinct);
    rank_population(distinct);
    for (std::size_t i = 0; i < distinct.size(); ++i)
      EXPECT_EQ(distinct[i].rank, expected[i]) << "seed " << seed << " individual " << i;
  }
}

TEST(RankPopulation, PutsCopiesOfTheSameObjectivesLast) {
  std::vector<Individual> population(4);
  population[0].loss = 1.0, population[0].complexity = 3.0;
  population[1] = population[0];
  population[2].loss = 5.0, population[2].complexity = 5.0;
  population[3].loss = 0.5, population[3].complexity = 9.0;
  rank_population(population);
  EXPECT_EQ(population[0].rank, 0);
  EXPECT_EQ(population[2].rank, 1);
  EXPECT_EQ(population[3].rank, 0);
  EXPECT_EQ(population[1].rank, 2);
}

TEST(Survive, KeepsTheFrontAndTheExtremes) {
  std::mt19937_64 random(7);
  std::vector<Individual> population = random_population(100, random);
  const auto lowest =
      *std::min_element(population.begin(), population.end(), [](const auto& a, const auto& b) {
        return std::pair(a.loss, a.complexity) < std::pair(b.loss, b.complexity);
      });
  survive(population, 10);
  EXPECT_EQ(population.size(), 10u);
  EXPECT_TRUE(std::any_of(population.begin(), population.end(),
                          [&](const auto& x) { return same(x, lowest); }));
}

TEST(Tournament, PrefersTheBetterRankAndUnderPressureTheLowerLoss) {
  std::vector<Individual> population(2);
  population[0].rank = 0, population[0].loss = 9.0;
  population[1].rank = 1, population[1].loss = 1.0;
  int by_rank = 0, by_loss = 0;
  RandomStream random(1, 0, 0, 0, Purpose::test);
  for (int k = 0; k < 4000; ++k) {
    by_rank += tournament(population, 0.0, random) == 0;
    by_loss += tournament(population, 1.0, random) == 1;
  }
  EXPECT_NEAR(by_rank / 4000.0, 3.0 / 4.0, 0.04);  // loses only when drawn against itself
  EXPECT_NEAR(by_loss / 4000.0, 7.0 / 8.0, 0.04);
}

}  // namespace
}  // namespace memlaw
