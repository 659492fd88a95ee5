// NSGA-II ranking and survival (Deb, Pratap, Agarwal & Meyarivan, IEEE TEVC 6(2), 2002) for the two
// objectives loss and complexity, both minimised.
#pragma once

#include <vector>

#include "individual.hpp"
#include "memlaw/base/rng.hpp"

namespace memlaw {

// Sets rank (0 is the non-dominated front) and crowding distance of every individual. Individuals
// with the same loss and complexity as an earlier one are ranked behind all others, so that copies
// under other spellings cannot fill a population. Losses may be infinite. O(n log n).
void rank_population(std::vector<Individual>& population);

// Keeps the best `count` by rank, then crowding; the order of the survivors is deterministic.
void survive(std::vector<Individual>& population, std::size_t count);

// Binary tournament by rank then crowding, or, with probability `loss_pressure`, by loss alone
// among three. Returns an index. The population must be ranked and not empty.
std::size_t tournament(const std::vector<Individual>& population, double loss_pressure,
                       RandomStream& random);

}  // namespace memlaw
