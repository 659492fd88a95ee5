// What tuning chose, and what it cost.
#pragma once

#include "memlaw/report/results.hpp"
#include "text_table.hpp"

namespace memlaw {

// One row per model that was tuned: configurations tried and seconds (medians over the splits), and
// for each setting the value chosen most often with the number of splits that chose it. No rows
// when nothing was tuned.
TextTable tuning_table(const Results& results);

}  // namespace memlaw
