#include "training.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <set>

#include "adamw.hpp"
#include "memlaw/base/interrupt.hpp"

namespace memlaw::neural {
namespace {

template <class T>
void shuffle(std::vector<T>& items, RandomStream& random) {
  for (std::size_t i = items.size(); i > 1; --i) {
    std::swap(items[i - 1], items[random.below(static_cast<std::uint32_t>(i))]);
  }
}

// A batch of rows, gathered.
struct Batch {
  Matrix features;
  Vector target, weight;

  void gather(const TrainingData& data, const Index* rows, Index count) {
    features.resize(data.features.rows(), count);
    target.resize(count);
    weight.resize(count);
    for (Index i = 0; i < count; ++i) {
      features.col(i) = data.features.col(rows[i]);
      target(i) = data.target(rows[i]);
      weight(i) = data.weight[static_cast<std::size_t>(rows[i])];
    }
  }
};

double mean_square(const Matrix& y, const Batch& batch) {
  return batch.weight.dot((y.row(0).transpose() - batch.target).cwiseAbs2()) / batch.weight.sum();
}

}  // namespace

double learning_rate_factor(std::int64_t step, std::int64_t steps, double warm_up) {
  const double warm = std::max(1.0, std::floor(warm_up * static_cast<double>(steps)));
  const auto now = static_cast<double>(step);
  if (now < warm) return (now + 1.0) / warm;
  const double done = (now - warm) / std::max(1.0, static_cast<double>(steps) - warm);
  return 0.5 * (1.0 + std::cos(std::numbers::pi * done));
}

double clip_norm(Vector& gradients, double limit) {
  const double norm = gradients.norm();
  if (norm > limit) gradients *= limit / norm;
  return norm;
}

std::vector<bool> choose_training_rows(const std::vector<std::int64_t>& group, double part,
                                       RandomStream random) {
  std::vector<bool> chosen(group.size(), true);
  const std::set<std::int64_t> distinct(group.begin(), group.end());
  std::vector<std::int64_t> groups(distinct.begin(), distinct.end());
  if (part <= 0.0 || groups.size() < 3) return chosen;
  shuffle(groups, random);
  const auto wanted = static_cast<std::size_t>(
      std::max(1.0, std::round(part * static_cast<double>(groups.size()))));
  groups.resize(std::min(wanted, groups.size() - 2));
  const std::set<std::int64_t> held(groups.begin(), groups.end());
  for (std::size_t r = 0; r < group.size(); ++r) chosen[r] = !held.contains(group[r]);
  return chosen;
}

Vector train(Network& network, const TrainingData& data, const TrainingOptions& options,
             std::uint64_t seed, std::uint32_t restart) {
  const auto stream = [&](std::uint32_t step, Purpose purpose) {
    return RandomStream(seed, restart, step, 0, purpose);
  };
  const std::vector<bool> chosen =
      choose_training_rows(data.group, options.validation, stream(0, Purpose::split));
  std::vector<Index> rows, held;
  for (std::size_t r = 0; r < chosen.size(); ++r) {
    (chosen[r] ? rows : held).push_back(static_cast<Index>(r));
  }
  Batch validation;
  validation.gather(data, held.data(), static_cast<Index>(held.size()));

  const Index size = network.layout().size();
  Vector parameters = network.layout().start(stream(0, Purpose::initialise));
  Vector best = parameters;
  Vector gradients(size);
  AdamW::Options adamw;
  adamw.weight_decay = options.weight_decay;
  AdamW optimizer(size, adamw);
  Batch batch;
  Matrix dy;
  double lowest = std::numeric_limits<double>::infinity();
  int best_epoch = 0;
  const auto count = static_cast<Index>(rows.size());
  const Index batches = (count + options.batch - 1) / options.batch;
  std::int64_t step = 0;
  for (int epoch = 0; epoch < options.epochs; ++epoch) {
    RandomStream order = stream(static_cast<std::uint32_t>(epoch), Purpose::select);
    shuffle(rows, order);
    double epoch_loss = 0.0;
    for (Index b = 0; b < batches; ++b, ++step) {
      const Index first = b * options.batch;
      batch.gather(data, rows.data() + first, std::min<Index>(options.batch, count - first));
      RandomStream dropout = stream(static_cast<std::uint32_t>(step), Purpose::vary);
      const Matrix& y = network.forward(parameters.data(), batch.features, &dropout);
      epoch_loss += mean_square(y, batch);
      dy = (2.0 / batch.weight.sum()) *
           (y.row(0).transpose() - batch.target).cwiseProduct(batch.weight).transpose();
      gradients.setZero();
      network.backward(parameters.data(), dy, gradients.data());
      clip_norm(gradients, options.clip_norm);
      const double factor = learning_rate_factor(step, batches * options.epochs, options.warm_up);
      optimizer.step(options.learning_rate * factor, gradients, parameters);
    }
    if (!std::isfinite(epoch_loss) || !parameters.allFinite()) break;
    if (held.empty()) {
      best = parameters;
      if (interrupted()) break;
      continue;
    }
    const double loss =
        mean_square(network.forward(parameters.data(), validation.features, nullptr), validation);
    if (loss < lowest) {
      lowest = loss;
      best = parameters;
      best_epoch = epoch;
    } else if (epoch - best_epoch >= options.patience) {
      break;
    }
    if (interrupted()) break;
  }
  return best;
}

}  // namespace memlaw::neural
