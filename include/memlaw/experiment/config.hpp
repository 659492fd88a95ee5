// The config file of an experiment.
//
// An INI file with the sections [data] [split] [search] [models] [report]; "#" starts a comment.
// Every key stands in one table, config_keys(), from which reading, `memlaw run --help-config`,
// docs/config.md and the suggestions for mistyped keys all come. Lists are separated by commas.
// Paths are relative to the folder of the config file.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/data/split.hpp"
#include "memlaw/models/basic.hpp"
#include "memlaw/models/hyperparameters.hpp"
#include "memlaw/search/options.hpp"

namespace memlaw {

inline constexpr std::string_view kAllModels = "all";

struct ExperimentConfig {
  std::filesystem::path folder;  // what the paths below are relative to; empty: the working folder

  std::string data_file;  // required
  DatasetSpec data;       // data.target is required
  SplitSpec split;
  SearchOptions search;                 // search.seeds is filled by load_formulas
  std::vector<std::string> seed_files;  // formula files
  // Names, or kAllModels for every model (basic only when its formula is given).
  std::vector<std::string> models = {"linear", "log-linear", "symbolic"};
  std::string basic_file;
  BasicFit basic_fit = BasicFit::scale;
  std::optional<Formula> basic_formula;  // filled by load_formulas
  std::uint64_t model_seed = 1;          // of the learned models and of tuning
  int tune = 0;        // configurations tried for each model and split; below 2: no tuning
  int tune_folds = 3;  // inner validation parts, 2 to 20
  // Of the learned models whose settings were changed, by name.
  std::map<std::string, Hyperparameters> hyperparameters;
  std::string report_name;                 // default: the config file's name without extension
  std::string report_folder;               // default: reports/<name> below the working folder
  std::vector<std::string> report_curves;  // numeric features that the report draws curves over

  // A path of this config as the program opens it.
  std::filesystem::path resolve(const std::string& path) const;
  std::filesystem::path output_folder() const;
  // Those of `hyperparameters`, or the defaults of the model.
  Hyperparameters settings_of(const std::string& model) const;
  // The models that run: constant and linear always do; in the order of tables, without repeats.
  std::vector<std::string> model_names() const;
};

struct ConfigKey {
  std::string section;
  std::string name;
  std::string meaning;
  bool repeatable;  // may stand on several lines, each adding to the list
  std::function<void(ExperimentConfig&, const std::string&)> set;  // InputError without location
  std::function<std::string(const ExperimentConfig&)> get;         // text that `set` takes back
  std::string full_name() const { return section + "." + name; }
  std::string default_text() const { return get(ExperimentConfig{}); }
};

// Every key, section by section. The settings of a learned model are keys of their own,
// models.<model>.<hyper-parameter>.
std::span<const ConfigKey> config_keys();

// Reads a config, applies the overrides ("section.key=value", as given to --set; each replaces what
// the file said) in order, reads the formulas it names and checks the whole.
// InputError with file and line for a syntax error, an unknown section or key (with the nearest
// valid one), a repeated key, a value that cannot be read; and for a missing required key.
ExperimentConfig read_config(const std::filesystem::path& path,
                             std::span<const std::string> overrides = {});
// The same from memory: `source` names the text in messages, `folder` is where its paths start.
// Formula files are not opened and nothing is checked as a whole.
ExperimentConfig parse_config(std::string_view text, const std::string& source,
                              const std::filesystem::path& folder = {});
// One assignment. InputError naming "--set".
void apply_override(ExperimentConfig& config, const std::string& assignment);
// Opens the seeds and the basic formula.
void load_formulas(ExperimentConfig& config);
// InputError naming the key whose value is out of range or missing.
void check_config(const ExperimentConfig& config);

// The config with every key at its effective value, as a config file: kept in run.json, and what
// a resumed run compares.
std::string format_config(const ExperimentConfig& config);

// The table of keys for people, and as Markdown (docs/config.md).
std::string config_help();
std::string config_help_markdown();

}  // namespace memlaw
