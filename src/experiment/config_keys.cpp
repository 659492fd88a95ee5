// The table of keys. A new key is one entry.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <type_traits>

#include "config_text.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/experiment/config.hpp"
#include "memlaw/models/factory.hpp"

namespace memlaw {
namespace {

template <class T>
std::string to_text(const T& value) {
  if constexpr (std::is_same_v<T, bool>)
    return value ? "yes" : "no";
  else if constexpr (std::is_same_v<T, std::string>)
    return value;
  else if constexpr (std::is_integral_v<T>)
    return std::to_string(value);
  else if constexpr (std::is_same_v<T, double>)
    return format_shortest(value);
  else
    return join_list(value);
}

template <class T>
void from_text(T& value, const std::string& text) {
  if constexpr (std::is_same_v<T, bool>)
    value = read_switch(text);
  else if constexpr (std::is_same_v<T, std::string>)
    value = text;
  else if constexpr (std::is_integral_v<T>)
    value = static_cast<T>(read_integer(text, std::is_signed_v<T>, std::numeric_limits<T>::max()));
  else if constexpr (std::is_same_v<T, double>)
    value = read_number(text);
  else
    value = split_list(text);
}

// A key that is one member of the config; `path` gives the member of a config.
template <class Path>
ConfigKey member(std::string_view section, std::string_view name, std::string_view meaning,
                 Path path) {
  return {
      std::string(section),
      std::string(name),
      std::string(meaning),
      false,
      [path](ExperimentConfig& config, const std::string& text) { from_text(path(config), text); },
      [path](const ExperimentConfig& config) { return to_text(path(config)); }};
}

// A key whose values are the names of an enumeration.
template <class Path, class Enum, std::size_t N>
ConfigKey choice(std::string_view section, std::string_view name, std::string_view meaning,
                 Path path, const std::array<std::pair<std::string_view, Enum>, N>& values) {
  return {std::string(section),
          std::string(name),
          std::string(meaning),
          false,
          [path, values](ExperimentConfig& config, const std::string& text) {
            std::vector<std::string> known;
            for (const auto& [spelling, value] : values) {
              if (spelling == text) {
                path(config) = value;
                return;
              }
              known.emplace_back(spelling);
            }
            throw_unknown_value(text, known);
          },
          [path, values](const ExperimentConfig& config) {
            for (const auto& [spelling, value] : values) {
              if (path(config) == value) {
                return std::string(spelling);
              }
            }
            return std::string();
          }};
}

constexpr std::array<std::pair<std::string_view, Missing>, 3> kMissing = {
    {{"error", Missing::error}, {"zero", Missing::zero}, {"drop_row", Missing::drop_row}}};
constexpr std::array<std::pair<std::string_view, SplitKind>, 5> kSplitKinds = {
    {{"random", SplitKind::random},
     {"kfold", SplitKind::kfold},
     {"repeated", SplitKind::repeated},
     {"extrapolate", SplitKind::extrapolate},
     {"learning-curve", SplitKind::learning_curve}}};
constexpr std::array<std::pair<std::string_view, SelectionRule>, 3> kSelection = {
    {{"description_length", SelectionRule::description_length},
     {"cross_validation", SelectionRule::cross_validation},
     {"extrapolation", SelectionRule::extrapolation}}};

ConfigKey device_key() {
  return {"search",
          "device",
          "what the search computes on: auto (a CUDA device where one works, else the CPU), cpu, "
          "cuda or cuda:N (that device, or an error)",
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.search.device = parse_device(text);
          },
          [](const ExperimentConfig& config) { return format_device(config.search.device); }};
}

ConfigKey where_key() {
  return {"data",
          "where",
          "rows to use: COLUMN OP VALUE, OP one of == != < <= > >= in; several conditions on "
          "several lines or separated by ';', all must hold",
          true,
          [](ExperimentConfig& config, const std::string& text) {
            for (std::string& condition : split_list(text, ';')) {
              config.data.where.push_back(std::move(condition));
            }
          },
          [](const ExperimentConfig& config) { return join_list(config.data.where, "; "); }};
}

ConfigKey units_key() {
  return {"data",
          "units",
          "units that the column names do not show: COLUMN:UNIT, ...; the endings _bytes _mib "
          "_voxels _images _seconds and the like are understood",
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.data.units.clear();
            for (const std::string& entry : split_list(text)) {
              const std::size_t colon = entry.rfind(':');
              if (colon == std::string::npos || colon == 0 || colon + 1 == entry.size()) {
                throw InputError(fmt::format("{} is not COLUMN:UNIT", quote(entry)));
              }
              config.data.units.emplace_back(trim(entry.substr(0, colon)),
                                             trim(entry.substr(colon + 1)));
            }
          },
          [](const ExperimentConfig& config) {
            std::vector<std::string> entries;
            for (const auto& [column, unit] : config.data.units) {
              entries.push_back(column + ":" + unit);
            }
            return join_list(entries);
          }};
}

ConfigKey train_sizes_key() {
  return {"split",
          "train_sizes",
          "learning-curve: numbers of training rows; all: every row that the test side leaves",
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.split.train_sizes.clear();
            for (const std::string& size : split_list(text)) {
              config.split.train_sizes.push_back(
                  size == "all" ? kAllRows
                                : static_cast<int>(
                                      read_integer(size, true, std::numeric_limits<int>::max())));
            }
          },
          [](const ExperimentConfig& config) {
            std::vector<std::string> sizes;
            for (const int size : config.split.train_sizes) {
              sizes.push_back(size == kAllRows ? "all" : std::to_string(size));
            }
            return join_list(sizes);
          }};
}

ConfigKey loss_key() {
  return {
      "search",
      "loss",
      "what the search minimises: mse mae mape rmsre msle huber pinball (the last two on "
      "relative errors)",
      false,
      [](ExperimentConfig& config, const std::string& text) {
        config.search.loss.kind = parse_loss(text);
      },
      [](const ExperimentConfig& config) { return std::string(name(config.search.loss.kind)); }};
}

ConfigKey operators_key() {
  return {"search",
          "operators",
          "operators that formulas may use, by name; `memlaw operators` lists them",
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.search.operators = parse_operator_list(text);
          },
          [](const ExperimentConfig& config) {
            std::vector<std::string> names;
            for (const Op op : config.search.operators) names.emplace_back(info(op).name);
            return join_list(names);
          }};
}

ConfigKey models_key() {
  return {"models",
          "use",
          fmt::format("models to compare: {}, or all (basic only with its formula); constant and "
                      "linear always run",
                      fmt::join(regressor_names(), ", ")),
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.models = split_list(text);
            for (const std::string& model : config.models) {
              if (model == kAllModels) continue;
              const auto names = regressor_names();
              if (std::find(names.begin(), names.end(), model) == names.end()) {
                throw_unknown_value(model, names);
              }
            }
          },
          [](const ExperimentConfig& config) { return join_list(config.models); }};
}

ConfigKey basic_fit_key() {
  return {"models",
          "basic.fit",
          "how the basic formula is fitted: fixed (as written), scale (a f + b) or coefficients "
          "(one per additive term)",
          false,
          [](ExperimentConfig& config, const std::string& text) {
            config.basic_fit = parse_basic_fit(text);
          },
          [](const ExperimentConfig& config) { return std::string(name(config.basic_fit)); }};
}

std::string range_of(const Hyperparameter& entry) {
  if (!entry.choices.empty()) return fmt::format("{}", fmt::join(entry.choices, " or "));
  if (std::isinf(entry.high)) return format_shortest(entry.low) + " or more";
  return format_shortest(entry.low) + " to " + format_shortest(entry.high);
}

// One setting of a learned model.
ConfigKey hyperparameter_key(const std::string& model, const Hyperparameter& entry) {
  return {"models",
          model + "." + entry.name,
          fmt::format("{} ({})", entry.meaning, range_of(entry)),
          false,
          [model, name = entry.name](ExperimentConfig& config, const std::string& text) {
            config.hyperparameters.try_emplace(model, hyperparameters_of(model))
                .first->second.set(name, text);
          },
          [model, name = entry.name](const ExperimentConfig& config) {
            return config.settings_of(model).text(name);
          }};
}

// Serves reading and writing: `config` may be const.
#define MEMLAW_MEMBER(path) \
  [](auto& config) -> auto& { return config.path; }

std::vector<ConfigKey> make_keys() {
  std::vector<ConfigKey> keys = {
      member("data", "file", "CSV file (required)", MEMLAW_MEMBER(data_file)),
      member("data", "target", "column to predict (required)", MEMLAW_MEMBER(data.target)),
      member("data", "features",
             "columns to predict from; empty: every column but target, weight, group and exclude",
             MEMLAW_MEMBER(data.features)),
      member("data", "exclude", "columns that are not features, when `features` is empty",
             MEMLAW_MEMBER(data.exclude)),
      member("data", "categorical", "numeric features to treat as categories; text always is",
             MEMLAW_MEMBER(data.categorical)),
      member("data", "weight", "column of row weights, > 0", MEMLAW_MEMBER(data.weight)),
      member("data", "group", "column whose equal values stay in the same part of every split",
             MEMLAW_MEMBER(data.group)),
      where_key(),
      choice("data", "missing",
             "empty cells of features: error, zero (text: a level \"missing\") or drop_row",
             MEMLAW_MEMBER(data.missing), kMissing),
      units_key(),

      choice("split", "kind",
             "random, kfold, repeated (k-fold, several times), extrapolate (hold out the largest) "
             "or learning-curve",
             MEMLAW_MEMBER(split.kind), kSplitKinds),
      member("split", "count", "random: splits; repeated: repeats; learning-curve: splits per size",
             MEMLAW_MEMBER(split.count)),
      member("split", "folds", "kfold and repeated: folds", MEMLAW_MEMBER(split.folds)),
      member("split", "test_fraction", "random, extrapolate, learning-curve: share of test rows",
             MEMLAW_MEMBER(split.test_fraction)),
      member("split", "extrapolate_by",
             "extrapolate: columns whose product ranks the rows; the largest are held out; the "
             "target may be named",
             MEMLAW_MEMBER(split.extrapolate_by)),
      train_sizes_key(),
      member("split", "seed", "seed of the splits", MEMLAW_MEMBER(split.seed)),

      loss_key(),
      member("search", "loss_delta", "huber: relative error where the loss turns linear",
             MEMLAW_MEMBER(search.loss.delta)),
      member("search", "loss_quantile", "pinball: the quantile, between 0 and 1",
             MEMLAW_MEMBER(search.loss.quantile)),
      operators_key(),
      member("search", "max_size", "nodes of the whole formula, 5 to 500",
             MEMLAW_MEMBER(search.max_size)),
      member("search", "max_depth", "depth of one term", MEMLAW_MEMBER(search.max_depth)),
      member("search", "max_terms", "additive terms besides the intercept",
             MEMLAW_MEMBER(search.max_terms)),
      member("search", "islands", "populations that evolve side by side",
             MEMLAW_MEMBER(search.islands)),
      member("search", "population", "individuals per island", MEMLAW_MEMBER(search.population)),
      member("search", "migration_interval", "generations between migrations",
             MEMLAW_MEMBER(search.migration_interval)),
      member("search", "constant_iterations", "Levenberg-Marquardt steps per new individual",
             MEMLAW_MEMBER(search.constant_iterations)),
      member("search", "nonnegative", "keep the coefficients of the terms at 0 or above: yes or no",
             MEMLAW_MEMBER(search.nonnegative)),
      choice("search", "selection",
             "how the reported formula is chosen from the Pareto front, on training rows: "
             "description_length, cross_validation or extrapolation (the largest targets held out)",
             MEMLAW_MEMBER(search.selection), kSelection),
      member("search", "seeds", "formula files whose terms enter the first population",
             MEMLAW_MEMBER(seed_files)),
      member("search", "monomial_seeds",
             "start from sparse sums of monomials fitted by least squares: yes or no",
             MEMLAW_MEMBER(search.monomial_seeds)),
      member("search", "time_seconds", "time limit per fit; 0: none",
             MEMLAW_MEMBER(search.time_seconds)),
      member("search", "evaluations", "limit on formulas evaluated per fit; 0: none",
             MEMLAW_MEMBER(search.evaluations)),
      member("search", "generations", "limit on generations per fit; 0: none",
             MEMLAW_MEMBER(search.generations)),
      member("search", "seed", "seed of the search", MEMLAW_MEMBER(search.seed)),
      member("search", "threads", "threads; 0: all cores; never changes a result",
             MEMLAW_MEMBER(search.threads)),
      device_key(),

      models_key(),
      member("models", "basic.formula", "formula file of the basic model",
             MEMLAW_MEMBER(basic_file)),
      basic_fit_key(),
      member("models", "tune",
             "configurations tried for each model, the formula's search among them, by validation "
             "inside the training rows of every split; 0: none",
             MEMLAW_MEMBER(tune)),
      member("models", "tune_folds",
             "parts of the training rows that configurations are judged on, 2 to 20; each part "
             "halves the field",
             MEMLAW_MEMBER(tune_folds)),
      member("models", "seed", "seed of the learned models and of tuning",
             MEMLAW_MEMBER(model_seed)),
  };
  for (const std::string& model : regressor_names()) {
    for (const Hyperparameter& entry : hyperparameters_of(model)) {
      keys.push_back(hyperparameter_key(model, entry));
    }
  }
  const std::vector<ConfigKey> report_keys = {
      member("report", "name",
             "title of the report; empty: the name of the config file without extension",
             MEMLAW_MEMBER(report_name)),
      member("report", "out", "run folder; empty: reports/<name> below the working folder",
             MEMLAW_MEMBER(report_folder)),
      member("report", "curves",
             "numeric features over which the report draws the target as each model sees it, from "
             "the least to twice the largest value; the other features are held at one row",
             MEMLAW_MEMBER(report_curves)),
  };
  keys.insert(keys.end(), report_keys.begin(), report_keys.end());
  return keys;
}

#undef MEMLAW_MEMBER

}  // namespace

std::span<const ConfigKey> config_keys() {
  static const std::vector<ConfigKey> keys = make_keys();
  return keys;
}

}  // namespace memlaw
