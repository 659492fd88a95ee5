#include "identifiers.hpp"

#include <algorithm>
#include <array>

namespace memlaw {
namespace {

using std::string_view;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::array cpp_words = std::to_array<string_view>(
    {"alignas", "alignof", "and", "and_eq", "asm", "auto", "bitand", "bitor", "bool", "break",
     "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return",
     "co_yield", "compl", "concept", "const", "const_cast", "consteval", "constexpr", "constinit",
     "continue", "decltype", "default", "delete", "do", "double", "dynamic_cast", "else", "enum",
     "explicit", "export", "extern", "false", "float", "for", "friend", "goto", "if", "inline",
     "int", "long", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "nullptr",
     "operator", "or", "or_eq", "private", "protected", "public", "register", "reinterpret_cast",
     "requires", "return", "short", "signed", "sizeof", "static", "static_assert", "static_cast",
     "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef",
     "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t",
     "while", "xor", "xor_eq",
     // Not keywords, but used here or defined as macros by <cmath> or the compiler.
     "std", "NAN", "INFINITY", "NULL", "DOMAIN", "SING", "OVERFLOW", "UNDERFLOW", "PLOSS", "TLOSS",
     "HUGE", "MAXFLOAT", "errno", "i386", "linux", "unix"});
constexpr std::array cpp_prefixes =
    std::to_array<string_view>({"memlaw_", "M_", "FP_", "MATH_", "math_err", "HUGE_VAL", "SNAN"});

constexpr std::array python_words = std::to_array<string_view>(
    {"False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue",
     "def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import",
     "in", "is", "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while",
     "with", "yield",
     // Not keywords, but used by the exported code.
     "abs", "float", "hasattr", "math", "print", "repr", "row", "rows", "missing", "csv", "sys",
     "OverflowError", "ValueError"});

template <std::size_t n>
bool contains(const std::array<string_view, n>& words, string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

std::string Identifiers::add(string_view wanted, string_view fallback) {
  std::string name;
  for (const char c : wanted) {
    if (is_letter(c) || is_digit(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty()) name = fallback;
  if (is_digit(name[0])) name = std::string(fallback) + name;
  std::string unique = is_reserved_(name) ? name + "_value" : name;
  // A number may make a reserved name of one that is not: "M" is free, all that begins with "M_" is
  // not. Nothing reserved begins with "value_".
  const bool needs_prefix = is_reserved_(name) || is_reserved_(name + "_2");
  for (int i = 2; is_reserved_(unique) || !used_.insert(unique).second; ++i) {
    unique = (needs_prefix ? "value_" : "") + name + "_" + std::to_string(i);
  }
  return unique;
}

std::string camel_case(string_view identifier) {
  std::string result;
  bool upper = true;
  for (const char c : identifier) {
    if (c == '_') {
      upper = true;
      continue;
    }
    result += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = false;
  }
  return result;
}

bool is_reserved_in_cpp(const std::string& identifier) {
  return contains(cpp_words, identifier) ||
         std::any_of(cpp_prefixes.begin(), cpp_prefixes.end(),
                     [&](string_view prefix) { return identifier.starts_with(prefix); });
}

bool is_reserved_in_python(const std::string& identifier) {
  return contains(python_words, identifier);
}

}  // namespace memlaw
