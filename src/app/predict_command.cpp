// memlaw predict: a column of predictions for a table.

#include "arguments.hpp"
#include "command.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/experiment/config.hpp"
#include "memlaw/models/regressor.hpp"

namespace memlaw::app {

int predict_command(const std::vector<std::string>& arguments) {
  Arguments args(
      "predict MODEL.json DATA.csv [OPTIONS]",
      "Writes a CSV file with one column, predicted_TARGET, and one line for every row of "
      "the table,\nin its order.",
      {{"MODEL.json", "a model that memlaw wrote"},
       {"DATA.csv", "table with the columns that the model was fitted on"}});
  args.options().add_options()("out", po::value<std::string>()->value_name("FILE"),
                               "write there instead of to standard output")(
      "missing", po::value<std::string>()->value_name("HOW"), "empty cells: error or zero");
  if (!args.parse(arguments)) return 0;
  ExperimentConfig config;
  if (const auto missing = args.get<std::string>("missing")) {
    apply_override(config, "data.missing=" + *missing);
  }
  const LoadedModel loaded = load_model(args.positional(0));
  const Dataset data = make_features(read_csv(args.positional(1)), loaded.variables, loaded.target,
                                     config.data.missing);
  std::string text = csv_field("predicted_" + loaded.target) + "\n";
  for (const double value : loaded.model->predict(data)) text += format_shortest(value) + "\n";
  if (const auto out = args.get<std::string>("out")) {
    write_file(*out, text);
  } else {
    print(text);
  }
  return 0;
}

}  // namespace memlaw::app
