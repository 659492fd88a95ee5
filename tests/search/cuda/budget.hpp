// The resources that ptxas gives to kernels, held against a table of what they may take.
//
// More registers mean fewer threads at a time; a stack frame or spills mean that what should be in
// registers is in memory. All of that is known when a kernel is compiled, without a device.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace memlaw::budget {

struct Resources {
  int registers = 0;     // of a thread
  int stack_bytes = 0;   // of a thread
  int spill_bytes = 0;   // of a thread: stores and loads together
  int shared_bytes = 0;  // of a block, without what a launch adds
};

// By kernel and architecture: {"ApplyOperator<double>", "sm_90"}.
using Kernel = std::pair<std::string, std::string>;
using Table = std::map<Kernel, Resources>;

// What `ptxas -v` said while it compiled one file, read into `table`. std::runtime_error for text
// that is not understood, so that another version of ptxas does not pass unread.
void read_log(std::string_view log, Table& table);

// The committed table: lines of kernel, architecture, registers, stack, spills and shared bytes,
// separated by blanks; "#" starts a comment; one line "toolkit MAJOR.MINOR" says which ptxas the
// figures are of. std::runtime_error with the line's number.
struct Budget {
  std::string toolkit;
  Table table;
};
Budget read_budget(std::string_view text);
std::string write_budget(const Budget& budget);

// One sentence for every figure past the budget, every kernel that is not listed, and every line of
// the budget whose kernel is gone.
std::vector<std::string> compare(const Table& measured, const Table& allowed);

}  // namespace memlaw::budget
