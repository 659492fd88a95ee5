// The summary over splits as a table.
#pragma once

#include "memlaw/report/results.hpp"
#include "text_table.hpp"

namespace memlaw {

TextTable summary_table(const Results& results);

}  // namespace memlaw
