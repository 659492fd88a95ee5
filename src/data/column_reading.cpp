#include "column_reading.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

bool has_decimal_comma(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return false;
  std::string with_point(text);
  with_point[comma] = '.';
  return parse_number(with_point).has_value();
}

void check_finite(const Table& table, const Column& column, std::size_t row, double value) {
  if (std::isfinite(value)) return;
  throw_cell_error(table, column, row,
                   "the cell is " + format_shortest(value) +
                       "; expected a finite number (correct the row or filter it out)");
}

[[noreturn]] void throw_not_a_number(const Table& table, const Column& column, std::size_t row) {
  const std::string cell = column.text(row);
  throw_cell_error(table, column, row,
                   quote(cell) + " is not a number; " +
                       (has_decimal_comma(cell)
                            ? "write it with a decimal point and without thousands separators"
                            : "correct it, filter the row out, leave it empty if the value is "
                              "missing, or name the column in 'categorical'"));
}

// Distinct values with a code per row, -1 where missing; in no particular order.
Levels distinct_texts(const Column& column, std::span<const std::size_t> rows) {
  Levels result;
  std::vector<std::int64_t> code_of_level(column.levels.size(), -1);
  for (const std::size_t row : rows) {
    if (column.codes[row] < 0) {
      result.codes.push_back(-1);
      continue;
    }
    const auto level = static_cast<std::size_t>(column.codes[row]);
    if (code_of_level[level] < 0) {
      code_of_level[level] = static_cast<std::int64_t>(result.names.size());
      result.names.push_back(column.levels[level]);
    }
    result.codes.push_back(code_of_level[level]);
  }
  return result;
}

Levels distinct_numbers(const Table& table, const Column& column,
                        std::span<const std::size_t> rows) {
  const std::vector<double> values = read_numbers(table, column, rows);
  std::vector<double> distinct;
  std::copy_if(values.begin(), values.end(), std::back_inserter(distinct),
               [](double value) { return !std::isnan(value); });
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  Levels result;
  for (const double value : distinct) result.names.push_back(format_shortest(value));
  for (const double value : values) {
    const auto found = std::lower_bound(distinct.begin(), distinct.end(), value);
    result.codes.push_back(std::isnan(value) ? -1 : found - distinct.begin());
  }
  return result;
}

void sort_levels(Levels& levels) {
  std::vector<double> values;
  for (const std::string& name : levels.names) {
    const auto number = parse_number(name);
    if (!number || std::isnan(*number)) break;
    values.push_back(*number);
  }
  const bool all_numbers = values.size() == levels.names.size();
  std::vector<std::size_t> order(levels.names.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    if (all_numbers && values[a] != values[b]) return values[a] < values[b];
    return levels.names[a] < levels.names[b];
  });
  std::vector<std::string> sorted(order.size());
  std::vector<std::int64_t> new_code(order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    sorted[i] = std::move(levels.names[order[i]]);
    new_code[order[i]] = static_cast<std::int64_t>(i);
  }
  levels.names = std::move(sorted);
  for (std::int64_t& code : levels.codes) {
    if (code >= 0) code = new_code[static_cast<std::size_t>(code)];
  }
}

}  // namespace

void throw_cell_error(const Table& table, const Column& column, std::size_t row,
                      const std::string& message) {
  const auto position = &column - table.columns.data() + 1;
  throw InputError({table.source, table.line_of_row[row]},
                   "column " + quote(column.name) + " (" + std::to_string(position) + " of " +
                       std::to_string(table.columns.size()) + "): " + message);
}

std::vector<std::optional<double>> level_numbers(const Column& column) {
  std::vector<std::optional<double>> result(column.levels.size());
  std::transform(column.levels.begin(), column.levels.end(), result.begin(),
                 [](const std::string& level) { return parse_number(level); });
  return result;
}

std::vector<double> read_numbers(const Table& table, const Column& column,
                                 std::span<const std::size_t> rows) {
  const std::vector<std::optional<double>> numbers = level_numbers(column);
  std::vector<double> result;
  result.reserve(rows.size());
  for (const std::size_t row : rows) {
    if (column.is_missing(row)) {
      result.push_back(std::numeric_limits<double>::quiet_NaN());
      continue;
    }
    const std::optional<double> value = column.type == ColumnType::numeric
                                            ? column.numbers[row]
                                            : numbers[static_cast<std::size_t>(column.codes[row])];
    if (!value) throw_not_a_number(table, column, row);
    check_finite(table, column, row, *value);
    result.push_back(*value);
  }
  return result;
}

ColumnSummary summarize(const Column& column, std::span<const std::size_t> rows) {
  ColumnSummary result;
  if (column.type == ColumnType::numeric) {
    std::size_t first = Column::npos;
    for (const std::size_t row : rows) {
      if (column.is_missing(row)) continue;
      ++result.filled;
      if (first == Column::npos) first = row;
      // A NaN differs from every value, as it should: it must be reported, not left out.
      if (column.numbers[row] != column.numbers[first]) result.distinct = 2;
    }
    result.distinct = std::max<std::size_t>(result.distinct, result.filled > 0 ? 1 : 0);
    result.numbers = result.meant_as_numbers = result.filled;
    return result;
  }
  std::vector<std::size_t> count(column.levels.size());
  for (const std::size_t row : rows) {
    if (column.codes[row] >= 0) ++count[static_cast<std::size_t>(column.codes[row])];
  }
  for (std::size_t level = 0; level < count.size(); ++level) {
    if (count[level] == 0) continue;
    ++result.distinct;
    result.filled += count[level];
    const bool number = parse_number(column.levels[level]).has_value();
    if (number) result.numbers += count[level];
    if (number || has_decimal_comma(column.levels[level])) result.meant_as_numbers += count[level];
  }
  return result;
}

Levels read_levels(const Table& table, const Column& column, std::span<const std::size_t> rows,
                   bool name_missing) {
  Levels levels = column.type == ColumnType::text ? distinct_texts(column, rows)
                                                  : distinct_numbers(table, column, rows);
  if (name_missing &&
      std::find(levels.codes.begin(), levels.codes.end(), -1) != levels.codes.end()) {
    const auto found = std::find(levels.names.begin(), levels.names.end(), "missing");
    const std::int64_t code = found - levels.names.begin();
    if (found == levels.names.end()) levels.names.emplace_back("missing");
    std::replace(levels.codes.begin(), levels.codes.end(), std::int64_t{-1}, code);
  }
  sort_levels(levels);
  return levels;
}

}  // namespace memlaw
