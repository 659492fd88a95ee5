// The version of the memlaw library.
#pragma once

#include <string_view>

namespace memlaw {

// "MAJOR.MINOR.PATCH", from the project's CMakeLists.txt. Recorded in every run folder.
std::string_view version();

}  // namespace memlaw
