// memlaw run: an experiment from its config file.

#include <fmt/format.h>

#include "arguments.hpp"
#include "command.hpp"
#include "experiment_output.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/experiment/run.hpp"

namespace memlaw::app {

int run_command(const std::vector<std::string>& arguments) {
  for (const std::string& argument : arguments) {
    if (!argument.starts_with("--help-config")) continue;
    const bool markdown = argument == "--help-config=markdown";
    print(markdown ? config_help_markdown() : config_help());
    return 0;
  }
  Arguments args("run CONFIG [OPTIONS]",
                 "Fits every model of the config on the training rows of every split, judges it on "
                 "the test\nrows, and writes a report, the predictions, and one formula fitted on "
                 "all rows. A run that\nwas stopped continues when it is started again.",
                 {{"CONFIG", "config file of an experiment"}});
  args.options().add_options()("help-config", "list the keys of a config file")(
      "set", po::value<std::vector<std::string>>()->value_name("SECTION.KEY=VALUE"),
      "set a key of the config; may be repeated")(
      "out", po::value<std::string>()->value_name("DIR"),
      "run folder; default: report.out, else reports/NAME")(
      "seed", po::value<std::string>()->value_name("N"), "seed of the splits and of the search")(
      "threads", po::value<std::string>()->value_name("N"), "threads; 0: all cores")(
      "device", po::value<std::string>()->value_name("D"),
      "search on: auto (default), cpu, cuda or cuda:N (see memlaw devices)")(
      "time", po::value<std::string>()->value_name("S"), "seconds for each search");
  if (!args.parse(arguments)) return 0;

  std::vector<std::string> overrides = args.list("set");
  add_common_overrides(args, overrides);
  const ExperimentConfig config = read_config(args.positional(0), overrides);
  const std::string out = args.get<std::string>("out").value_or("");
  return run_and_report(config, out.empty() ? config.output_folder() : std::filesystem::path(out));
}

}  // namespace memlaw::app
