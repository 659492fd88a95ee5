// Regressors by name.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "memlaw/models/basic.hpp"
#include "memlaw/models/hyperparameters.hpp"
#include "memlaw/models/regressor.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {

// What the models need to be made.
struct ModelOptions {
  std::optional<Formula> basic_formula;  // required by "basic"
  BasicFit basic_fit = BasicFit::scale;
  SearchOptions search;       // "symbolic"
  ProgressCallback progress;  // of the search
  // Of a learned model, or of settings_of("symbolic"); nothing, or an empty table: the defaults.
  std::optional<Hyperparameters> hyperparameters;
  std::uint64_t seed = 1;  // of a learned model
  int threads = 0;         // of a learned model; 0: all cores; never changes a result
};

// Every model, in the order of tables.
std::span<const std::string> regressor_names();

// What can be set about a learned model; empty for the others.
std::span<const Hyperparameter> hyperparameters_of(const std::string& name);

// The settings of a model under `options`: its hyper-parameters, and those search options of
// "symbolic" that tuning may change. An empty table: the model has none.
Hyperparameters settings_of(const std::string& model, const ModelOptions& options);

// InputError for an unknown name (the nearest one is given) and for "basic" without a formula.
std::unique_ptr<Regressor> make_regressor(const std::string& name, const ModelOptions& options);

}  // namespace memlaw
