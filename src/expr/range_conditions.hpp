// The training range as conditions of a programming language.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "memlaw/expr/exported_model.hpp"

namespace memlaw {

// Of levels of bounds: 1 - 0.05 is not 0.95.
inline constexpr double level_tolerance = 1e-12;

// How a language says it.
struct RangeWords {
  std::function<std::string(double)> number;
  std::function<std::string(std::size_t feature)> name;  // of a numeric feature
  std::function<std::string(std::size_t feature)> log;   // "std::log(side)"
  // Whether a categorical feature has one of the levels that were seen.
  std::function<std::string(std::size_t feature, const std::vector<bool>& seen)> any_level;
  // "low <= x and x <= high"
  std::function<std::string(const std::string&, const std::string&)> both;
};

// All of them hold inside. No condition is a comparison joined to another without brackets, except
// by `both`.
std::vector<std::string> range_conditions(const ExportedRange& range, const RangeWords& words);

// `conditions` with `separator` between them, or `always` when there are none.
std::string join(const std::vector<std::string>& conditions, const std::string& separator,
                 const std::string& always);

}  // namespace memlaw
