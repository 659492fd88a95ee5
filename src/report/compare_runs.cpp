#include "memlaw/report/compare_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "figures.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/data/csv.hpp"
#include "results_json.hpp"
#include "text_table.hpp"

namespace memlaw {
namespace {

RunSummary::Model read_model(const Json& object) {
  RunSummary::Model model;
  model.name = object.at("model").get<std::string>();
  model.splits = object.at("splits").get<std::size_t>();
  const Json& mape = object.at("mape_percent");
  model.mape_percent = {number_from_json(mape.at("median")),
                        number_from_json(mape.at("percentile_10")),
                        number_from_json(mape.at("percentile_90"))};
  model.rmse = number_from_json(object.at("rmse").at("median"));
  model.r2 = number_from_json(object.at("r2").at("median"));
  return model;
}

RunSummary read_summary(const Json& document) {
  RunSummary run;
  run.data = document.at("data").get<std::string>();
  run.target = document.at("target").get<std::string>();
  run.target_unit = document.at("target_unit").get<std::string>();
  run.rows = document.at("rows").get<std::size_t>();
  run.splits = document.at("splits").get<std::string>();
  run.interrupted = document.at("interrupted").get<bool>();
  for (const Json& model : document.at("summary")) run.models.push_back(read_model(model));
  return run;
}

// What the JSON library says without the name of its exception: "key 'rows' not found".
std::string reason(const std::exception& error) {
  const std::string text = error.what();
  const std::size_t bracket = text.find("] ");
  return text.starts_with("[json") && bracket != std::string::npos ? text.substr(bracket + 2)
                                                                   : text;
}

Json parse_metrics(const std::filesystem::path& path) {
  const std::string text = read_file(path);
  try {
    return Json::parse(text);
  } catch (const Json::parse_error&) {
    throw InputError({path.string()},
                     "is cut off or not JSON; run the experiment again to write it anew");
  }
}

const RunSummary::Model* find_model(const RunSummary& run, const std::string& name) {
  const auto found = std::find_if(run.models.begin(), run.models.end(),
                                  [&](const RunSummary::Model& m) { return m.name == name; });
  return found == run.models.end() ? nullptr : &*found;
}

// Of all runs, by first appearance.
std::vector<std::string> model_names(std::span<const RunSummary> runs) {
  std::vector<std::string> names;
  for (const RunSummary& run : runs) {
    for (const RunSummary::Model& model : run.models) {
      if (std::find(names.begin(), names.end(), model.name) == names.end()) {
        names.push_back(model.name);
      }
    }
  }
  return names;
}

template <class Cell>
TextTable table_of(std::span<const RunSummary> runs, Cell cell) {
  TextTable table;
  table.header = {"model"};
  for (const RunSummary& run : runs) table.header.push_back(run.label);
  for (const std::string& name : model_names(runs)) {
    std::vector<std::string>& row = table.rows.emplace_back();
    row.push_back(name);
    for (const RunSummary& run : runs) {
      const RunSummary::Model* const model = find_model(run, name);
      row.push_back(model == nullptr ? "-" : cell(run, *model));
    }
  }
  return table;
}

struct Section {
  std::string title;
  TextTable table;
};

std::vector<Section> sections(std::span<const RunSummary> runs) {
  return {{"Test MAPE, median over the splits [10th, 90th percentile]",
           table_of(runs,
                    [](const RunSummary&, const RunSummary::Model& model) {
                      const std::string median = percent(model.mape_percent.median);
                      if (model.splits < 2) return median;
                      return fmt::format("{} [{}, {}]", median, figure(model.mape_percent.low),
                                         figure(model.mape_percent.high));
                    })},
          {"RMSE, median over the splits",
           table_of(runs,
                    [](const RunSummary& run, const RunSummary::Model& model) {
                      return quantity(model.rmse, run.target_unit);
                    })},
          {"R2, median over the splits",
           table_of(runs, [](const RunSummary&, const RunSummary::Model& model) {
             return determination(model.r2);
           })}};
}

std::vector<std::string> notes(std::span<const RunSummary> runs) {
  std::vector<std::string> lines;
  for (const RunSummary& run : runs) {
    lines.push_back(fmt::format("{}: {} of {} rows from {}; splits: {}{}", run.label, run.target,
                                run.rows, run.data, run.splits,
                                run.interrupted ? "; interrupted, not all fits are done" : ""));
  }
  const bool same = std::all_of(runs.begin(), runs.end(), [&](const RunSummary& run) {
    return run.data == runs.front().data && run.target == runs.front().target &&
           run.rows == runs.front().rows && run.splits == runs.front().splits;
  });
  if (!same) {
    lines.emplace_back(
        "The runs differ in their data or splits, so the columns are about different test rows.");
  }
  return lines;
}

}  // namespace

RunSummary read_run_summary(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "metrics.json";
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    throw InputError(
        {folder.string()},
        "is not a folder; name the folder that memlaw run wrote, such as reports/NAME");
  }
  if (!std::filesystem::exists(path, ignored)) {
    throw InputError({folder.string()},
                     "holds no metrics.json; name the folder that memlaw run wrote");
  }
  const Json document = parse_metrics(path);
  try {
    RunSummary run = read_summary(document);
    const std::filesystem::path whole = std::filesystem::absolute(folder).lexically_normal();
    run.label = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
    return run;
  } catch (const std::exception& error) {
    throw InputError({path.string()},
                     fmt::format("is not the metrics.json of a run of this version: {}; run the "
                                 "experiment again to write it anew",
                                 reason(error)));
  }
}

std::string compare_runs_text(std::span<const RunSummary> runs) {
  std::string text;
  for (const std::string& line : notes(runs)) text += line + "\n";
  for (const Section& section : sections(runs)) {
    text += "\n" + section.title + "\n" + section.table.to_text();
  }
  return text;
}

std::string compare_runs_markdown(std::span<const RunSummary> runs) {
  std::string text;
  for (const std::string& line : notes(runs)) text += "- " + line + "\n";
  for (const Section& section : sections(runs)) {
    text += "\n## " + section.title + "\n\n" + section.table.to_markdown();
  }
  return text;
}

std::string compare_runs_csv(std::span<const RunSummary> runs) {
  std::string text =
      "run,data,target,target_unit,rows,model,splits,mape_percent,mape_percent_10,mape_percent_90,"
      "rmse,r2\n";
  for (const RunSummary& run : runs) {
    const std::string prefix =
        fmt::format("{},{},{},{},{}", csv_field(run.label), csv_field(run.data),
                    csv_field(run.target), csv_field(run.target_unit), run.rows);
    for (const RunSummary::Model& model : run.models) {
      text += fmt::format("{},{},{}", prefix, csv_field(model.name), model.splits);
      for (const double value : {model.mape_percent.median, model.mape_percent.low,
                                 model.mape_percent.high, model.rmse, model.r2}) {
        text += "," + format_shortest(value);
      }
      text += "\n";
    }
  }
  return text;
}

}  // namespace memlaw
