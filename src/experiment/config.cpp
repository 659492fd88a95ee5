#include "memlaw/experiment/config.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/program_options/options_description.hpp>
#include <boost/program_options/parsers.hpp>
#include <map>
#include <sstream>

#include "config_text.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/neural.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;
namespace po = boost::program_options;

const ConfigKey* find_key(std::string_view full_name) {
  for (const ConfigKey& key : config_keys()) {
    if (key.full_name() == full_name) return &key;
  }
  return nullptr;
}

std::vector<std::string> section_names() {
  std::vector<std::string> names;
  for (const ConfigKey& key : config_keys()) {
    if (names.empty() || names.back() != key.section) names.emplace_back(key.section);
  }
  return names;
}

const ConfigKey& key_or_throw(const std::string& full_name, const Location& where) {
  if (const ConfigKey* key = find_key(full_name)) return *key;
  std::vector<std::string> known;
  for (const ConfigKey& key : config_keys()) known.push_back(key.full_name());
  std::string near = nearest(full_name, known);
  // A right key in the wrong section.
  const std::string last = full_name.substr(full_name.rfind('.') + 1);
  for (const ConfigKey& key : config_keys()) {
    if (key.name == last) near = key.full_name();
  }
  throw InputError(
      where, fmt::format("unknown key {}{}; `memlaw run --help-config` lists the keys",
                         quote(full_name), near.empty() ? "" : "; did you mean " + near + "?"));
}

void set_value(ExperimentConfig& config, const ConfigKey& key, const std::string& value,
               const Location& where) {
  try {
    key.set(config, value);
  } catch (const InputError& error) {
    throw InputError(where, key.full_name() + ": " + error.what());
  }
}

// Boost's parser reads one line at a time, so that every message can name its line.
po::option parse_line(const std::string& line, const Location& where) {
  static const po::options_description kNone;
  std::istringstream stream(line);
  try {
    const po::parsed_options parsed = po::parse_config_file(stream, kNone, true);
    if (parsed.options.size() == 1) return parsed.options.front();
  } catch (const po::error&) {
    // The message of Boost names no line; ours follows.
  }
  throw InputError(where, fmt::format("{} is neither [section] nor key = value", quote(line)));
}

// The text of `line` that counts: without its comment and the blanks around it.
std::string without_comment(std::string_view line) { return trim(line.substr(0, line.find('#'))); }

std::string read_section(const std::string& line, const Location& where) {
  const std::string section = trim(std::string_view(line).substr(1, line.size() - 2));
  const std::vector<std::string> known = section_names();
  if (std::find(known.begin(), known.end(), section) != known.end()) return section;
  const std::string near = nearest(section, known);
  throw InputError(
      where, fmt::format("unknown section [{}]; expected one of [{}]{}",
                         section.size() > 40 ? quote(section) : section, fmt::join(known, "] ["),
                         near.empty() ? "" : "; did you mean [" + near + "]?"));
}

}  // namespace

fs::path ExperimentConfig::resolve(const std::string& path) const { return folder / path; }

fs::path ExperimentConfig::output_folder() const {
  return report_folder.empty() ? fs::path("reports") / report_name : fs::path(report_folder);
}

Hyperparameters ExperimentConfig::settings_of(const std::string& model) const {
  const auto found = hyperparameters.find(model);
  return found != hyperparameters.end() ? found->second
                                        : Hyperparameters(memlaw::hyperparameters_of(model));
}

std::vector<std::string> ExperimentConfig::model_names() const {
  std::vector<std::string> names;
  const bool all = std::find(models.begin(), models.end(), kAllModels) != models.end();
  const bool has_basic = !basic_file.empty() || basic_formula;
  for (const std::string& name : regressor_names()) {
    const bool always = name == "constant" || name == "linear";
    if (always || (all && (name != "basic" || has_basic)) ||
        std::find(models.begin(), models.end(), name) != models.end()) {
      names.push_back(name);
    }
  }
  return names;
}

ExperimentConfig parse_config(std::string_view text, const std::string& source,
                              const fs::path& folder) {
  ExperimentConfig config;
  config.folder = folder;
  std::map<std::string, std::size_t> line_of_key;
  std::string section;
  std::size_t number = 0;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string line = without_comment(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const Location where{source, ++number, 0};
    if (line.find('\0') != std::string::npos) {
      throw InputError(where, "holds a zero byte; a config is a text file");
    }
    if (line.empty()) continue;
    if (line.front() == '[' && line.back() == ']') {
      section = read_section(line, where);
      continue;
    }
    const po::option option = parse_line(line, where);
    if (section.empty()) {
      throw InputError(where,
                       fmt::format("{} stands before any section; start with [data]", quote(line)));
    }
    const ConfigKey& key = key_or_throw(section + "." + option.string_key, where);
    const auto [first, is_new] = line_of_key.emplace(key.full_name(), number);
    if (!is_new && !key.repeatable) {
      throw InputError(where, fmt::format("{} is set twice, first in line {}; keep one of them",
                                          key.full_name(), first->second));
    }
    set_value(config, key, option.value.empty() ? "" : option.value.front(), where);
  }
  return config;
}

void apply_override(ExperimentConfig& config, const std::string& assignment) {
  const Location where{"--set"};
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos) {
    throw InputError(where, fmt::format("{} is not section.key=value", quote(assignment)));
  }
  const ConfigKey& key = key_or_throw(trim(assignment.substr(0, equals)), where);
  // Lines of a file add up; an override replaces them.
  if (key.full_name() == "data.where") config.data.where.clear();
  set_value(config, key, trim(assignment.substr(equals + 1)), where);
}

void load_formulas(ExperimentConfig& config) {
  config.search.seeds.clear();
  for (const std::string& file : config.seed_files) {
    config.search.seeds.push_back(read_formula(config.resolve(file)));
  }
  config.basic_formula.reset();
  if (!config.basic_file.empty())
    config.basic_formula = read_formula(config.resolve(config.basic_file));
}

void check_config(const ExperimentConfig& config) {
  if (config.data_file.empty()) throw InputError("data.file is missing: name the CSV file");
  if (config.data.target.empty()) {
    throw InputError("data.target is missing: name the column to predict");
  }
  if (const std::string wrong = config.search.validate(); !wrong.empty()) {
    throw InputError("[search] " + wrong);
  }
  if (const std::string wrong = validate(config.split); !wrong.empty()) {
    throw InputError("[split] " + wrong);
  }
  if (config.tune < 0 || config.tune > 10000) {
    throw InputError(
        fmt::format("models.tune is {}, expected 0 (no tuning) to 10000", config.tune));
  }
  if (config.tune_folds < 2 || config.tune_folds > 20) {
    throw InputError(fmt::format("models.tune_folds is {}, expected 2 to 20", config.tune_folds));
  }
  const std::vector<std::string> names = config.model_names();
  for (const std::string& name : names) {
    if (!is_neural(name)) continue;
    if (const std::string wrong = validate_neural(name, config.settings_of(name)); !wrong.empty()) {
      throw InputError(wrong);
    }
  }
  if (std::find(names.begin(), names.end(), "basic") != names.end() && !config.basic_formula) {
    throw InputError(
        "models.basic.formula is missing: name the .expr file of the basic model, or "
        "leave basic out of models.use");
  }
}

ExperimentConfig read_config(const fs::path& path, std::span<const std::string> overrides) {
  ExperimentConfig config = parse_config(read_file(path), path.string(), path.parent_path());
  for (const std::string& assignment : overrides) apply_override(config, assignment);
  if (config.report_name.empty()) config.report_name = path.stem().string();
  load_formulas(config);
  try {
    check_config(config);
  } catch (const InputError& error) {
    throw InputError({path.string()}, error.what());
  }
  return config;
}

std::string format_config(const ExperimentConfig& config) {
  std::string text;
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section != section) {
      text += fmt::format("{}[{}]\n", section.empty() ? "" : "\n", key.section);
      section = key.section;
    }
    text += fmt::format("{} = {}\n", key.name, key.get(config));
  }
  return text;
}

}  // namespace memlaw
