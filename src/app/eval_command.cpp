// memlaw eval: the accuracy of a formula on a table.

#include <fmt/format.h>

#include <cmath>

#include "arguments.hpp"
#include "command.hpp"
#include "formula_source.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/data/dataset.hpp"
#include "memlaw/experiment/config.hpp"
#include "memlaw/metrics/metrics.hpp"

namespace memlaw::app {
namespace {

DatasetSpec spec_for(const Formula& formula, const Arguments& args, const Table& table) {
  // The same spelling of conditions and missing cells as in a config.
  ExperimentConfig config;
  for (const char* const name : {"target", "where", "missing"}) {
    if (const auto value = args.get<std::string>(name)) {
      apply_override(config, fmt::format("data.{}={}", name, *value));
    }
  }
  DatasetSpec spec = config.data;
  for (const Variable& variable : formula.variables) {
    spec.features.push_back(variable.name);
    if (variable.is_categorical()) spec.categorical.push_back(variable.name);
  }
  // A constant needs no feature, but a dataset has at least one.
  for (const Column& column : table.columns) {
    if (!spec.features.empty()) break;
    if (column.type == ColumnType::numeric && column.name != spec.target) {
      spec.features.push_back(column.name);
    }
  }
  return spec;
}

}  // namespace

int eval_command(const std::vector<std::string>& arguments) {
  Arguments args("eval EXPR|FILE DATA.csv --target COLUMN [OPTIONS]",
                 "Prints how well a formula predicts a column.",
                 {{"EXPR|FILE", "an expression, an expression file or a model.json"},
                  {"DATA.csv", "table with a header line"}});
  args.options().add_options()("target", po::value<std::string>()->value_name("COLUMN"),
                               "column to compare with (required)")(
      "where", po::value<std::string>()->value_name("CONDITIONS"), "rows to use")(
      "missing", po::value<std::string>()->value_name("HOW"),
      "empty cells: error, zero or drop_row");
  if (!args.parse(arguments)) return 0;
  if (!args.has("target")) {
    throw InputError("--target is missing: name the measured column; see memlaw eval --help");
  }
  const Formula formula = formula_from_argument(args.positional(0));
  const Table table = read_csv(args.positional(1));
  const Dataset data = make_dataset(table, spec_for(formula, args, table));
  const Expression expression = memlaw::bind(formula, data.variables);
  std::vector<double> predicted(data.rows());
  evaluate(expression, data.column_pointers(), predicted);
  const Metrics metrics = compute_metrics(data.target, predicted);

  std::string text = fmt::format("rows             {}\n", data.rows());
  const auto line = [&](const char* name, double value) {
    text += fmt::format("{:<16} {}\n", name, format_significant(value, 6));
  };
  line("mse", metrics.mse);
  line("rmse", metrics.rmse);
  line("mae", metrics.mae);
  line("mape_percent", metrics.mape_percent);
  line("r2", metrics.r2);
  line("bias_percent", metrics.bias_percent);
  line("max_ape_percent", metrics.max_ape_percent);
  text += fmt::format("{:<16} {}\n", "size", expression.size());
  print(text);
  for (std::size_t r = 0; r < predicted.size(); ++r) {
    if (std::isfinite(predicted[r])) continue;
    fmt::print(stderr, "memlaw: warning: {}:{}: the formula gives {} on this row\n", data.source,
               data.line_of_row[r], format_shortest(predicted[r]));
    break;
  }
  return 0;
}

}  // namespace memlaw::app
