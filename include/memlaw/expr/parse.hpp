// Reading formulas: single infix expressions, and expression files.
//
// Grammar of an expression (whitespace is free; everything is case-sensitive):
//   sum      = product { ("+" | "-") product }
//   product  = unary { ("*" | "/") unary }
//   unary    = "-" unary | power
//   power    = primary [ "^" unary ]                      right associative; -x^2 is -(x^2)
//   primary  = number | name | call | category | "(" sum ")"
//   call     = operator-name "(" sum [ "," sum ] ")"
//   category = "c" "[" name ":" level "=" number { "," level "=" number } "]"
//   name     = identifier | "`" any text "`"              level = identifier | '"' any text '"'
//   number   = digits [ "." digits ] [ exponent ] | "." digits [ exponent ] | "nan" | "inf"
// A "-" directly before a number literal that is not followed by "^" is part of the number. Inside
// quotes the quote itself is doubled. `let`, `variable`, `nan` and `inf` are names only in
// backquotes. A number of a category leaf may have a sign. "#" begins a comment.
//
// Expression file:
//   variable NAME "unit"                       numeric; the unit may be left out, here and below
//   variable NAME {level, level, ...}          categorical
//   let NAME = expression                      substituted where it is used later
//   TARGET "unit" = expression                 the result; last statement of the file
// Every statement begins on a line of its own; an expression may continue on the lines after it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "memlaw/expr/expression.hpp"
#include "memlaw/expr/variables.hpp"

namespace memlaw {

// A formula with everything needed to use it elsewhere.
struct Formula {
  std::string target;       // name of what it predicts
  std::string target_unit;  // "bytes"
  Variables variables;      // in the order declared
  Expression expression;    // over `variables`
  bool operator==(const Formula&) const = default;
};

// Brackets, signs or powers inside each other beyond this are refused with an InputError. The parser
// recurses once per bracket, and this many fit a stack of 2 MiB even in an instrumented build.
inline constexpr std::size_t max_nesting = 200;

// Parses one expression over known variables. A category leaf must name every level of its feature
// or an InputError says which is missing. InputError carries line, column, the offending text and
// what was expected; an unknown name gets the nearest known one.
Expression parse_expression(std::string_view text, const Variables& variables,
                            const std::string& source = "<expression>");

// Parses one expression whose variables are not declared: each unknown identifier becomes a numeric
// variable, in order of appearance, each category leaf a categorical one with the levels it lists.
// The target is named "y".
Formula parse_free_expression(std::string_view text, const std::string& source = "<expression>");

// Substituted `let`s may grow a formula to a million nodes, all of one text together, not further.
Formula parse_formula(std::string_view text, const std::string& source);
Formula read_formula(const std::filesystem::path& path);

// Rewrites `formula.expression` over another list of variables (a dataset's): matches by name,
// translates levels by name. Levels of `variables` the formula does not list get NaN as their
// constant, so that rows with such a level are predicted as NaN and reported. InputError when a
// variable that the expression uses is missing there or has another type.
Expression bind(const Formula& formula, const Variables& variables);

}  // namespace memlaw
