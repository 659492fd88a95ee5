// Names of variables, levels and targets as identifiers of a programming language.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>

namespace memlaw {

// Gives out identifiers of one namespace of the exported text: letters, digits and single
// underscores, beginning with a letter, never reserved, never the same twice.
class Identifiers {
 public:
  explicit Identifiers(std::function<bool(const std::string&)> is_reserved)
      : is_reserved_(std::move(is_reserved)) {}

  // An identifier as near to `wanted` as possible; `fallback` when nothing of it can be used.
  std::string add(std::string_view wanted, std::string_view fallback);

 private:
  std::function<bool(const std::string&)> is_reserved_;
  std::set<std::string> used_;
};

// "peak_bytes" to "PeakBytes".
std::string camel_case(std::string_view identifier);

// Words that a language keeps for itself or that exported code uses: in C++ keywords up to C++20,
// macros and names that <cmath> may define; in C and CUDA, where the functions of <math.h> have no
// namespace, these as well.
bool is_reserved_in_cpp(const std::string& identifier);
bool is_reserved_in_c(const std::string& identifier);
bool is_reserved_in_cuda(const std::string& identifier);
bool is_reserved_in_python(const std::string& identifier);
bool is_reserved_in_numpy(const std::string& identifier);
bool is_reserved_in_sympy(const std::string& identifier);
bool is_reserved_in_javascript(const std::string& identifier);

}  // namespace memlaw
