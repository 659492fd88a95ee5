#include "memlaw/metrics/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>

#include "memlaw/metrics/metrics.hpp"

namespace memlaw {
namespace {

constexpr std::size_t kMaxExactPairs = 25;

// P(W <= w) for the sum of a random subset of the ranks 1 .. n.
double rank_sum_probability(std::size_t n, std::size_t w) {
  const std::size_t greatest = n * (n + 1) / 2;
  std::vector<double> subsets(greatest + 1, 0.0);  // with each sum; below 2^25, so exact
  subsets[0] = 1.0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t sum = greatest; sum >= rank; --sum) subsets[sum] += subsets[sum - rank];
  }
  const auto end = subsets.begin() + static_cast<std::ptrdiff_t>(std::min(w, greatest) + 1);
  return std::ldexp(std::accumulate(subsets.begin(), end, 0.0), -static_cast<int>(n));
}

struct Ranks {
  double positive = 0.0;
  double negative = 0.0;
  double tie_term = 0.0;  // sum of t^3 - t over groups of t equal magnitudes
};

// `differences`: none 0.
Ranks signed_ranks(std::vector<double> differences) {
  std::sort(differences.begin(), differences.end(),
            [](double x, double y) { return std::abs(x) < std::abs(y); });
  Ranks ranks;
  for (std::size_t begin = 0; begin < differences.size();) {
    std::size_t end = begin + 1;
    while (end < differences.size() && std::abs(differences[end]) == std::abs(differences[begin])) {
      ++end;
    }
    const auto size = static_cast<double>(end - begin);
    ranks.tie_term += size * size * size - size;
    const double mean_rank = 0.5 * static_cast<double>(begin + 1 + end);
    for (; begin < end; ++begin) {
      (differences[begin] > 0.0 ? ranks.positive : ranks.negative) += mean_rank;
    }
  }
  return ranks;
}

double normal_p_value(const Ranks& ranks, std::size_t count) {
  const auto n = static_cast<double>(count);
  const double mean = n * (n + 1.0) / 4.0;
  const double variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - ranks.tie_term / 48.0;
  const double distance = std::max(0.0, std::abs(ranks.positive - mean) - 0.5);
  return std::erfc(distance / std::sqrt(variance) / std::numbers::sqrt2);
}

}  // namespace

PairedComparison compare_paired(std::span<const double> a, std::span<const double> b) {
  if (a.size() != b.size()) {
    throw std::invalid_argument("compare_paired: spans of different length");
  }
  PairedComparison result;
  result.pairs = a.size();
  std::vector<double> differences;
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Two infinite errors of the same sign are equal, although their difference is NaN.
    differences.push_back(a[i] == b[i] ? 0.0 : a[i] - b[i]);
    if (a[i] < b[i]) ++result.wins_a;
    if (b[i] < a[i]) ++result.wins_b;
  }
  result.median_difference = median(differences);
  if (std::any_of(differences.begin(), differences.end(), [](double d) { return std::isnan(d); })) {
    result.rank_sum_positive = result.rank_sum_negative = result.p_value =
        std::numeric_limits<double>::quiet_NaN();
    return result;
  }
  const std::size_t equal_pairs = std::erase(differences, 0.0);
  const std::size_t count = differences.size();
  if (count == 0) return result;
  const Ranks ranks = signed_ranks(std::move(differences));
  result.rank_sum_positive = ranks.positive;
  result.rank_sum_negative = ranks.negative;
  result.exact = count <= kMaxExactPairs && ranks.tie_term == 0.0 && equal_pairs == 0;
  if (result.exact) {
    const double smaller = std::min(ranks.positive, ranks.negative);
    result.p_value =
        std::min(1.0, 2.0 * rank_sum_probability(count, static_cast<std::size_t>(smaller)));
  } else {
    result.p_value = normal_p_value(ranks, count);
  }
  return result;
}

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<double> adjusted(p_values.begin(), p_values.end());
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    if (!std::isnan(p_values[i])) order.push_back(i);
  }
  std::sort(order.begin(), order.end(),
            [&](std::size_t x, std::size_t y) { return p_values[x] < p_values[y]; });
  double least = 0.0;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const auto remaining = static_cast<double>(order.size() - k);
    least = std::max(least, std::min(1.0, remaining * p_values[order[k]]));
    adjusted[order[k]] = least;
  }
  return adjusted;
}

}  // namespace memlaw
