// The inputs an expression may name: numeric features, and categorical features with their levels.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

// A feature as an expression sees it. Its value on a row is one double: the number itself, or for a
// categorical feature the index of its level (0 .. levels.size()-1).
struct Variable {
  std::string name;
  std::string unit;                 // "voxels", "images", "" when none was given
  std::vector<std::string> levels;  // empty for a numeric feature
  bool is_categorical() const { return !levels.empty(); }
  bool operator==(const Variable&) const = default;
};

// Ordered list; expressions refer to features by position in it.
using Variables = std::vector<Variable>;

std::optional<std::size_t> find_variable(const Variables& variables, std::string_view name);

}  // namespace memlaw
