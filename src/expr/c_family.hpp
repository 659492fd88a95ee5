// What the exports to C, C++ and CUDA share: the statements of their functions.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "code.hpp"
#include "memlaw/expr/exported_model.hpp"

namespace memlaw::c_family {

inline constexpr std::size_t width = 100;

std::string upper_case(std::string text);

// A definition that may stand in several headers of one source is guarded by a macro of its own.
std::string guarded(const std::string& macro, std::string_view definition);

// Patterns of C99 for double or for float.
class CPatterns {
 public:
  explicit CPatterns(bool single);
  std::string_view operator()(Op op) const { return patterns_[static_cast<std::size_t>(op)]; }

 private:
  std::array<std::string, op_count> patterns_;
};

// A name for everything that an exported header defines or takes.
struct Names {
  explicit Names(Identifiers identifiers) : all(std::move(identifiers)) {}

  Identifiers all;
  std::string function, upper, in_range;
  std::string single;                            // the function for float, if it has its own name
  std::vector<std::string> parameters;           // one a variable
  std::string level;                             // the parameter of `upper`
  std::vector<std::string> types;                // one a variable, empty for a number
  std::vector<std::vector<std::string>> levels;  // one a variable
};

// One a parameter: "double side", "Mode mode".
std::vector<std::string> parameter_list(const Names& names, const std::string& real);
// "HEAD(double side, Mode mode)TAIL", broken between parameters where it is longer than a line.
std::string signature(const std::string& head, const std::vector<std::string>& parameters,
                      const std::string& tail);
// "side, batch, mode"
std::string argument_list(const Names& names);

// The statements of the function that computes the formula in `real`, of the one that bounds
// what `prediction` computes, and of the one that tells whether the arguments are in the training
// range; `log` is the name of the logarithm.
std::string formula_body(const Formula& formula, const Names& names, const Language& language,
                         const std::string& real);
std::string upper_body(const ExportedModel& model, const Names& names, const Language& language,
                       const std::string& prediction);
std::string range_body(const ExportedModel& model, const Names& names, const Language& language,
                       const std::string& log);

}  // namespace memlaw::c_family
