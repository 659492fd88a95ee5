// What the exports to programming languages share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "identifiers.hpp"
#include "memlaw/expr/exported_model.hpp"
#include "writer.hpp"

namespace memlaw {

// How one language writes things.
struct Language {
  std::function<std::string_view(Op)> pattern;
  std::string nan, infinity;
  bool single = false;  // numbers are of type float, and spelled with an f
  // The constant of a level: table's name, parameter's name.
  std::function<std::string(const std::string& table, const std::string& parameter)> look_up;
};

// The body of a function that computes a formula. Inner results are named where the expression
// nests deeper than compilers and interpreters like.
struct Code {
  struct Table {
    std::string name;
    std::size_t feature;
    std::vector<double> values;  // one a level
  };
  struct Step {
    std::string name, text;
  };
  std::vector<Table> tables;  // equal ones only once
  std::vector<Step> steps;    // in order of computation
  std::string result;
  std::vector<bool> used;  // by variable: whether the formula uses it
};

// `parameters[f]` is the name of variable f; names of tables and steps are taken from `names`, with
// `prefix` before the tables'.
Code generate_code(const Formula& formula, const std::vector<std::string>& parameters,
                   Identifiers& names, std::string_view table_prefix, const Language& language);

// A literal: "1.0", "-2.5e-300", "0.1f", or the language's spelling of infinity and NaN.
std::string spell_number(double value, const Language& language);

// "peak_bytes (bytes)", "mode: train, inference" and so on, one line for the target and for each
// variable that describes it, made printable. `names` are the identifiers.
std::string describe_target(const Formula& formula);
std::vector<std::string> describe_variables(const Formula& formula,
                                            const std::vector<std::string>& names);
// Both as comment lines.
std::string describe(const Formula& formula, const std::vector<std::string>& names,
                     std::string_view prefix);

// Comments of the functions beside the formula.
std::string describe_upper(const ExportedModel& model);
std::string describe_range();

// A string literal of Python and of JavaScript. Broken bytes become what Python reads them as with
// "surrogateescape".
std::string spell_string(std::string_view text);

// Which operators the expression has, by Op.
std::vector<bool> operators_used(const Expression& expression);

}  // namespace memlaw
