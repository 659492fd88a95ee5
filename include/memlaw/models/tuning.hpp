// Choosing the settings of a model by validation on its training rows.
//
// Random search (Bergstra & Bengio, JMLR 13, 2012) over the candidates that a model's table of
// hyper-parameters lists, raced over the folds by successive halving (Jamieson & Talwalkar, AISTATS
// 2016): all configurations are judged on the first fold, the better half of them on the second,
// the better half of those on the third, and so on. The first configuration is always the one the
// model would have had without tuning, so tuning cannot choose worse than it on those folds.
//
// To fit the budget, fits of the race are cheaper than the fit that follows: a search runs to a
// tenth of its limits, a network is trained once instead of `restarts` times.
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/data/split.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/search/loss.hpp"

namespace memlaw {

struct TuningTrial {
  Hyperparameters settings;
  double loss = 0.0;      // mean over the held-out rows of its folds; infinite when a fit failed
  std::size_t folds = 0;  // how many it was judged on
};

struct TuningResult {
  Hyperparameters best;             // what to fit with
  std::vector<TuningTrial> trials;  // in the order drawn; empty when there was nothing to tune
  std::size_t fits = 0;
  double seconds = 0.0;
};

// Parts of the training rows to judge configurations on. For a model that will be judged beyond its
// training rows (`outer` is SplitKind::extrapolate) they are the largest rows by the same columns:
// `folds` splits that hold out from 20 to 50 %. Else k-fold parts; fewer when there are fewer
// groups, none with fewer than two. Whole groups stay together.
std::vector<Split> tuning_splits(const Dataset& train, const SplitSpec& outer, int folds,
                                 std::uint64_t seed);

// Draws at most `configurations` different ones and races them over `splits`, several at a time on
// options.threads threads. A setting whose value differs from its default was chosen by the user
// and is kept; of a search, max_size and max_terms are upper bounds and `nonnegative = yes` is
// kept. Only the rows of `train` are seen. The result does not depend on the number of threads
// (unless a time limit ends a search). `progress`, if any, is called between rounds, from the
// calling thread, with the fits done and the fits in all. After an interrupt the best so far is
// returned.
TuningResult tune(const std::string& model, const ModelOptions& options, const Dataset& train,
                  std::span<const Split> splits, const Loss& loss, int configurations,
                  const std::function<void(std::size_t, std::size_t)>& progress = {});

}  // namespace memlaw
