// "Did you mean ...?" for names the user typed.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace memlaw {

// The candidate with the least Damerau-Levenshtein distance to `name`, or "" when none is near
// (more than half of the longer length away).
std::string nearest(std::string_view name, std::span<const std::string> candidates);

}  // namespace memlaw
