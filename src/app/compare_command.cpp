// memlaw compare: several runs side by side.

#include <algorithm>

#include "arguments.hpp"
#include "command.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/report/compare_runs.hpp"

namespace memlaw::app {
namespace {

// Folders of one name are told apart by what the user typed.
void make_labels_distinct(std::vector<RunSummary>& runs, const std::vector<std::string>& folders) {
  std::vector<std::string> labels;
  for (const RunSummary& run : runs) labels.push_back(run.label);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (std::count(labels.begin(), labels.end(), labels[i]) > 1) runs[i].label = folders[i];
  }
}

}  // namespace

int compare_command(const std::vector<std::string>& arguments) {
  Arguments args(
      "compare REPORT_FOLDER... [OPTIONS]",
      "Puts the accuracy of several runs side by side: median MAPE, RMSE and R2 of every "
      "model.",
      {{"REPORT_FOLDER...", "folders that memlaw run wrote", true}});
  args.options().add_options()("markdown", "print Markdown tables")(
      "csv", "print one CSV row for each run and model");
  if (!args.parse(arguments)) return 0;
  if (args.has("markdown") && args.has("csv")) {
    throw InputError("--markdown and --csv exclude each other: give one of them");
  }
  std::vector<RunSummary> runs;
  for (const std::string& folder : args.positionals()) runs.push_back(read_run_summary(folder));
  make_labels_distinct(runs, args.positionals());
  print(args.has("csv")        ? compare_runs_csv(runs)
        : args.has("markdown") ? compare_runs_markdown(runs)
                               : compare_runs_text(runs));
  return 0;
}

}  // namespace memlaw::app
