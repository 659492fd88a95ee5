// Is one model better than another, beyond the luck of the splits? Paired tests over the errors
// that two models make on the same splits.
//
// The test treats splits as independent. Those of one dataset share rows, so its p-values are too
// small when there are many splits: read them as "not distinguishable", not as proof.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace memlaw {

struct PairedComparison {
  std::size_t pairs = 0;
  std::size_t wins_a = 0;          // pairs with a < b: errors, so smaller is better
  std::size_t wins_b = 0;          // pairs with b < a; the rest are equal
  double median_difference = 0.0;  // of a - b; NaN when no pair
  double rank_sum_positive = 0.0;  // W+: ranks of |a - b| over the pairs with a > b
  double rank_sum_negative = 0.0;  // W-
  double p_value = 1.0;            // two-sided, in [0, 1]
  bool exact = false;              // p_value is from the exact distribution
};

// Wilcoxon signed-rank test (Wilcoxon 1945) of "a - b is symmetric about 0". Equal pairs are left
// out of the ranks; tied |a - b| share their mean rank. Exact for at most 25 pairs without ties and
// equal pairs; else the normal approximation with tie and continuity corrections. p_value is 1 when
// no pair differs and NaN when a difference is NaN. Both spans have the same length
// (std::invalid_argument otherwise).
PairedComparison compare_paired(std::span<const double> a, std::span<const double> b);

// Holm's step-down adjustment (Holm 1979) for testing several hypotheses at once: p-values in the
// given order, each at least its input and at most 1. NaN stays NaN and does not count as a test.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace memlaw
