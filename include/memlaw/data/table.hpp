// A table as read from a CSV file: named columns of numbers or of text, before anyone has said what
// is a feature and what is the target.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

// A column is numeric when every cell that is not empty parses as a number ("nan" and "inf" are
// numbers here; make_dataset() refuses them), else text. A column of empty cells only is numeric.
enum class ColumnType { numeric, text };

struct Column {
  static constexpr std::size_t npos = std::numeric_limits<std::size_t>::max();

  std::string name;
  ColumnType type = ColumnType::numeric;
  // numeric: one value per row, NaN where the cell is empty. Empty vector for text columns.
  std::vector<double> numbers;
  // Rows, ascending, whose cell is spelled "nan": a value that went wrong, not a missing one.
  std::vector<std::size_t> nan_rows;
  // text: index into `levels` per row, -1 where the cell is empty. Empty for numeric columns.
  std::vector<std::int32_t> codes;
  std::vector<std::string> levels;  // distinct texts as spelled, in order of first appearance
  // Row of the first cell that kept the column from being numeric; npos for numeric columns.
  std::size_t first_text_row = npos;

  // The cell is empty.
  bool is_missing(std::size_t row) const;
  // The cell as text: "" when missing, numbers in shortest form.
  std::string text(std::size_t row) const;
};

struct Table {
  std::string source;                      // path, for messages
  std::vector<Column> columns;             // all of the same length, names distinct
  std::vector<std::uint32_t> line_of_row;  // line in the file where each row starts, from 1

  std::size_t rows() const { return line_of_row.size(); }
  // nullptr when absent.
  const Column* find(std::string_view name) const;
  // InputError naming the nearest existing column when absent.
  const Column& at(std::string_view name) const;
  std::vector<std::string> names() const;
};

}  // namespace memlaw
