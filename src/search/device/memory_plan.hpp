// What a search needs of a device's memory, known before it starts.
//
// Some arrays live for the whole search; others serve the programs of one launch, so that a large
// population is worked off in several launches when they do not fit at once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

class MemoryPlan {
 public:
  struct Array {
    std::string name;
    std::uint64_t count = 0;  // elements; 1 for a launch's program
    std::uint64_t element_bytes = 0;
    bool per_program = false;  // of one launch
    std::uint64_t bytes = 0;   // all of it, or that of one program; a multiple of `alignment`
  };
  // What an allocation is rounded up to.
  static constexpr std::uint64_t alignment = 256;

  // An array for the whole search. RunError that names it when its size overflows 64 bits.
  void keep(std::string_view name, std::uint64_t count, std::uint64_t element_bytes);
  // Bytes that each program of a launch needs.
  void per_program(std::string_view name, std::uint64_t count, std::uint64_t element_bytes);

  const std::vector<Array>& arrays() const { return arrays_; }
  std::uint64_t kept_bytes() const { return kept_; }
  std::uint64_t program_bytes() const { return program_; }

  struct Launches {
    std::uint64_t programs = 0;  // of a launch, at most
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;  // of everything together
  };
  // As many programs a launch as `available_bytes` and `most_programs` (a limit of the grid) allow.
  // RunError with the bytes of every array, what is available, and which options make it smaller,
  // when not even one program fits.
  Launches fit(std::uint64_t programs, std::uint64_t available_bytes,
               std::uint64_t most_programs) const;

  // One line an array, then the sums.
  std::string report() const;

 private:
  std::uint64_t add(std::string_view name, std::uint64_t count, std::uint64_t element_bytes,
                    bool per_program);

  std::vector<Array> arrays_;
  std::uint64_t kept_ = 0;
  std::uint64_t program_ = 0;
};

// The share of a device's free memory that a plan may use; the rest is for the driver, local memory
// of kernels and whatever else runs.
inline constexpr double usable_share = 0.9;

// Calls f(first, n) for parts of 0 .. count - 1 of at most `limit`, in order.
template <class F>
void for_each_part(std::uint64_t count, std::uint64_t limit, F f) {
  for (std::uint64_t first = 0; first < count; first += limit)
    f(first, count - first < limit ? count - first : limit);
}

// Blocks of a grid, in its first dimension.
inline constexpr std::uint64_t grid_limit = 0x7fffffff;

}  // namespace memlaw
