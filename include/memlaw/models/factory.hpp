// Regressors by name.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "memlaw/models/basic.hpp"
#include "memlaw/models/regressor.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {

// What the models need to be made.
struct ModelOptions {
  std::optional<Formula> basic_formula;  // required by "basic"
  BasicFit basic_fit = BasicFit::scale;
  SearchOptions search;       // "symbolic"
  ProgressCallback progress;  // of the search
};

// Every model, in the order of tables.
std::span<const std::string> regressor_names();

// InputError for an unknown name (the nearest one is given) and for "basic" without a formula.
std::unique_ptr<Regressor> make_regressor(const std::string& name, const ModelOptions& options);

}  // namespace memlaw
