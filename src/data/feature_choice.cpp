#include "feature_choice.hpp"

#include <algorithm>

#include "column_reading.hpp"
#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

bool is_category(const Column& column, const ColumnSummary& summary, const DatasetSpec& spec) {
  if (contains(spec.categorical, column.name)) return true;
  const bool all_numbers = summary.numbers == summary.filled;
  const bool mostly_numbers = 2 * summary.meant_as_numbers > summary.filled;
  return !all_numbers && !mostly_numbers;
}

// Columns with so few levels are useful categories even in a small table.
constexpr std::size_t kFewLevels = 20;

// Why a column that nobody named is left out, or "".
std::string reason_to_leave_out(const ColumnSummary& summary, std::size_t rows, bool categorical,
                                bool declared) {
  if (summary.filled == 0) return "empty in every row";
  if (summary.filled == rows && summary.distinct == 1) return "the same value in every row";
  if (categorical && !declared && summary.distinct > kFewLevels && 2 * summary.distinct > rows) {
    return "text with " + count_of(summary.distinct, "different value") + " in " +
           count_of(rows, "row") + " (a name or identifier)";
  }
  return "";
}

}  // namespace

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string count_of(std::size_t count, const std::string& noun) {
  return std::to_string(count) + ' ' + noun + (count == 1 ? "" : "s");
}

std::vector<Feature> choose_features(const Table& table, const DatasetSpec& spec,
                                     std::span<const std::size_t> rows,
                                     std::vector<std::string>& notes) {
  std::vector<Feature> result;
  for (const std::string& name : spec.features) {
    const Column& column = table.at(name);
    result.push_back({&column, is_category(column, summarize(column, rows), spec)});
  }
  if (!spec.features.empty()) return result;
  for (const Column& column : table.columns) {
    if (column.name == spec.target || column.name == spec.weight || column.name == spec.group ||
        contains(spec.exclude, column.name)) {
      continue;
    }
    const ColumnSummary summary = summarize(column, rows);
    const bool categorical = is_category(column, summary, spec);
    const std::string reason = reason_to_leave_out(summary, rows.size(), categorical,
                                                   contains(spec.categorical, column.name));
    if (reason.empty()) {
      result.push_back({&column, categorical});
    } else {
      notes.push_back("column " + quote(column.name) + " left out: " + reason);
    }
  }
  if (result.empty()) {
    std::string message = "no column is left to be a feature";
    for (const std::string& note : notes) message += "; " + note;
    throw InputError({table.source}, message);
  }
  return result;
}

}  // namespace memlaw
