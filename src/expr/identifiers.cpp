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

// With and without a trailing f or l.
constexpr std::array math_functions = std::to_array<string_view>({"acos",        "acosh",
                                                                  "asin",        "asinh",
                                                                  "atan",        "atan2",
                                                                  "atanh",       "cbrt",
                                                                  "ceil",        "copysign",
                                                                  "cos",         "cosh",
                                                                  "drem",        "erf",
                                                                  "erfc",        "exp",
                                                                  "exp10",       "exp2",
                                                                  "expm1",       "fabs",
                                                                  "fdim",        "finite",
                                                                  "floor",       "fma",
                                                                  "fmax",        "fmin",
                                                                  "fmod",        "frexp",
                                                                  "gamma",       "hypot",
                                                                  "ilogb",       "j0",
                                                                  "j1",          "jn",
                                                                  "ldexp",       "lgamma",
                                                                  "llrint",      "llround",
                                                                  "log",         "log10",
                                                                  "log1p",       "log2",
                                                                  "logb",        "lrint",
                                                                  "lround",      "modf",
                                                                  "nan",         "nearbyint",
                                                                  "nextafter",   "nexttoward",
                                                                  "norm",        "normcdf",
                                                                  "pow",         "pow10",
                                                                  "remainder",   "remquo",
                                                                  "rhypot",      "rint",
                                                                  "rnorm",       "round",
                                                                  "roundeven",   "rsqrt",
                                                                  "scalb",       "scalbln",
                                                                  "scalbn",      "significand",
                                                                  "sin",         "sincos",
                                                                  "sincospi",    "sinh",
                                                                  "sinpi",       "cospi",
                                                                  "sqrt",        "tan",
                                                                  "tanh",        "tgamma",
                                                                  "trunc",       "y0",
                                                                  "y1",          "yn",
                                                                  "abs",         "div",
                                                                  "fpclassify",  "isfinite",
                                                                  "isgreater",   "isgreaterequal",
                                                                  "isinf",       "isless",
                                                                  "islessequal", "islessgreater",
                                                                  "isnan",       "isnormal",
                                                                  "isunordered", "signbit",
                                                                  "signgam",     "min",
                                                                  "max",         "matherr"});
// Of C and CUDA beside those of C++.
constexpr std::array c_words = std::to_array<string_view>(
    {"restrict", "typeof", "fortran", "main", "float_t", "double_t", "blockDim", "blockIdx",
     "gridDim", "threadIdx", "warpSize", "half", "complex", "imaginary", "I", "memlaw_formula"});

constexpr std::array javascript_words = std::to_array<string_view>(
    {"abstract", "arguments", "async", "await", "boolean", "break", "byte", "case", "catch", "char",
     "class", "const", "continue", "debugger", "default", "delete", "do", "double", "else", "enum",
     "eval", "export", "extends", "false", "final", "finally", "float", "for", "from", "function",
     "get", "goto", "if", "implements", "import", "in", "instanceof", "int", "interface", "let",
     "long", "native", "new", "null", "of", "package", "private", "protected", "public", "return",
     "set", "short", "static", "super", "switch", "synchronized", "this", "throw", "throws",
     "transient", "true", "try", "typeof", "undefined", "var", "void", "volatile", "while", "with",
     "yield",
     // Not keywords, but used by the exported code.
     "Infinity", "Map", "Math", "NaN", "Number", "String", "Object"});

// Beside the words of Python.
constexpr std::array numpy_words = std::to_array<string_view>(
    {"np", "numpy", "map", "dict", "list", "str", "tuple", "bool", "int", "len", "object", "zip"});
constexpr std::array sympy_words = std::to_array<string_view>(
    {"sympy", "Abs",       "Add", "Eq",       "Float",  "Integer", "Max",   "Min",
     "Mul",   "Piecewise", "Pow", "Rational", "Symbol", "acos",    "asin",  "atan",
     "cbrt",  "ceiling",   "cos", "cosh",     "E",      "exp",     "false", "floor",
     "I",     "log",       "nan", "oo",       "pi",     "root",    "sign",  "sin",
     "sinh",  "sqrt",      "tan", "tanh",     "true",   "zoo"});

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

bool is_reserved_in_c(const std::string& identifier) {
  const string_view word = identifier;
  const bool has_suffix = word.ends_with('f') || word.ends_with('l');
  return is_reserved_in_cpp(identifier) || contains(c_words, word) ||
         contains(math_functions, word) ||
         (has_suffix && contains(math_functions, word.substr(0, word.size() - 1)));
}

bool is_reserved_in_cuda(const std::string& identifier) { return is_reserved_in_c(identifier); }

bool is_reserved_in_javascript(const std::string& identifier) {
  return contains(javascript_words, identifier);
}

bool is_reserved_in_numpy(const std::string& identifier) {
  return is_reserved_in_python(identifier) || contains(numpy_words, identifier);
}

bool is_reserved_in_sympy(const std::string& identifier) {
  return is_reserved_in_python(identifier) || contains(sympy_words, identifier);
}

bool is_reserved_in_python(const std::string& identifier) {
  return contains(python_words, identifier);
}

}  // namespace memlaw
