#include "check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/models/neural.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw {
namespace {

bool runs(const ExperimentConfig& config, const std::string& model) {
  const std::vector<std::string> names = config.model_names();
  return std::find(names.begin(), names.end(), model) != names.end();
}

// The first row whose target is 0 (or not above 0).
void check_targets(const Dataset& data, bool zero_allowed, bool negative_allowed,
                   const std::string& who, const std::string& remedy) {
  for (std::size_t r = 0; r < data.rows(); ++r) {
    const double y = data.target[r];
    if ((y == 0.0 && !zero_allowed) || (y < 0.0 && !negative_allowed)) {
      throw InputError({data.source, data.line_of_row[r]},
                       fmt::format("{} needs targets {}, but {} is {} here; {}", who,
                                   negative_allowed ? "other than 0" : "above 0", data.target_name,
                                   format_shortest(y), remedy));
    }
  }
}

bool is_constant(const Dataset& data, std::span<const std::size_t> rows) {
  return std::all_of(rows.begin(), rows.end(),
                     [&](std::size_t r) { return data.target[r] == data.target[rows.front()]; });
}

// What the hyper-parameter "target" of a model may be instead of log; empty when it is not log.
std::string other_target(const Hyperparameters& settings) {
  for (const Hyperparameter& entry : settings.table()) {
    if (entry.name != "target" || settings.text(entry.name) != "log") continue;
    for (const std::string& choice : entry.choices) {
      if (choice != "log") return choice;
    }
  }
  return "";
}

void check_formula(const Formula& formula, const Dataset& data, const std::string& what) {
  try {
    memlaw::bind(formula, data.variables);
  } catch (const InputError& error) {
    throw InputError(what + ": " + error.what());
  }
}

const char* for_more_training_rows(SplitKind kind) {
  switch (kind) {
    case SplitKind::random:
    case SplitKind::extrapolate:
      break;
    case SplitKind::kfold:
    case SplitKind::repeated:
      return "raise split.folds";
    case SplitKind::learning_curve:
      return "raise split.train_sizes";
  }
  return "lower split.test_fraction";
}

void check_search(const Dataset& data, const Split& split, const ExperimentConfig& config) {
  Dataset train = data.subset(split.train);
  train.source.clear();  // the message is given one below
  try {
    memlaw::check_search(train, config.search);
  } catch (const InputError& error) {
    throw InputError({data.source},
                     fmt::format("split {}: {}; for more training rows, {}", split.name,
                                 error.what(), for_more_training_rows(config.split.kind)));
  }
}

}  // namespace

void check_data(const Dataset& data, const ExperimentConfig& config) {
  if (data.rows() < 2) {
    throw InputError({data.source},
                     fmt::format("only {} row to learn from; at least 2 are needed, one to fit and "
                                 "one to test",
                                 data.rows()));
  }
  std::vector<std::size_t> all(data.rows());
  for (std::size_t r = 0; r < all.size(); ++r) all[r] = r;
  if (is_constant(data, all)) {
    throw InputError(
        {data.source},
        fmt::format("the target {} is constant ({} on all {} rows): there is nothing "
                    "to learn; check the target and the row filter",
                    data.target_name, format_shortest(data.target.front()), data.rows()));
  }
  // Parts of a learning curve may be smaller, but so few rows in all tell nothing of each feature.
  if (data.rows() <= data.feature_count()) {
    throw InputError(
        {data.source},
        fmt::format("{} rows for {} features: more rows than features are needed; name "
                    "fewer in data.features, or add rows",
                    data.rows(), data.feature_count()));
  }
  const Loss& loss = config.search.loss;
  const std::string remedy = "filter such rows, or choose another loss (mse and mae allow them)";
  if (runs(config, "symbolic")) {
    const std::string who = fmt::format("the loss {}", name(loss.kind));
    if (loss.kind == LossKind::msle) check_targets(data, false, false, who, remedy);
    if (loss.is_relative()) check_targets(data, false, true, who, remedy);
    for (std::size_t i = 0; i < config.search.seeds.size(); ++i) {
      check_formula(config.search.seeds[i], data,
                    i < config.seed_files.size() ? config.seed_files[i] : "seed formula");
    }
  }
  if (runs(config, "log-linear")) {
    check_targets(data, false, false, "the log-linear model",
                  "filter such rows, or leave log-linear out of models.use");
  }
  for (const std::string& model : config.model_names()) {
    const std::string other = other_target(config.settings_of(model));
    if (!other.empty()) {
      check_targets(data, false, false, fmt::format("models.{}.target = log", model),
                    fmt::format("filter such rows, or set models.{}.target = {}", model, other));
    }
  }
  if (runs(config, "basic")) {
    check_formula(*config.basic_formula, data, config.basic_file);
    if (config.basic_fit != BasicFit::fixed) {
      check_targets(data, false, true, "refitting the basic model",
                    "filter such rows, or set models.basic.fit = fixed");
    }
  }
}

void check_splits(const Dataset& data, std::span<const Split> splits,
                  const ExperimentConfig& config) {
  const bool searches = runs(config, "symbolic");
  const std::vector<std::string> models = config.model_names();
  const auto network = std::find_if(models.begin(), models.end(), is_neural);
  for (const Split& split : splits) {
    if (is_constant(data, split.train)) {
      throw InputError({data.source},
                       fmt::format("the target {} is constant on the training rows of split {}; "
                                   "add rows, or change the split",
                                   data.target_name, split.name));
    }
    if (network != models.end() && split.train.size() < kFewestNeuralRows) {
      throw InputError(
          {data.source},
          fmt::format("split {} has {} training rows, but the {} model needs at least {}; {}, or "
                      "leave {} out of models.use",
                      split.name, split.train.size(), *network, kFewestNeuralRows,
                      for_more_training_rows(config.split.kind), *network));
    }
    if (searches) check_search(data, split, config);
  }
}

}  // namespace memlaw
