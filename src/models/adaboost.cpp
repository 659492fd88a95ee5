#include "memlaw/models/adaboost.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "memlaw/base/interrupt.hpp"
#include "tree_ensemble.hpp"
#include "tree_settings.hpp"

namespace memlaw {
namespace {

// The times that each row is drawn, in `count` draws with the probabilities of the weights.
std::vector<double> draw_rows(const std::vector<double>& weight, std::size_t count,
                              RandomStream& random) {
  std::vector<double> reached(weight.size());
  std::partial_sum(weight.begin(), weight.end(), reached.begin());
  std::vector<double> times(weight.size(), 0.0);
  for (std::size_t k = 0; k < count; ++k) {
    const double at = random.uniform() * reached.back();
    auto row = std::upper_bound(reached.begin(), reached.end(), at);
    // The product may round up to the sum of all weights.
    if (row == reached.end()) row = std::lower_bound(reached.begin(), reached.end(), at);
    times[static_cast<std::size_t>(row - reached.begin())] += 1.0;
  }
  return times;
}

double loss_of(double relative_error, const std::string& loss) {
  if (loss == "square") return relative_error * relative_error;
  if (loss == "exponential") return 1.0 - std::exp(-relative_error);
  return relative_error;
}

// Sum 1, or false when that is impossible.
bool normalise(std::vector<double>& weight) {
  const double sum = std::accumulate(weight.begin(), weight.end(), 0.0);
  if (!(sum > 0.0) || !std::isfinite(sum)) return false;
  for (double& w : weight) w /= sum;
  return true;
}

// Losses of the rows, from 0 to 1.
std::vector<double> losses_of(const Tree& tree, const TreeTraining& training,
                              const std::vector<double>& weight, const std::string& loss) {
  std::vector<double> losses(training.rows());
  double greatest = 0.0;
  for (std::size_t r = 0; r < losses.size(); ++r) {
    losses[r] = std::abs(predict_row(tree, training.columns, r) - training.y[r]);
    if (weight[r] > 0.0) greatest = std::max(greatest, losses[r]);
  }
  for (double& l : losses) {
    l = greatest > 0.0 ? loss_of(std::min(l / greatest, 1.0), loss) : 0.0;
  }
  return losses;
}

}  // namespace

std::span<const Hyperparameter> AdaBoost::table() {
  static const std::vector<Hyperparameter> entries = {
      {.name = "trees",
       .meaning = "greatest number of trees",
       .value = 50,
       .low = 1,
       .high = 1e5,
       .integer = true,
       .candidates = {50, 100, 200}},
      max_depth_entry(3, {3, 5, 8, 12}),
      min_samples_split_entry(),
      min_samples_leaf_entry(),
      max_features_entry({}),
      {.name = "loss",
       .meaning = "loss as a function of a row's error over the greatest one",
       .choices = {"linear", "square", "exponential"},
       .candidates = {0, 1, 2}},
      {.name = "learning_rate",
       .meaning = "exponent that tempers the change of the weights of rows and trees",
       .value = 1.0,
       .low = 1e-6,
       .high = 1e3,
       .candidates = {0.3, 1.0}},
      target_entry()};
  return entries;
}

AdaBoost::AdaBoost(Hyperparameters hyperparameters, std::uint64_t seed)
    : TreeRegressor(std::move(hyperparameters), seed, 1) {}

TreeEnsemble AdaBoost::empty() const { return {.combine = Combine::weighted_median}; }

TreeEnsemble AdaBoost::grow(const TreeTraining& training) const {
  const auto trees = static_cast<std::size_t>(hyperparameters().integer("trees"));
  const double rate = hyperparameters().number("learning_rate");
  const std::string& loss = hyperparameters().choice("loss");
  const GrowOptions options = grow_options(hyperparameters(), Splitter::best, true);
  TreeEnsemble ensemble = empty();
  std::vector<std::vector<double>> shares;
  std::vector<double> weight(training.weight.begin(), training.weight.end());
  while (ensemble.trees.size() < trees && normalise(weight)) {
    const auto index = static_cast<std::uint32_t>(ensemble.trees.size());
    if (index > 0 && interrupted()) break;
    RandomStream random(seed(), 0, index, 0, Purpose::tree);
    const std::vector<double> times = draw_rows(weight, training.rows(), random);
    GrownTree grown = grow_tree(training.columns, training.y, times, options, random);
    const std::vector<double> losses = losses_of(grown.tree, training, weight, loss);
    const double mean = std::inner_product(weight.begin(), weight.end(), losses.begin(), 0.0);
    const bool last = mean <= 0.0 || mean >= 0.5;
    if (mean >= 0.5 && index > 0) break;
    const double beta = mean / (1.0 - mean);
    ensemble.trees.push_back(std::move(grown.tree));
    ensemble.weights.push_back(last ? 1.0 : rate * std::log(1.0 / beta));
    shares.push_back(training.shares(grown.gain));
    if (last) break;
    for (std::size_t r = 0; r < weight.size(); ++r) {
      weight[r] *= std::pow(beta, (1.0 - losses[r]) * rate);
    }
  }

  ensemble.importance.assign(training.features, 0.0);
  double total = 0.0;
  for (std::size_t t = 0; t < shares.size(); ++t) {
    if (ensemble.trees[t].size() > 1) total += ensemble.weights[t];
    for (std::size_t f = 0; f < training.features; ++f) {
      ensemble.importance[f] += ensemble.weights[t] * shares[t][f];
    }
  }
  if (total > 0.0) {
    for (double& share : ensemble.importance) share /= total;
  }
  return ensemble;
}

}  // namespace memlaw
