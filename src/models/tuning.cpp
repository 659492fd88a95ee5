#include "memlaw/models/tuning.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <numeric>

#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/base/parallel.hpp"
#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr int kSearchShare = 10;  // a search of the race has one part in so many of the limits

// What a fit of the race is made with.
ModelOptions racing_options(const std::string& model, ModelOptions options) {
  SearchOptions& search = options.search;
  search.time_seconds /= kSearchShare;
  const auto share = [](std::uint64_t limit) {
    return limit == 0 ? 0 : std::max<std::uint64_t>(1, limit / kSearchShare);
  };
  search.evaluations = share(search.evaluations);
  search.generations = share(search.generations);
  // The race fits several models at a time.
  search.threads = 1;
  options.threads = 1;
  options.progress = {};
  if (model == "symbolic") return options;
  Hyperparameters& settings = *options.hyperparameters;
  for (std::size_t i = 0; i < settings.table().size(); ++i) {
    if (settings.table()[i].name == "restarts") settings.set_number(i, 1.0);
  }
  return options;
}

// The entries that tuning changes: those with candidates that still have their default.
std::vector<std::size_t> tuned_entries(const std::string& model, const Hyperparameters& settings) {
  // The table of a search has the user's values as defaults: [search] is not a list of choices.
  const Hyperparameters defaults =
      model == "symbolic" ? settings : Hyperparameters(settings.table());
  std::vector<std::size_t> entries;
  for (std::size_t i = 0; i < settings.table().size(); ++i) {
    const Hyperparameter& entry = settings.table()[i];
    if (entry.candidates.size() > 1 && settings.text(entry.name) == defaults.text(entry.name)) {
      entries.push_back(i);
    }
  }
  return entries;
}

// The present settings first, then random ones, all different.
std::vector<TuningTrial> draw_trials(const std::string& model, const Hyperparameters& settings,
                                     int configurations, std::uint64_t seed) {
  std::vector<TuningTrial> trials = {{settings, 0.0, 0}};
  const std::vector<std::size_t> entries = tuned_entries(model, settings);
  if (entries.empty() || configurations < 2) return {};
  // A small space has fewer configurations than asked for: after many repeats in a row it is taken
  // as exhausted.
  constexpr int kMostRepeats = 200;
  RandomStream random(seed, 0, 0, 0, Purpose::tune);
  for (int repeats = 0;
       repeats < kMostRepeats && trials.size() < static_cast<std::size_t>(configurations);) {
    TuningTrial trial{settings, 0.0, 0};
    for (const std::size_t i : entries) {
      const std::vector<double>& candidates = settings.table()[i].candidates;
      trial.settings.set_number(
          i, candidates[random.below(static_cast<std::uint32_t>(candidates.size()))]);
    }
    const bool known = std::any_of(trials.begin(), trials.end(), [&](const TuningTrial& other) {
      return other.settings == trial.settings;
    });
    repeats = known ? repeats + 1 : 0;
    if (!known) trials.push_back(std::move(trial));
  }
  return trials;
}

double held_out_loss(const std::string& model, const ModelOptions& options,
                     const Hyperparameters& settings, const Dataset& train, const Dataset& test,
                     const Loss& loss) {
  try {
    ModelOptions candidate = options;
    candidate.hyperparameters = settings;
    const auto regressor = make_regressor(model, racing_options(model, std::move(candidate)));
    regressor->fit(train);
    const double value = compute_loss(loss, test.target, regressor->predict(test), test.weight);
    return value < kInfinity ? value : kInfinity;  // NaN counts as the worst
  } catch (const InputError&) {
    // A configuration that these rows do not allow (the logarithm of a negative target, ...).
    return kInfinity;
  }
}

}  // namespace

std::vector<Split> tuning_splits(const Dataset& train, const SplitSpec& outer, int folds,
                                 std::uint64_t seed) {
  std::vector<std::int64_t> groups = train.group;
  std::sort(groups.begin(), groups.end());
  const auto distinct = std::unique(groups.begin(), groups.end()) - groups.begin();
  if (distinct < 2 || folds < 2) return {};
  SplitSpec spec;
  spec.seed = seed;
  if (outer.kind != SplitKind::extrapolate) {
    spec.kind = SplitKind::kfold;
    spec.folds = static_cast<int>(std::min<std::ptrdiff_t>(folds, distinct));
    return make_splits(train, spec);
  }
  spec.kind = SplitKind::extrapolate;
  spec.extrapolate_by = outer.extrapolate_by;
  std::vector<Split> splits;
  for (int i = 0; i < folds; ++i) {
    spec.test_fraction = 0.2 + 0.3 * i / (folds - 1);
    try {
      splits.push_back(make_splits(train, spec).front());
    } catch (const InputError&) {
      // Too many rows of the same rank for this fraction.
    }
  }
  return splits;
}

TuningResult tune(const std::string& model, const ModelOptions& options, const Dataset& train,
                  std::span<const Split> splits, const Loss& loss, int configurations,
                  const std::function<void(std::size_t, std::size_t)>& progress) {
  const auto start = std::chrono::steady_clock::now();
  TuningResult result;
  result.best = settings_of(model, options);
  if (splits.empty()) return result;
  result.trials = draw_trials(model, result.best, configurations, options.seed);
  if (result.trials.size() < 2) {
    result.trials.clear();
    return result;
  }
  std::size_t total = 0;
  for (std::size_t f = 0, field = result.trials.size(); f < splits.size(); ++f) {
    total += field;
    field = (field + 1) / 2;
  }

  ThreadPool pool(options.threads);
  std::vector<std::size_t> field(result.trials.size());  // still in the race, best first
  std::iota(field.begin(), field.end(), 0);
  std::vector<double> losses(result.trials.size());
  double judged_rows = 0.0;
  for (const Split& split : splits) {
    const Dataset fit_rows = train.subset(split.train);
    const Dataset held_out = train.subset(split.test);
    const auto rows = static_cast<double>(split.test.size());
    pool.run(field.size(), [&](std::size_t item, int) {
      const std::size_t trial = field[item];
      losses[trial] = interrupted() ? kInfinity
                                    : held_out_loss(model, options, result.trials[trial].settings,
                                                    fit_rows, held_out, loss);
    });
    if (interrupted()) break;
    for (const std::size_t i : field) {
      TuningTrial& trial = result.trials[i];
      trial.loss = (trial.loss * judged_rows + losses[i] * rows) / (judged_rows + rows);
      ++trial.folds;
    }
    judged_rows += rows;
    result.fits += field.size();
    // Equal losses: the configuration drawn first, so that the present one wins a tie.
    std::sort(field.begin(), field.end(), [&](std::size_t a, std::size_t b) {
      const double x = result.trials[a].loss, y = result.trials[b].loss;
      return x != y ? x < y : a < b;
    });
    if (result.trials[field.front()].loss < kInfinity) {
      result.best = result.trials[field.front()].settings;
    }
    if (progress) progress(result.fits, total);
    field.resize((field.size() + 1) / 2);
  }
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace memlaw
