// Row filters: "status == ok", "batch_size_images >= 2", "dtype != float64", "levels in 2, 3, 4".
#pragma once

#include <string>
#include <vector>

#include "memlaw/data/table.hpp"

namespace memlaw {

// Indices of the rows for which every condition holds. Condition: COLUMN OP VALUE with OP one of
// == != < <= > >= in. Text columns allow == != in only. A value may be quoted. A missing cell
// satisfies no condition except `!=`. InputError names the condition and what was expected.
std::vector<std::size_t> filter_rows(const Table& table, const std::vector<std::string>& conditions);

}  // namespace memlaw
