#include "memlaw/models/xgboost.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "tree_ensemble.hpp"
#include "tree_settings.hpp"
#include "xgboost_library.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

struct Moments {
  double mean = 0.0;
  double deviation = 1.0;
};

Moments moments_of(const TreeTraining& training) {
  const double origin = training.y.front();
  double weight = 0.0;
  double sum = 0.0;
  for (std::size_t r = 0; r < training.rows(); ++r) {
    weight += training.weight[r];
    sum += training.weight[r] * (training.y[r] - origin);
  }
  const double mean = origin + sum / weight;
  double squares = 0.0;
  for (std::size_t r = 0; r < training.rows(); ++r) {
    squares += training.weight[r] * (training.y[r] - mean) * (training.y[r] - mean);
  }
  const double deviation = std::sqrt(squares / weight);
  return {mean, deviation > 0.0 && std::isfinite(deviation) ? deviation : 1.0};
}

XGBoostTable make_table(const TreeTraining& training, const Moments& moments) {
  XGBoostTable table;
  table.rows = training.rows();
  table.columns = training.columns.size();
  table.values.reserve(table.rows * table.columns);
  for (std::size_t r = 0; r < table.rows; ++r) {
    for (const std::vector<double>& column : training.columns) {
      const auto value = static_cast<float>(column[r]);
      if (!std::isfinite(value)) {
        throw InputError(
            fmt::format("the xgboost model holds features in single precision, but "
                        "one is {}; give it in a larger unit, or leave xgboost out",
                        format_shortest(column[r])));
      }
      table.values.push_back(value);
    }
    table.target.push_back(static_cast<float>((training.y[r] - moments.mean) / moments.deviation));
    table.weight.push_back(static_cast<float>(training.weight[r]));
  }
  return table;
}

XGBoostSettings library_settings(const Hyperparameters& settings, std::uint64_t seed) {
  XGBoostSettings list = {{"objective", "reg:squarederror"},
                          {"tree_method", "exact"},
                          {"nthread", "1"},
                          {"base_score", "0"},
                          {"verbosity", "0"},
                          {"seed", std::to_string(seed % 0x7fffffff)}};
  for (const Hyperparameter& entry : settings.table()) {
    if (entry.name == "rounds" || entry.name == "target") continue;
    list.emplace_back(entry.name, settings.text(entry.name));
  }
  return list;
}

// One of the library's trees: nodes in any order, children named by index, rows with a column
// below the threshold to the left. Adds the gains of its splits to `gain`.
class TreeReader {
 public:
  TreeReader(const json& tree, std::vector<double>& gain)
      : left_(tree.at("left_children").get<std::vector<int>>()),
        right_(tree.at("right_children").get<std::vector<int>>()),
        column_(tree.at("split_indices").get<std::vector<int>>()),
        value_(tree.at("split_conditions").get<std::vector<float>>()),
        loss_change_(tree.at("loss_changes").get<std::vector<float>>()),
        gain_(gain) {}

  Tree read() {
    append(0);
    return std::move(tree_);
  }

 private:
  // As deep as max_depth.
  void append(std::size_t node) {
    const std::size_t index = tree_.size();
    if (left_[node] < 0) {
      tree_.push_back({-1, 0, static_cast<double>(value_[node])});
      return;
    }
    // Below the threshold is at most the number before it.
    const float last = std::nextafter(value_[node], -std::numeric_limits<float>::infinity());
    tree_.push_back({column_[node], 0, static_cast<double>(last)});
    gain_[static_cast<std::size_t>(column_[node])] += static_cast<double>(loss_change_[node]);
    append(static_cast<std::size_t>(left_[node]));
    tree_[index].right = static_cast<std::int32_t>(tree_.size());
    append(static_cast<std::size_t>(right_[node]));
  }

  std::vector<int> left_;
  std::vector<int> right_;
  std::vector<int> column_;
  std::vector<float> value_;
  std::vector<float> loss_change_;
  std::vector<double>& gain_;
  Tree tree_;
};

}  // namespace

std::span<const Hyperparameter> XGBoost::table() {
  static const std::vector<Hyperparameter> entries = {
      {.name = "rounds",
       .meaning = "number of trees",
       .value = 100,
       .low = 1,
       .high = 1e5,
       .integer = true,
       .candidates = {100, 300, 1000}},
      {.name = "eta",
       .meaning = "learning rate: the share of each tree's prediction that is added",
       .value = 0.3,
       .low = 0.0,
       .high = 1.0,
       .candidates = {0.03, 0.1, 0.3}},
      {.name = "max_depth",
       .meaning = "splits between the root and a leaf of a tree",
       .value = 6,
       .low = 1,
       .high = 30,
       .integer = true,
       .candidates = {3, 4, 6, 8}},
      {.name = "min_child_weight",
       .meaning = "least weight of the rows of a leaf",
       .value = 1,
       .candidates = {1, 3}},
      {.name = "subsample",
       .meaning = "share of the rows that a tree sees",
       .value = 1.0,
       .low = 0.01,
       .high = 1.0,
       .candidates = {0.7, 1.0}},
      {.name = "colsample_bytree",
       .meaning = "share of the columns that a tree sees",
       .value = 1.0,
       .low = 0.01,
       .high = 1.0,
       .candidates = {0.7, 1.0}},
      {.name = "lambda",
       .meaning = "penalty on the squares of the leaves' predictions",
       .value = 1.0,
       .candidates = {0.1, 1.0, 10.0}},
      {.name = "alpha", .meaning = "penalty on their absolute values", .value = 0.0},
      {.name = "gamma", .meaning = "least gain of a split, in variances of the target", .value = 0},
      target_entry()};
  return entries;
}

XGBoost::XGBoost(Hyperparameters hyperparameters, std::uint64_t seed)
    : TreeRegressor(std::move(hyperparameters), seed, 1) {}

TreeEnsemble XGBoost::empty() const { return {.combine = Combine::scaled_sum}; }

TreeEnsemble XGBoost::grow(const TreeTraining& training) const {
  const Moments moments = moments_of(training);
  const XGBoostBooster booster(make_table(training, moments),
                               library_settings(hyperparameters(), seed()),
                               hyperparameters().integer("rounds"));
  TreeEnsemble ensemble = empty();
  ensemble.offset = moments.mean;
  ensemble.scale = moments.deviation;
  std::vector<double> gain(training.columns.size(), 0.0);
  const json model = booster.model();
  for (const json& tree : model.at("learner").at("gradient_booster").at("model").at("trees")) {
    ensemble.trees.push_back(TreeReader(tree, gain).read());
  }
  ensemble.importance = training.shares(gain);
  return ensemble;
}

}  // namespace memlaw
