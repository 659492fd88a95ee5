// What the LaTeX and the MathML export share: a formula as equations whose lines fit a page.
//
// The formula is broken before the terms of its outermost sum. An inner part that is wider than a
// line gets a name, t_1, t_2, ..., and an equation of its own; so does every distinct table of
// category constants, kappa_1(optimizer) and so on.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/expr/parse.hpp"
#include "writer.hpp"

namespace memlaw {

// A number as people write it: 1.5, 2.4 * 10^8.
struct DecimalText {
  bool negative = false;
  std::string mantissa;  // "inf" and "nan" for those; empty for a bare power of ten
  std::string exponent;  // of ten; empty when there is none
  int binding() const;
};
// `digits` significant ones, or with 0 the shortest that reads back to the same number.
DecimalText decimal_text(double value, int digits);

struct Notation {
  std::function<std::string_view(Op)> pattern;
  std::string_view open, close;
  std::function<std::string(const DecimalText&)> number;
  std::function<std::string(const std::string&)> name;
  std::function<std::string(std::size_t)> step;                                // t_k
  std::function<std::string(std::size_t, const std::string& variable)> table;  // kappa_k(variable)
};

struct Typeset {
  struct Equation {
    std::string left;
    std::vector<std::vector<Writer::Term>> lines;
  };
  struct Table {
    std::string left;
    std::size_t feature;
    std::vector<std::string> numbers;  // one a level
  };
  std::vector<Equation> equations;  // the formula, then the parts it names
  std::vector<Table> tables;
};

Typeset typeset(const Formula& formula, const Notation& notation, int digits);

}  // namespace memlaw
