// Whether a device computes, bit for bit, what the CPU computes.
#pragma once

#include <cstdint>
#include <vector>

#include "memlaw/expr/operators.hpp"

namespace memlaw {

struct SelfCheck {
  // One operator at one pair of arguments, which are exact in double whatever the precision.
  struct Difference {
    Op op;
    bool single_precision;
    enum class Of { value, da, db } of;  // the derivatives are by the first and second argument
    double a, b;
    double cpu, device;
  };
  std::uint64_t compared = 0;           // numbers
  std::vector<Difference> differences;  // the first of each operator and precision
  // sin and cos beyond 1e6 are left to each machine's library, so that they may differ. Counted
  // apart, with the largest difference.
  std::uint64_t library_compared = 0;
  std::uint64_t library_differences = 0;
  double largest_library_difference = 0.0;
  // The threads of a block exchange numbers as they should.
  bool exchanges = true;

  bool passed() const { return differences.empty() && exchanges; }
};

// Checks the device with this index with this many pairs of arguments for each operator and
// precision. RunError when this program was built without CUDA or the device fails.
SelfCheck check_device(int index, std::size_t arguments = 100000);

}  // namespace memlaw
