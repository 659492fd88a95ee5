#include "memlaw/data/dataset.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "column_reading.hpp"
#include "feature_choice.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/data/filter.hpp"

namespace memlaw {
namespace {

using Rows = std::vector<std::size_t>;

template <typename T>
std::vector<T> gather(const std::vector<T>& values, std::span<const std::size_t> rows) {
  std::vector<T> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) result.push_back(values[row]);
  return result;
}

void check_names(const Table& table, const DatasetSpec& spec) {
  if (spec.target.empty()) throw InputError("no target: name the column to be predicted");
  table.at(spec.target);
  for (const auto* names : {&spec.features, &spec.exclude, &spec.categorical}) {
    for (const std::string& name : *names) table.at(name);
  }
  for (const auto& [name, unit] : spec.units) table.at(name);
  for (const auto* names : {&spec.features, &spec.categorical}) {
    if (contains(*names, spec.target)) {
      throw InputError("column " + quote(spec.target) +
                       " is the target; it cannot be a feature too");
    }
  }
  for (std::size_t i = 0; i < spec.features.size(); ++i) {
    if (std::count(spec.features.begin(), spec.features.end(), spec.features[i]) > 1) {
      throw InputError("feature " + quote(spec.features[i]) + " is named twice");
    }
  }
}

void drop_rows_with_missing(const std::vector<Feature>& features, Rows& rows) {
  std::erase_if(rows, [&](std::size_t row) {
    return std::any_of(features.begin(), features.end(),
                       [&](const Feature& feature) { return feature.column->is_missing(row); });
  });
}

void check_row_count(const Table& table, const DatasetSpec& spec, std::size_t rows) {
  if (rows >= 2) return;
  std::string message = count_of(rows, "row") + " left of " + std::to_string(table.rows());
  for (std::size_t i = 0; i < spec.where.size(); ++i) {
    message += (i == 0 ? " where " : " and ") + quote(spec.where[i], 120);
  }
  if (spec.missing == Missing::drop_row) message += ", after dropping rows with empty cells";
  throw InputError({table.source}, message + "; at least 2 are needed");
}

[[noreturn]] void throw_missing(const Table& table, const Column& column, std::size_t row) {
  throw_cell_error(table, column, row,
                   "the cell is empty; fill it in, leave the column out, or choose how missing "
                   "values are treated (missing = zero or drop_row)");
}

// Numbers of a column of which no cell may be empty.
std::vector<double> read_complete(const Table& table, const Column& column,
                                  std::span<const std::size_t> rows, const std::string& role) {
  std::vector<double> values = read_numbers(table, column, rows);
  const auto missing =
      std::find_if(values.begin(), values.end(), [](double value) { return std::isnan(value); });
  if (missing != values.end()) {
    throw_cell_error(table, column, rows[static_cast<std::size_t>(missing - values.begin())],
                     "the " + role + " is empty; fill it in or filter the row out with 'where'");
  }
  return values;
}

std::vector<double> read_feature_numbers(const Table& table, const Column& column,
                                         std::span<const std::size_t> rows, Missing missing) {
  std::vector<double> values = read_numbers(table, column, rows);
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isnan(values[i])) continue;
    if (missing != Missing::zero) throw_missing(table, column, rows[i]);
    values[i] = 0.0;
  }
  return values;
}

std::vector<double> read_weights(const Table& table, const DatasetSpec& spec, const Rows& rows) {
  if (spec.weight.empty()) return std::vector<double>(rows.size(), 1.0);
  const Column& column = table.at(spec.weight);
  std::vector<double> weights = read_complete(table, column, rows, "weight");
  const auto bad =
      std::find_if(weights.begin(), weights.end(), [](double weight) { return weight <= 0.0; });
  if (bad != weights.end()) {
    throw_cell_error(table, column, rows[static_cast<std::size_t>(bad - weights.begin())],
                     "a weight must be greater than 0");
  }
  return weights;
}

std::vector<std::int64_t> read_groups(const Table& table, const DatasetSpec& spec,
                                      const Rows& rows) {
  std::vector<std::int64_t> groups(rows.size());
  if (spec.group.empty()) {
    std::iota(groups.begin(), groups.end(), std::int64_t{0});
    return groups;
  }
  const Column& column = table.at(spec.group);
  const Levels levels = read_levels(table, column, rows, false);
  std::vector<std::int64_t> dense(levels.names.size(), -1);
  std::int64_t next = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (levels.codes[i] < 0) {
      throw_cell_error(table, column, rows[i], "the group is empty; every row needs one");
    }
    std::int64_t& index = dense[static_cast<std::size_t>(levels.codes[i])];
    if (index < 0) index = next++;
    groups[i] = index;
  }
  return groups;
}

std::string unit_of(const DatasetSpec& spec, const std::string& name) {
  const auto found = std::find_if(spec.units.begin(), spec.units.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == spec.units.end() ? default_unit(name) : found->second;
}

void add_feature(const Table& table, const DatasetSpec& spec, const Feature& feature,
                 const Rows& rows, Dataset& data) {
  const Column& column = *feature.column;
  Variable variable{column.name, unit_of(spec, column.name), {}};
  if (!feature.categorical) {
    data.columns.push_back(read_feature_numbers(table, column, rows, spec.missing));
  } else {
    Levels levels = read_levels(table, column, rows, spec.missing == Missing::zero);
    const auto missing = std::find(levels.codes.begin(), levels.codes.end(), -1);
    if (missing != levels.codes.end()) {
      throw_missing(table, column, rows[static_cast<std::size_t>(missing - levels.codes.begin())]);
    }
    data.columns.emplace_back(levels.codes.begin(), levels.codes.end());
    variable.levels = std::move(levels.names);
  }
  data.variables.push_back(std::move(variable));
}

// Index of the level that a cell of a table to be predicted stands for, or -1. A level of digits
// matches by its text or, since a column of numbers has lost its spelling, by its value.
std::int64_t find_level(const Variable& variable, const std::string& text,
                        std::optional<double> number) {
  const auto exact = std::find(variable.levels.begin(), variable.levels.end(), text);
  if (exact != variable.levels.end()) return exact - variable.levels.begin();
  if (!number) return -1;
  const auto same =
      std::find_if(variable.levels.begin(), variable.levels.end(),
                   [&](const std::string& level) { return parse_number(level) == number; });
  return same == variable.levels.end() ? -1 : same - variable.levels.begin();
}

std::vector<double> read_known_levels(const Table& table, const Column& column,
                                      std::span<const std::size_t> rows, const Variable& variable,
                                      Missing missing) {
  const Levels levels = read_levels(table, column, rows, missing == Missing::zero);
  std::vector<std::int64_t> index(levels.names.size());
  for (std::size_t i = 0; i < index.size(); ++i) {
    const auto number =
        column.type == ColumnType::numeric ? parse_number(levels.names[i]) : std::nullopt;
    index[i] = find_level(variable, levels.names[i], number);
  }
  std::vector<double> result;
  result.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (levels.codes[i] < 0) throw_missing(table, column, rows[i]);
    const auto code = static_cast<std::size_t>(levels.codes[i]);
    if (index[code] < 0) {
      std::string message = "level " + quote(levels.names[code]) +
                            " was not in the training data; the known levels are:";
      for (std::size_t k = 0; k < variable.levels.size(); ++k) {
        message += (k == 0 ? " " : ", ") + variable.levels[k];
      }
      throw_cell_error(table, column, rows[i], message);
    }
    result.push_back(static_cast<double>(index[code]));
  }
  return result;
}

}  // namespace

std::vector<const double*> Dataset::column_pointers() const {
  std::vector<const double*> result;
  result.reserve(columns.size());
  for (const auto& column : columns) result.push_back(column.data());
  return result;
}

std::vector<double> Dataset::row(std::size_t r) const {
  std::vector<double> result;
  result.reserve(columns.size());
  for (const auto& column : columns) result.push_back(column[r]);
  return result;
}

Dataset Dataset::subset(std::span<const std::size_t> chosen) const {
  Dataset result;
  result.source = source;
  result.target_name = target_name;
  result.target_unit = target_unit;
  result.variables = variables;
  result.columns.reserve(columns.size());
  for (const auto& column : columns) result.columns.push_back(gather(column, chosen));
  result.target = gather(target, chosen);
  result.weight = gather(weight, chosen);
  result.group = gather(group, chosen);
  result.line_of_row = gather(line_of_row, chosen);
  return result;
}

Dataset make_dataset(const Table& table, const DatasetSpec& spec) {
  check_names(table, spec);
  Rows rows = filter_rows(table, spec.where);
  check_row_count(table, spec, rows.size());
  Dataset data;
  const std::vector<Feature> features = choose_features(table, spec, rows, data.notes);
  if (spec.missing == Missing::drop_row) {
    const std::size_t before = rows.size();
    drop_rows_with_missing(features, rows);
    check_row_count(table, spec, rows.size());
    if (rows.size() < before) {
      data.notes.push_back(count_of(before - rows.size(), "row") +
                           " dropped for empty cells in features");
    }
  }
  data.source = table.source;
  data.target_name = spec.target;
  data.target_unit = unit_of(spec, spec.target);
  data.target = read_complete(table, table.at(spec.target), rows, "target");
  data.weight = read_weights(table, spec, rows);
  data.group = read_groups(table, spec, rows);
  data.line_of_row = gather(table.line_of_row, rows);
  for (const Feature& feature : features) add_feature(table, spec, feature, rows, data);
  return data;
}

Dataset make_features(const Table& table, const Variables& variables, const std::string& target,
                      Missing missing) {
  std::vector<Feature> features;
  for (const Variable& variable : variables) {
    features.push_back({&table.at(variable.name), variable.is_categorical()});
  }
  Rows rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  Dataset data;
  if (missing == Missing::drop_row) {
    drop_rows_with_missing(features, rows);
    if (rows.size() < table.rows()) {
      data.notes.push_back(count_of(table.rows() - rows.size(), "row") +
                           " dropped for empty cells in features");
    }
  }
  if (rows.empty()) {
    throw InputError({table.source}, "no row without empty cells in the features");
  }
  data.source = table.source;
  data.target_name = target;
  data.target_unit = default_unit(target);
  data.variables = variables;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const Column& column = *features[i].column;
    data.columns.push_back(features[i].categorical
                               ? read_known_levels(table, column, rows, variables[i], missing)
                               : read_feature_numbers(table, column, rows, missing));
  }
  const Column* const measured = table.find(target);
  data.target = measured != nullptr
                    ? read_numbers(table, *measured, rows)
                    : std::vector<double>(rows.size(), std::numeric_limits<double>::quiet_NaN());
  data.weight.assign(rows.size(), 1.0);
  data.group.resize(rows.size());
  std::iota(data.group.begin(), data.group.end(), std::int64_t{0});
  data.line_of_row = gather(table.line_of_row, rows);
  return data;
}

std::string default_unit(std::string_view column_name) {
  struct Suffix {
    std::string_view suffix, unit;
  };
  static constexpr std::array kSuffixes = std::to_array<Suffix>({
      {"bytes", "bytes"},
      {"kib", "KiB"},
      {"mib", "MiB"},
      {"gib", "GiB"},
      {"voxels", "voxels"},
      {"pixels", "pixels"},
      {"images", "images"},
      {"samples", "samples"},
      {"tokens", "tokens"},
      {"steps", "steps"},
      {"flops", "flops"},
      {"seconds", "seconds"},
      {"s", "seconds"},
      {"ms", "milliseconds"},
  });
  const std::size_t underscore = column_name.rfind('_');
  if (underscore == std::string_view::npos) return "";
  const std::string_view last = column_name.substr(underscore + 1);
  const auto found = std::find_if(kSuffixes.begin(), kSuffixes.end(),
                                  [&](const Suffix& entry) { return entry.suffix == last; });
  return found == kSuffixes.end() ? "" : std::string(found->unit);
}

}  // namespace memlaw
