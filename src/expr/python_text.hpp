// What the exports to Python, NumPy and SymPy share.
#pragma once

#include <string>
#include <vector>

#include "code.hpp"
#include "memlaw/expr/exported_model.hpp"

namespace memlaw::python {

inline constexpr std::size_t width = 100;

// Identifiers of everything that a module defines or takes.
struct Names {
  Identifiers all;
  std::string function, upper, in_range;
  std::vector<std::string> parameters;  // one a variable
  std::string level;                    // the parameter of `upper`
};
Names give_names(const ExportedModel& model, bool (*is_reserved)(const std::string&));

// "def name(side, batch):"
std::string definition(const std::string& name, const std::vector<std::string>& parameters);

// Dictionaries from level to constant, one a table of the code.
std::string tables(const Formula& formula, const Code& code, const Language& language);

// "[("a", "b")]": the levels of a variable that are marked.
std::string level_list(const Variable& variable, const std::vector<bool>& marked);

// "((0.9, 1.1), (0.95, 1.25))"
std::string bound_list(const ExportedModel& model, const Language& language);

// Comments of the two functions beside the formula, with "# ".
std::string describe_upper(const ExportedModel& model);
std::string describe_range();

// Reads CSV from standard input when the module is run.
std::string script(const Formula& formula, const Names& names);

}  // namespace memlaw::python
