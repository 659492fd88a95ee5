// A table as read from a CSV file: named columns of numbers or of text, before anyone has said what
// is a feature and what is the target.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

// A column is numeric when every non-empty cell parses as a number, else text.
enum class ColumnType { numeric, text };

struct Column {
  std::string name;
  ColumnType type = ColumnType::numeric;
  // numeric: one value per row, NaN where the cell is empty. Empty vector for text columns.
  std::vector<double> numbers;
  // text: index into `levels` per row, -1 where the cell is empty. Empty for numeric columns.
  std::vector<std::int32_t> codes;
  std::vector<std::string> levels;  // distinct texts, in order of first appearance
  // First cell that kept the column from being numeric (row index and its text), for error
  // messages; row == npos for numeric columns.
  std::size_t first_text_row = npos;
  static constexpr std::size_t npos = std::numeric_limits<std::size_t>::max();

  bool is_missing(std::size_t row) const;
  // The cell as text ("" when missing; numbers in shortest form).
  std::string text(std::size_t row) const;
};

struct Table {
  std::string source;             // path, for messages
  std::vector<Column> columns;    // all of the same length
  std::vector<std::uint32_t> line_of_row;  // line in the file where each row starts, from 1
  std::size_t rows() const { return line_of_row.size(); }

  // nullptr when absent.
  const Column* find(std::string_view name) const;
  // InputError naming the nearest existing column when absent.
  const Column& at(std::string_view name) const;
  std::vector<std::string> names() const;
};

}  // namespace memlaw
