// Entries of the hyper-parameter tables that several tree models share.
#pragma once

#include <vector>

#include "cart.hpp"
#include "memlaw/models/hyperparameters.hpp"

namespace memlaw {

inline Hyperparameter max_depth_entry(double value, std::vector<double> candidates) {
  return {.name = "max_depth",
          .meaning = "splits between the root and a leaf of a tree; 0: any number",
          .value = value,
          .low = 0,
          .high = 1e6,
          .integer = true,
          .candidates = std::move(candidates)};
}

inline Hyperparameter min_samples_split_entry() {
  return {.name = "min_samples_split",
          .meaning = "least number of rows of a node that is split",
          .value = 2,
          .low = 2,
          .high = 1e9,
          .integer = true};
}

inline Hyperparameter min_samples_leaf_entry() {
  return {.name = "min_samples_leaf",
          .meaning = "least number of rows of a leaf",
          .value = 1,
          .low = 1,
          .high = 1e9,
          .integer = true,
          .candidates = {1, 2, 4}};
}

inline Hyperparameter max_features_entry(std::vector<double> candidates) {
  return {.name = "max_features",
          .meaning = "share of the columns that is tried at a node",
          .value = 1.0,
          .low = 0.0,
          .high = 1.0,
          .candidates = std::move(candidates)};
}

inline Hyperparameter trees_entry() {
  return {.name = "trees",
          .meaning = "number of trees",
          .value = 100,
          .low = 1,
          .high = 1e5,
          .integer = true,
          .candidates = {100, 300}};
}

inline Hyperparameter target_entry() {
  return {
      .name = "target",
      .meaning = "what trees are grown on: the target as it is, or the logarithm of a positive one",
      .choices = {"raw", "log"},
      .candidates = {0, 1}};
}

// From the entries above.
inline GrowOptions grow_options(const Hyperparameters& settings, Splitter splitter, bool shuffle) {
  return {.splitter = splitter,
          .max_depth = settings.integer("max_depth"),
          .min_samples_split = settings.integer("min_samples_split"),
          .min_samples_leaf = settings.integer("min_samples_leaf"),
          .max_features = settings.number("max_features"),
          .shuffle = shuffle};
}

}  // namespace memlaw
