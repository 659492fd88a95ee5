#include "memlaw/models/symbolic.hpp"

#include <algorithm>
#include <utility>

namespace memlaw {
namespace {

// `value` and two smaller ones, ascending, none below `least`.
std::vector<double> up_to(int value, int least) {
  std::vector<double> candidates;
  for (const int candidate : {value / 2, value * 3 / 4, value}) {
    if (candidate >= least && (candidates.empty() || candidate > candidates.back())) {
      candidates.push_back(candidate);
    }
  }
  return candidates;
}

}  // namespace

std::vector<Hyperparameter> SymbolicModel::table(const SearchOptions& options) {
  return {{"max_size",
           "nodes of the whole formula",
           static_cast<double>(options.max_size),
           5,
           500,
           true,
           {},
           up_to(options.max_size, 5)},
          {"max_terms",
           "additive terms besides the intercept",
           static_cast<double>(options.max_terms),
           1,
           100,
           true,
           {},
           up_to(options.max_terms, 1)},
          {"nonnegative",
           "coefficients of the terms at 0 or above",
           options.nonnegative ? 1.0 : 0.0,
           0,
           1,
           false,
           {"no", "yes"},
           options.nonnegative ? std::vector<double>{} : std::vector<double>{0, 1}},
          {"selection",
           "how the formula is chosen from the front",
           static_cast<double>(options.selection),
           0,
           2,
           false,
           {"description_length", "cross_validation", "extrapolation"},
           {0, 1, 2}}};
}

SearchOptions SymbolicModel::with_settings(SearchOptions options, const Hyperparameters& settings) {
  options.max_size = settings.integer("max_size");
  options.max_terms = settings.integer("max_terms");
  options.nonnegative = settings.choice("nonnegative") == "yes";
  options.selection = static_cast<SelectionRule>(settings.number("selection"));
  return options;
}

SymbolicModel::SymbolicModel(SearchOptions options, ProgressCallback progress)
    : options_(std::move(options)), progress_(std::move(progress)) {}

std::string SymbolicModel::description() const {
  return result_.generations == 0 ? "formula found by the search" : result_.brief_report();
}

void SymbolicModel::fit(const Dataset& train) {
  result_ = run_search(train, options_, progress_);
  set_expression(result_.best, train);
}

}  // namespace memlaw
