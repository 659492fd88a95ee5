// The formula found by the search.
#pragma once

#include <vector>

#include "memlaw/models/formula_regressor.hpp"
#include "memlaw/models/hyperparameters.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {

class SymbolicModel : public FormulaRegressor {
 public:
  explicit SymbolicModel(SearchOptions options = {}, ProgressCallback progress = {});
  // What tuning may change about a search: the defaults are the values of `options`.
  static std::vector<Hyperparameter> table(const SearchOptions& options);
  // `options` with the values of `settings`, which are of that table.
  static SearchOptions with_settings(SearchOptions options, const Hyperparameters& settings);

  std::string name() const override { return "symbolic"; }
  std::string description() const override;
  // Runs the search until one of its limits; an interrupt keeps the best formula so far.
  void fit(const Dataset& train) override;
  // Front and counts of the last fit.
  const SearchResult& result() const { return result_; }

 private:
  SearchOptions options_;
  ProgressCallback progress_;
  SearchResult result_;
};

}  // namespace memlaw
