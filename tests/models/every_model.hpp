// Every regressor, small enough to be fitted in a fraction of a second.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "memlaw/models/factory.hpp"

namespace memlaw::test {

// Settings and search limits that end quickly and do not depend on time; the formula of "basic" is
// over x and n of make_data().
inline ModelOptions small_options(const std::string& name, int threads = 1) {
  ModelOptions options;
  options.threads = threads;
  options.seed = 3;
  options.basic_formula = parse_free_expression("x*n + 1");
  options.search.time_seconds = 0.0;
  options.search.generations = 2;
  options.search.islands = 2;
  options.search.population = 24;
  options.search.max_size = 15;
  options.search.threads = threads;
  Hyperparameters settings(hyperparameters_of(name));
  const std::pair<const char*, const char*> small[] = {
      {"trees", "7"}, {"rounds", "7"}, {"epochs", "3"},      {"restarts", "2"},
      {"width", "8"}, {"heads", "2"},  {"feed_forward", "8"}};
  for (const Hyperparameter& entry : settings.table()) {
    for (const auto& [key, value] : small) {
      if (entry.name == key) settings.set(key, value);
    }
  }
  options.hyperparameters = settings;
  return options;
}

inline std::unique_ptr<Regressor> small_model(const std::string& name, int threads = 1) {
  return make_regressor(name, small_options(name, threads));
}

// The models that have settings of their own, and so may be large.
inline std::vector<std::string> learned_models() {
  std::vector<std::string> names;
  for (const std::string& name : regressor_names()) {
    if (!hyperparameters_of(name).empty()) names.push_back(name);
  }
  return names;
}

// The name of a parametrised test: letters, digits and underscores only.
inline std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace memlaw::test
