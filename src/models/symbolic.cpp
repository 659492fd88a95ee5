#include "memlaw/models/symbolic.hpp"

#include <utility>

namespace memlaw {

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
