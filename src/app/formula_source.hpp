// Formulas from what the user typed.
#pragma once

#include <string>

#include "memlaw/expr/exported_model.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw::app {

// A file: model.json (as `memlaw fit --out` writes it) or an expression file. InputError when the
// model is not a formula.
Formula read_formula_file(const std::string& path);

// The same with all that the file tells about the formula.
ExportedModel read_exported_model(const std::string& path);

// A formula when `text` ends in .json or .expr or names an existing file, else an expression.
Formula formula_from_argument(const std::string& text);

}  // namespace memlaw::app
