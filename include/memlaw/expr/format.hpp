// Writing formulas: infix, C, C++, CUDA, LaTeX, MathML, Python, NumPy, JavaScript, SymPy, JSON,
// ONNX.
//
// Numbers are written in their shortest round-trip form (in LaTeX and MathML as well unless
// `digits` is given), so that every exported form computes what `memlaw predict` computes. Sums are
// written as the tree stands; nothing is simplified here. Names and levels may be any text: what a
// format cannot spell is mangled (C++, Python) or escaped. Category leaves must have one constant
// for each level of their variable. Expressions may be of any depth; no function here recurses. All
// are safe to call concurrently.
#pragma once

#include <string>
#include <string_view>

#include "memlaw/expr/exported_model.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw {

// parse_expression(format_infix(e, v), v) == e for every e and v with distinct names, as long as
// the text nests brackets no deeper than max_nesting.
std::string format_infix(const Expression& expression, const Variables& variables);

// The whole expression file: variable declarations and the result line. read back by parse_formula
// to an equal Formula. `comment` lines are written first, each after "# ".
std::string format_formula(const Formula& formula, const std::string& comment = "");

// A C++11 header that needs only <cmath>: enums for categorical features and a function template in
// namespace memlaw_formula, `<target>(double a, ..., <enum> b)`, which computes in double, and in
// float as `<target><float>(...)`; constexpr from C++14 on where no operator needs the library.
// Names that are C++ keywords or not identifiers are mangled, units are in the comments. Several
// such headers may be included together when their targets differ. An enumerator's value that does
// not exist gives NaN.
std::string format_cpp(const ExportedModel& model);
std::string format_cpp(const Formula& formula, const std::string& comment = "");

// The same for nvcc: the functions are __host__ __device__. Other compilers see plain C++.
std::string format_cuda(const ExportedModel& model);

// A C99 header that needs only <math.h>: enumerations, `static inline double <target>(...)` and
// `static inline float <target>_float(...)`. It may be included in C++.
std::string format_c(const ExportedModel& model);

// A Python 3 module without imports beyond math: one function with keyword arguments, categorical
// features as strings; IEEE semantics (division by zero gives inf, not an exception). Run as a
// script it reads CSV with a header from standard input and prints one prediction per line. A level
// that does not exist gives NaN.
std::string format_python(const ExportedModel& model);
std::string format_python(const Formula& formula, const std::string& comment = "");

// The same for NumPy: arguments are numbers (texts for categories) or arrays, which are broadcast.
std::string format_numpy(const ExportedModel& model);

// An ES module that exports one function; categorical features are strings, and a level that does
// not exist gives NaN.
std::string format_javascript(const ExportedModel& model);

struct TexOptions {
  int digits = 0;         // significant digits of constants; 0: shortest round trip
  bool document = false;  // a complete \documentclass{article} that pdflatex compiles
};
// An align* environment of amsmath. Lines break between terms; parts wider than a line get names
// and equations of their own, and so do category constants, as cases.
std::string format_latex(const Formula& formula, const TexOptions& options = {});

// Any text in LaTeX's text mode: special characters escaped, and what pdflatex cannot typeset
// without packages written as [U+65E5].
std::string latex_text(std::string_view text);

// One <math display="block"> element, laid out like format_latex.
std::string format_mathml(const Formula& formula, int digits = 0);

}  // namespace memlaw
