#include "memlaw/data/filter.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

enum class Comparison { equal, not_equal, less, less_equal, greater, greater_equal, in };

struct Condition {
  std::string column;
  Comparison comparison = Comparison::equal;
  std::vector<std::string> values;  // one, or several for `in`
};

constexpr std::string_view kExpected =
    "expected COLUMN OP VALUE with OP one of == != < <= > >= in, such as \"status == ok\"";

[[noreturn]] void fail(std::string_view condition, const std::string& message) {
  throw InputError({"where"}, quote(condition, 120) + ": " + message);
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Position of the first character at or after `from`, outside quotes, for which `match(position)`
// holds; size() when there is none. A quote opens only where a word starts, so that the apostrophe
// in "size's" is a letter.
template <typename Match>
std::size_t find_outside_quotes(std::string_view text, std::size_t from, Match match) {
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if ((c == '"' || c == '\'') && trim(text.substr(from, i - from)).empty()) {
      const std::size_t close = text.find(c, i + 1);
      if (close == std::string_view::npos) fail(text, "a quote is not closed");
      i = close;
    } else if (match(i)) {
      return i;
    }
  }
  return text.size();
}

std::string unquoted(std::string_view condition, std::string_view text, const char* what) {
  text = trim(text);
  if (text.starts_with('"') || text.starts_with('\'')) {
    if (text.find(text.front(), 1) != text.size() - 1) {
      fail(condition, "a quoted word is not closed, or text follows it");
    }
    return std::string(text.substr(1, text.size() - 2));
  }
  if (text.empty()) {
    fail(condition, std::string(what) + " is missing; " + std::string(kExpected));
  }
  return std::string(text);
}

struct Operator {
  std::string_view text;
  Comparison comparison;
};
// Longer spellings first.
constexpr Operator kOperators[] = {
    {"==", Comparison::equal},      {"!=", Comparison::not_equal},
    {"<=", Comparison::less_equal}, {">=", Comparison::greater_equal},
    {"<", Comparison::less},        {">", Comparison::greater},
};

const Operator* symbol_at(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position);
  const auto found = std::find_if(std::begin(kOperators), std::end(kOperators),
                                  [&](const Operator& op) { return rest.starts_with(op.text); });
  return found == std::end(kOperators) ? nullptr : found;
}

bool word_in_at(std::string_view text, std::size_t position) {
  return position > 0 && text.substr(position, 2) == "in" && position + 2 < text.size() &&
         (is_blank(text[position - 1]) || text[position - 1] == '"' ||
          text[position - 1] == '\'') &&
         is_blank(text[position + 2]);
}

Condition parse_condition(std::string_view text) {
  const std::size_t position = find_outside_quotes(text, 0, [&](std::size_t i) {
    return symbol_at(text, i) != nullptr || text[i] == '=' || word_in_at(text, i);
  });
  if (position == text.size()) fail(text, "has no operator; " + std::string(kExpected));
  Condition condition;
  condition.column = unquoted(text, text.substr(0, position), "the column");
  const Operator* symbol = symbol_at(text, position);
  if (symbol != nullptr) {
    condition.comparison = symbol->comparison;
    condition.values = {unquoted(text, text.substr(position + symbol->text.size()), "the value")};
    if (condition.values[0].starts_with('=')) fail(text, std::string(kExpected));
    return condition;
  }
  if (text[position] == '=') fail(text, "'=' is not an operator; write '=='");
  condition.comparison = Comparison::in;
  for (std::size_t begin = position + 2; begin <= text.size();) {
    const std::size_t end =
        find_outside_quotes(text, begin, [&](std::size_t i) { return text[i] == ','; });
    condition.values.push_back(unquoted(text, text.substr(begin, end - begin), "a value"));
    begin = end + 1;
  }
  return condition;
}

// Calls `keep(row)` for each row and removes those it refuses.
template <typename Keep>
void keep_rows(std::vector<std::size_t>& rows, Keep keep) {
  std::erase_if(rows, [&](std::size_t row) { return !keep(row); });
}

void apply_to_text(std::string_view text, const Condition& condition, const Column& column,
                   std::vector<std::size_t>& rows) {
  const bool is_not_equal = condition.comparison == Comparison::not_equal;
  if (!is_not_equal && condition.comparison != Comparison::equal &&
      condition.comparison != Comparison::in) {
    fail(text, "column " + quote(column.name) + " is text; expected ==, != or in");
  }
  std::vector<bool> accepted(column.levels.size());
  for (std::size_t level = 0; level < accepted.size(); ++level) {
    const bool listed = std::find(condition.values.begin(), condition.values.end(),
                                  column.levels[level]) != condition.values.end();
    accepted[level] = listed != is_not_equal;
  }
  keep_rows(rows, [&](std::size_t row) {
    const std::int32_t code = column.codes[row];
    return code < 0 ? is_not_equal : static_cast<bool>(accepted[static_cast<std::size_t>(code)]);
  });
}

void apply_to_numbers(std::string_view text, const Condition& condition, const Column& column,
                      std::vector<std::size_t>& rows) {
  std::vector<double> values;
  for (const std::string& value : condition.values) {
    const auto number = parse_number(value);
    if (!number || !std::isfinite(*number)) {
      fail(text, "column " + quote(column.name) + " is numeric; expected a number instead of " +
                     quote(value));
    }
    values.push_back(*number);
  }
  // Comparisons with NaN, an empty cell, are false except !=.
  const double value = values.front();
  const std::vector<double>& x = column.numbers;
  switch (condition.comparison) {
    case Comparison::equal:
      return keep_rows(rows, [&](std::size_t row) { return x[row] == value; });
    case Comparison::not_equal:
      return keep_rows(rows, [&](std::size_t row) { return x[row] != value; });
    case Comparison::less:
      return keep_rows(rows, [&](std::size_t row) { return x[row] < value; });
    case Comparison::less_equal:
      return keep_rows(rows, [&](std::size_t row) { return x[row] <= value; });
    case Comparison::greater:
      return keep_rows(rows, [&](std::size_t row) { return x[row] > value; });
    case Comparison::greater_equal:
      return keep_rows(rows, [&](std::size_t row) { return x[row] >= value; });
    case Comparison::in:
      return keep_rows(rows, [&](std::size_t row) {
        return std::find(values.begin(), values.end(), x[row]) != values.end();
      });
  }
}

}  // namespace

std::vector<std::size_t> filter_rows(const Table& table,
                                     const std::vector<std::string>& conditions) {
  std::vector<std::size_t> rows(table.rows());
  std::iota(rows.begin(), rows.end(), std::size_t{0});
  for (const std::string& text : conditions) {
    const Condition condition = parse_condition(text);
    const Column& column = table.at(condition.column);
    if (column.type == ColumnType::text) {
      apply_to_text(text, condition, column, rows);
    } else {
      apply_to_numbers(text, condition, column, rows);
    }
  }
  return rows;
}

}  // namespace memlaw
