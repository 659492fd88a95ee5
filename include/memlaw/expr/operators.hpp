// The one operator table.
//
// Everything memlaw knows about an operator stands in `operators()`: spelling, arity, precedence,
// complexity cost, scalar meaning, and its C++, LaTeX, MathML and Python forms (the derivative and
// the interval rule of each operator are found by the same enum in derivative.hpp and
// interval.hpp; a coverage test walks this table over all of them).
//
// Semantics are those of IEEE 754: no operator is "protected". 1/0 is infinity, log(-1) is NaN, and
// a formula that is not finite on a training row has infinite loss. min and max are
//   min(a, b) = a < b || a != a ? a : b        max(a, b) = a > b || a != a ? a : b
// so a NaN on either side makes the result NaN, and of two zeros the second one is taken. That is a
// compare and a select on every machine, and it is what each exported form computes.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace memlaw {

// The order is part of saved programs and of the structural hash: append only.
enum class Op : std::uint8_t {
  // leaves
  constant,
  feature,
  category,  // one constant per level of a categorical feature
  // binary
  add,
  sub,
  mul,
  div,
  pow,
  min,
  max,
  aq,  // analytic quotient a / sqrt(1 + b^2) (Ni, Drieberg & Rockett, IEEE TEVC 17(1), 2013)
  // unary
  neg,
  inv,
  square,
  cube,
  sqrt,
  cbrt,
  exp,
  log,
  log2,
  abs,
  ceil,
  floor,
  round,  // half away from zero, as std::round
  sin,
  cos,
  tanh,
};
inline constexpr int op_count = static_cast<int>(Op::tanh) + 1;

// Patterns hold {0} and {1} for the operands. A placeholder that is enclosed (in braces, in a
// call's parentheses, in an element) takes any operand as it is; a bare one needs parentheses when
// its operand binds less tightly. Every pattern names each operand once, so that exported text
// grows linearly with the expression; what needs an operand twice calls a helper function, whose
// definition stands beside the pattern.
struct OperatorInfo {
  Op op;
  std::string_view name;         // in expression files and configs: "add", "sqrt", ...
  std::string_view symbol = {};  // infix sign for + - * / ^, else empty
  int arity;                     // 0, 1, 2
  int precedence = 5;  // of the infix form: 1 add/sub, 2 mul/div, 3 neg, 4 pow, 5 call/leaf
  double cost;         // complexity
  bool commutative = false;
  bool smooth = true;  // has a derivative almost everywhere that is not identically zero
  double (*scalar)(double a, double b);  // b ignored when arity < 2; nullptr for leaves
  std::string_view cpp;                  // pattern: "std::sqrt({0})"
  std::string_view python;  // pattern: "_sqrt({0})", IEEE semantics by helper functions
  std::string_view latex;   // pattern: "\\sqrt{{0}}"; braces other than placeholders are literal
  std::string_view mathml;  // pattern: "<msqrt>{0}</msqrt>"
  std::string_view cpp_helper = {};  // C++11 definition of the function the pattern calls, or empty
  std::string_view python_helper = {};  // Python definition likewise (needs `import math`)
  std::string_view meaning;             // one line for `memlaw operators`
};

// Indexed by Op.
std::span<const OperatorInfo> operators();
const OperatorInfo& info(Op op);
// By name or infix sign; nullptr when unknown.
const OperatorInfo* find_operator(std::string_view name);

}  // namespace memlaw
