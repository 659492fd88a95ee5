// Writing formulas: infix, C++, LaTeX, MathML, Python.
//
// Numbers are written in their shortest round-trip form (in LaTeX and MathML as well unless `digits`
// is given), so that every exported form computes what `memlaw predict` computes. Sums are written
// as the tree stands; nothing is simplified here.
#pragma once

#include <string>

#include "memlaw/expr/parse.hpp"

namespace memlaw {

// parse_expression(format_infix(e, v), v) == e for every e and v.
std::string format_infix(const Expression& expression, const Variables& variables);

// The whole expression file: variable declarations and the result line. read back by parse_formula
// to an equal Formula. `comment` lines are written first, each after "# ".
std::string format_formula(const Formula& formula, const std::string& comment = "");

// A C++11 header that needs only <cmath>: enums for categorical features and one inline function
// `double <target>(double a, ..., <enum> b)` in namespace memlaw_formula; names that are C++
// keywords or not identifiers are mangled, units are in the comments.
std::string format_cpp(const Formula& formula, const std::string& comment = "");

// A Python 3 module without imports beyond math: one function with keyword arguments, categorical
// features as strings; IEEE semantics (division by zero gives inf, not an exception). Run as a
// script it reads CSV with a header from standard input and prints one prediction per line.
std::string format_python(const Formula& formula, const std::string& comment = "");

struct TexOptions {
  int digits = 0;         // significant digits of constants; 0: shortest round trip
  bool document = false;  // a complete \documentclass{article} that pdflatex compiles
};
std::string format_latex(const Formula& formula, const TexOptions& options = {});

// One <math display="block"> element.
std::string format_mathml(const Formula& formula, int digits = 0);

}  // namespace memlaw
