// memlaw fit: a formula from a CSV file, without a config.

#include <fmt/format.h>

#include "arguments.hpp"
#include "command.hpp"
#include "experiment_output.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/experiment/config.hpp"

namespace memlaw::app {
namespace {

// Options that are one key of the config each.
struct KeyOption {
  const char* option;
  const char* key;
  const char* value;
  const char* meaning;
};
constexpr KeyOption kKeyOptions[] = {
    {"target", "data.target", "COLUMN", "column to predict (required)"},
    {"features", "data.features", "COLUMNS", "columns to predict from; default: all others"},
    {"exclude", "data.exclude", "COLUMNS", "columns that are not features"},
    {"categorical", "data.categorical", "COLUMNS", "numeric columns that are categories"},
    {"where", "data.where", "CONDITIONS", "rows to use: \"status == ok; batch >= 2\""},
    {"missing", "data.missing", "HOW", "empty cells: error, zero or drop_row"},
    {"weight", "data.weight", "COLUMN", "column of row weights"},
    {"group", "data.group", "COLUMN", "column whose equal values are held out together"},
    {"loss", "search.loss", "LOSS", "mape (default) mse mae rmsre msle huber pinball"},
    {"operators", "search.operators", "NAMES", "operators that the formula may use"},
    {"max-size", "search.max_size", "N", "nodes of the formula at most"},
};

}  // namespace

int fit_command(const std::vector<std::string>& arguments) {
  Arguments args(
      "fit DATA.csv --target COLUMN [OPTIONS]",
      "Finds a formula for a column. First on 70 % of the rows, judged on the others "
      "beside simple\nmodels, then on all rows. Nothing is written unless --out is given.",
      {{"DATA.csv", "table with a header line"}});
  for (const KeyOption& option : kKeyOptions) {
    args.options().add_options()(option.option, po::value<std::string>()->value_name(option.value),
                                 option.meaning);
  }
  args.options().add_options()("seed", po::value<std::string>()->value_name("N"),
                               "seed of the held-out rows and of the search")(
      "threads", po::value<std::string>()->value_name("N"), "threads; 0: all cores")(
      "device", po::value<std::string>()->value_name("D"),
      "search on: auto (default), cpu, cuda or cuda:N (see memlaw devices)")(
      "time", po::value<std::string>()->value_name("S"),
      "seconds for each of the two searches (15)")(
      "set", po::value<std::vector<std::string>>()->value_name("SECTION.KEY=VALUE"),
      "set any key of an experiment (memlaw run --help-config)")(
      "out", po::value<std::string>()->value_name("DIR"),
      "write report, model and formula files there");
  if (!args.parse(arguments)) return 0;
  if (!args.has("target")) {
    throw InputError("--target is missing: name the column to predict; see memlaw fit --help");
  }

  std::vector<std::string> overrides;
  for (const KeyOption& option : kKeyOptions) {
    if (const auto value = args.get<std::string>(option.option)) {
      overrides.push_back(fmt::format("{}={}", option.key, *value));
    }
  }
  for (const std::string& assignment : args.list("set")) overrides.push_back(assignment);
  add_common_overrides(args, overrides);

  ExperimentConfig config;
  config.data_file = args.positional(0);
  config.models = {"linear", "symbolic"};
  config.report_name = config.data.target;
  config.split.count = 1;
  config.search.time_seconds = 15.0;
  for (const std::string& assignment : overrides) apply_override(config, assignment);
  config.report_name = config.data.target;
  load_formulas(config);
  check_config(config);
  return run_and_report(config, args.get<std::string>("out").value_or(""));
}

}  // namespace memlaw::app
