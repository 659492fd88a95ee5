#include "tree_ensemble.hpp"

#include <algorithm>
#include <numeric>

namespace memlaw {
namespace {

double mean_of(std::span<const double> predictions) {
  // Relative to the first: the mean of equal predictions is then exact.
  const double origin = predictions.front();
  double sum = 0.0;
  for (const double p : predictions) sum += p - origin;
  const auto [least, greatest] = std::minmax_element(predictions.begin(), predictions.end());
  return std::clamp(origin + sum / static_cast<double>(predictions.size()), *least, *greatest);
}

// The least prediction at which at least half of the weight is reached.
double weighted_median(std::span<const double> predictions, std::span<const double> weights,
                       std::vector<std::size_t>& order) {
  order.resize(predictions.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return predictions[a] < predictions[b]; });
  const double half = 0.5 * std::accumulate(weights.begin(), weights.end(), 0.0);
  double reached = 0.0;
  for (const std::size_t tree : order) {
    reached += weights[tree];
    if (reached >= half) return predictions[tree];
  }
  return predictions[order.back()];
}

void round_to_single(Columns& columns) {
  for (std::vector<double>& column : columns) {
    for (double& x : column) x = static_cast<double>(static_cast<float>(x));
  }
}

float single_sum(std::span<const double> predictions) {
  float sum = 0.0f;
  for (const double p : predictions) sum += static_cast<float>(p);
  return sum;
}

}  // namespace

std::size_t TreeEnsemble::nodes() const {
  std::size_t count = 0;
  for (const Tree& tree : trees) count += tree.size();
  return count;
}

std::vector<double> TreeEnsemble::predict(const Columns& columns, std::size_t rows) const {
  Columns rounded;
  if (combine == Combine::scaled_sum) {
    rounded = columns;
    round_to_single(rounded);
  }
  const Columns& seen = combine == Combine::scaled_sum ? rounded : columns;
  std::vector<double> result(rows);
  std::vector<double> predictions(trees.size());
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t t = 0; t < trees.size(); ++t) predictions[t] = predict_row(trees[t], seen, r);
    switch (combine) {
      case Combine::mean:
        result[r] = mean_of(predictions);
        break;
      case Combine::weighted_median:
        result[r] = weighted_median(predictions, weights, order);
        break;
      case Combine::scaled_sum:
        result[r] = offset + scale * static_cast<double>(single_sum(predictions));
        break;
    }
  }
  return result;
}

std::vector<double> TreeTraining::shares(std::span<const double> gain_of_column) const {
  std::vector<double> share(features, 0.0);
  const double total = std::accumulate(gain_of_column.begin(), gain_of_column.end(), 0.0);
  if (!(total > 0.0)) return share;
  for (std::size_t c = 0; c < gain_of_column.size(); ++c) {
    share[feature_of_column[c]] += gain_of_column[c] / total;
  }
  return share;
}

}  // namespace memlaw
