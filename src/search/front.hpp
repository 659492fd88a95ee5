// The Pareto front of a search: for each complexity the lowest loss seen, dominated entries
// removed.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "individual.hpp"

namespace memlaw {

class Front {
 public:
  // Inserts if no entry is at least as good in both objectives. True when inserted.
  bool insert(const Individual& candidate) {
    if (!(candidate.loss < std::numeric_limits<double>::infinity())) return false;
    const auto after = std::upper_bound(
        entries_.begin(), entries_.end(), candidate.complexity,
        [](double complexity, const Individual& entry) { return complexity < entry.complexity; });
    if (after != entries_.begin() && std::prev(after)->loss <= candidate.loss) return false;
    auto first = after;
    while (first != entries_.begin() && std::prev(first)->complexity == candidate.complexity)
      --first;
    auto last = after;
    while (last != entries_.end() && last->loss >= candidate.loss) ++last;
    const auto at = entries_.erase(first, last);
    entries_.insert(at, candidate);
    return true;
  }

  // The lowest loss among entries of at most this complexity; infinity when there is none.
  double loss_at(double complexity) const {
    const auto after = std::upper_bound(
        entries_.begin(), entries_.end(), complexity,
        [](double value, const Individual& entry) { return value < entry.complexity; });
    return after == entries_.begin() ? std::numeric_limits<double>::infinity()
                                     : std::prev(after)->loss;
  }

  // Ascending complexity, strictly descending loss.
  const std::vector<Individual>& entries() const { return entries_; }

 private:
  std::vector<Individual> entries_;
};

}  // namespace memlaw
