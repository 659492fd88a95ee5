#include "memory_plan.hpp"

#include <algorithm>
#include <limits>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

std::string size_of(std::uint64_t bytes) { return format_bytes(static_cast<double>(bytes)); }

}  // namespace

std::uint64_t MemoryPlan::add(std::string_view name, std::uint64_t count,
                              std::uint64_t element_bytes, bool per_program) {
  const std::uint64_t room = most - std::max(kept_, program_) - alignment;
  if (element_bytes > 0 && count > room / element_bytes) {
    throw RunError("no device has memory for " + std::string(name) + ": " + std::to_string(count) +
                   " times " + std::to_string(element_bytes) +
                   " bytes; make search.population or search.max_size smaller");
  }
  const std::uint64_t bytes = (count * element_bytes + alignment - 1) / alignment * alignment;
  arrays_.push_back({std::string(name), count, element_bytes, per_program, bytes});
  return bytes;
}

void MemoryPlan::keep(std::string_view name, std::uint64_t count, std::uint64_t element_bytes) {
  kept_ += add(name, count, element_bytes, false);
}

void MemoryPlan::per_program(std::string_view name, std::uint64_t count,
                             std::uint64_t element_bytes) {
  program_ += add(name, count, element_bytes, true);
}

MemoryPlan::Launches MemoryPlan::fit(std::uint64_t programs, std::uint64_t available_bytes,
                                     std::uint64_t most_programs) const {
  if (programs == 0) return {0, 0, kept_};
  const std::uint64_t left = available_bytes > kept_ ? available_bytes - kept_ : 0;
  std::uint64_t at_once = std::min(programs, most_programs);
  if (program_ > 0) at_once = std::min(at_once, left / program_);
  if (kept_ > available_bytes || at_once == 0) {
    throw RunError("the search does not fit the device's memory: it needs " + size_of(kept_) +
                   " and " + size_of(program_) + " for each program of a launch, " +
                   size_of(available_bytes) + " are available\n" + report() +
                   "Make search.population, search.islands or search.max_size smaller, free "
                   "memory on the device, or search on the CPU with --device cpu");
  }
  const std::uint64_t count = (programs + at_once - 1) / at_once;
  // Launches of about equal size: none is nearly empty.
  const std::uint64_t even = (programs + count - 1) / count;
  return {even, count, kept_ + even * program_};
}

std::string MemoryPlan::report() const {
  std::size_t width = 0;
  for (const Array& array : arrays_) width = std::max(width, array.name.size());
  std::string text;
  for (const Array& array : arrays_) {
    text += "  " + array.name + std::string(width - array.name.size() + 2, ' ') +
            size_of(array.bytes) + (array.per_program ? " for each program of a launch" : "") +
            " (" + std::to_string(array.count) + " x " + std::to_string(array.element_bytes) +
            " bytes)\n";
  }
  return text;
}

}  // namespace memlaw
