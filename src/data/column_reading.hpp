// From the cells of a table to the numbers of a dataset: checked numbers and category levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memlaw/data/table.hpp"

namespace memlaw {

// Throws InputError "file:line: column 'x' (3): message".
[[noreturn]] void throw_cell_error(const Table& table, const Column& column, std::size_t row,
                                   const std::string& message);

// The number each level spells, if it does. Empty for numeric columns.
std::vector<std::optional<double>> level_numbers(const Column& column);

// One finite number per row; NaN only where the cell is empty. InputError for text, NaN and
// infinities.
std::vector<double> read_numbers(const Table& table, const Column& column,
                                 std::span<const std::size_t> rows);

// What the cells of a column look like on some rows.
struct ColumnSummary {
  std::size_t filled = 0;  // cells that are not empty
  std::size_t numbers = 0;
  // Numbers, and texts that would be numbers with a decimal point for their comma.
  std::size_t meant_as_numbers = 0;
  std::size_t distinct = 0;  // texts; for numeric columns 0, 1 or 2 (more than one)
};
ColumnSummary summarize(const Column& column, std::span<const std::size_t> rows);

// The distinct values of a column on some rows, as texts.
struct Levels {
  std::vector<std::string> names;   // sorted: by value when all are numbers, else by text
  std::vector<std::int64_t> codes;  // per row, index into names; -1 where the cell is empty
};
// With `name_missing`, empty cells get a level of their own, "missing". InputError for NaN and
// infinite cells.
Levels read_levels(const Table& table, const Column& column, std::span<const std::size_t> rows,
                   bool name_missing);

}  // namespace memlaw
