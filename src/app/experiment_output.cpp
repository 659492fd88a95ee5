#include "experiment_output.hpp"

#include <fmt/format.h>

#include "memlaw/base/error.hpp"
#include "memlaw/experiment/run.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/report/writers.hpp"
#include "progress_line.hpp"

namespace memlaw::app {

void add_common_overrides(const Arguments& args, std::vector<std::string>& overrides) {
  if (const auto seed = args.get<std::string>("seed")) {
    overrides.push_back("split.seed=" + *seed);
    overrides.push_back("search.seed=" + *seed);
  }
  if (const auto threads = args.get<std::string>("threads")) {
    overrides.push_back("search.threads=" + *threads);
  }
  if (const auto device = args.get<std::string>("device")) {
    try {
      parse_device(*device);
    } catch (const InputError& error) {
      throw InputError({"--device"}, error.what());
    }
    overrides.push_back("search.device=" + *device);
  }
  if (const auto time = args.get<std::string>("time")) {
    overrides.push_back("search.time_seconds=" + *time);
  }
}

int run_and_report(const ExperimentConfig& config, const std::filesystem::path& folder) {
  ExperimentRun run;
  {
    ProgressLine progress;
    run = run_experiment(config, folder, progress.hooks());
  }
  const Results& results = run.results;
  if (!folder.empty()) write_run_folder(run, folder);

  std::string text;
  if (results.final_formula) {
    const Formula& formula = results.final_formula->formula;
    text += fmt::format("{} = {}\n\n", formula.target,
                        format_infix(formula.expression, formula.variables));
  }
  text += summary_text(results) + "\n";
  for (const std::string& note : results.notes) text += "- Data note: " + note + "\n";
  for (const std::string& sentence : findings(results)) text += "- " + sentence + "\n";
  if (!folder.empty()) text += fmt::format("\nReport: {}\n", (folder / "report.html").string());
  print(text);
  return results.interrupted ? 130 : 0;
}

}  // namespace memlaw::app
