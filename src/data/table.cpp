#include "memlaw/data/table.hpp"

#include <algorithm>
#include <cmath>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {

bool Column::is_missing(std::size_t row) const {
  if (type == ColumnType::text) return codes[row] < 0;
  return std::isnan(numbers[row]) && !std::binary_search(nan_rows.begin(), nan_rows.end(), row);
}

std::string Column::text(std::size_t row) const {
  if (is_missing(row)) return "";
  if (type == ColumnType::text) return levels[static_cast<std::size_t>(codes[row])];
  return format_shortest(numbers[row]);
}

const Column* Table::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const Column& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

const Column& Table::at(std::string_view name) const {
  if (const Column* column = find(name)) return *column;
  const std::vector<std::string> known = names();
  std::string message = "has no column " + quote(name) + "; ";
  if (const std::string near = nearest(name, known); !near.empty()) {
    message += "did you mean " + quote(near) + "?";
  } else {
    message += "its columns are:";
    constexpr std::size_t kMaxNames = 30;
    for (std::size_t i = 0; i < std::min(known.size(), kMaxNames); ++i) {
      message += (i == 0 ? " " : ", ") + known[i];
    }
    if (known.size() > kMaxNames) message += ", ...";
  }
  throw InputError({source}, message);
}

std::vector<std::string> Table::names() const {
  std::vector<std::string> result;
  result.reserve(columns.size());
  for (const Column& column : columns) result.push_back(column.name);
  return result;
}

}  // namespace memlaw
