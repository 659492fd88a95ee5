// Row filters: "status == ok", "batch_size_images >= 2", "dtype != float64", "levels in 2, 3, 4".
//
// Condition: COLUMN OP VALUE with OP one of == != < <= > >= in; `in` takes a list separated by
// commas. Names and values may be quoted with ' or " (needed when they hold an operator or a
// comma). The first operator outside quotes counts. A numeric column compares as numbers, a text
// column as text and with == != in only. An empty cell satisfies no condition except `!=`.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "memlaw/data/table.hpp"

namespace memlaw {

// Indices, ascending, of the rows for which every condition holds; all rows when there is none.
// InputError, naming the condition and what was expected, for: no operator, unknown column (nearest
// name given), value missing, value not a finite number for a numeric column, order comparison of a
// text column, unterminated quote.
std::vector<std::size_t> filter_rows(const Table& table,
                                     const std::vector<std::string>& conditions);

}  // namespace memlaw
