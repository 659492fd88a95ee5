// The search: genetic programming over sums of terms, NSGA-II over (loss, complexity) on islands,
// with the constants of every individual fitted by variable projection.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/expr/expression.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

// One point of the Pareto front: no other formula found has both a lower loss and a lower
// complexity.
struct FrontEntry {
  Expression expression;
  double loss = 0.0;  // training loss
  double complexity = 0.0;
  double score = 0.0;  // of the selection rule, lower is better
};

enum class StopReason { generations, evaluations, time, interrupted };
std::string_view name(StopReason reason);

struct SearchProgress {
  std::uint64_t generation = 0;
  std::uint64_t evaluations = 0;
  double best_loss = 0.0;
  std::size_t best_size = 0;
  double elapsed_seconds = 0.0;
  double evaluations_per_second = 0.0;
  double seconds_left = 0.0;  // estimate from whichever limit comes first; negative if unknown
};

struct SearchResult {
  Expression best;                // selected, simplified, rounded, refitted
  double best_loss = 0.0;         // training loss of `best` as printed
  std::vector<FrontEntry> front;  // ascending complexity
  StopReason stop = StopReason::generations;
  std::uint64_t generations = 0;
  std::uint64_t evaluations = 0;  // individuals whose loss was computed
  std::uint64_t duplicates = 0;   // individuals recognised as seen before and not evaluated
  double search_seconds = 0.0;
  std::string device;  // what the search computed on: "CPU: <why no device>", "cuda:0 (<name>)"
  std::string brief_report() const;
};

// Called between generations from the calling thread; may be empty.
using ProgressCallback = std::function<void(const SearchProgress&)>;

// InputError for what no search can start from: options.validate() fails, the loss does not allow
// the target's values, the target is constant, or the rows are too few for options.selection.
void check_search(const Dataset& data, const SearchOptions& options);

// Fits formulas of data.variables to data.target. The result depends on the data, the options and
// the seed only, not on the number of threads, unless the time limit ends it.
// InputError as check_search. RunError when options.device asks for a device that cannot be had.
SearchResult run_search(const Dataset& data, const SearchOptions& options,
                        const ProgressCallback& progress = {});

}  // namespace memlaw
