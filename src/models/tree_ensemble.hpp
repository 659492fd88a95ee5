// Several trees and how their predictions become one.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <vector>

#include "cart.hpp"

namespace memlaw {

enum class Combine {
  mean,
  weighted_median,
  // offset + scale * sum, the sum and the columns in single precision: what XGBoost computes.
  scaled_sum,
};

struct TreeEnsemble {
  Combine combine = Combine::mean;
  std::vector<Tree> trees = {};
  std::vector<double> weights = {};     // weighted_median: one a tree, > 0
  double offset = 0.0;                  // scaled_sum
  double scale = 1.0;                   // scaled_sum
  std::vector<double> importance = {};  // one a feature, see TreeRegressor::feature_importance

  std::size_t nodes() const;
  // One value a row. `columns` has every column that a tree names.
  std::vector<double> predict(const Columns& columns, std::size_t rows) const;
};

// The rows that a model is fitted to, as trees see them.
struct TreeTraining {
  Columns columns;
  std::vector<std::size_t> feature_of_column;
  std::size_t features = 0;
  std::vector<double> y;
  std::span<const double> weight;

  std::size_t rows() const { return y.size(); }
  // Gains of columns as shares of features; all 0 when no gain is above 0.
  std::vector<double> shares(std::span<const double> gain_of_column) const;
};

// Adds the fields "trees", "importance" and those of the combination to `state`.
void write_ensemble(const TreeEnsemble& ensemble, nlohmann::json& state);

// Reads them back into `ensemble`, whose combination is set. InputError naming the field whose
// shape, index or number is wrong; after it, predictions stay inside the trees and the columns.
void read_ensemble(const nlohmann::json& state, std::size_t features, std::size_t columns,
                   TreeEnsemble& ensemble);

}  // namespace memlaw
