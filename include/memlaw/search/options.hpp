// Everything that can be set about a search, with its defaults.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memlaw/expr/operators.hpp"
#include "memlaw/expr/parse.hpp"
#include "memlaw/search/device.hpp"
#include "memlaw/search/loss.hpp"

namespace memlaw {

// How the reported formula is chosen from the Pareto front. Only training rows are used.
enum class SelectionRule {
  description_length,  // shortest description of the rows and the formula
  cross_validation,    // simplest within 3 % of the least loss on held-out folds
  extrapolation,       // the same, where the rows with the largest targets are held out
};

struct SearchOptions {
  Loss loss{};
  // Inner operators the search may use (arithmetic + and the scaling constants are always there).
  std::vector<Op> operators = {Op::mul,  Op::div,  Op::add, Op::sub, Op::square,
                               Op::cube, Op::sqrt, Op::log, Op::max, Op::min};
  int max_size = 60;   // nodes of the whole formula, 5 .. 500
  int max_depth = 12;  // of a term
  int max_terms = 12;  // additive terms besides the intercept
  int islands = 4;
  int population = 256;         // individuals per island
  int migration_interval = 20;  // generations
  int constant_iterations = 8;  // Levenberg-Marquardt steps per new individual
  bool nonnegative = false;     // restrict the coefficients of the terms to >= 0
  SelectionRule selection = SelectionRule::description_length;
  std::vector<Formula> seeds;  // the user's formulas; their terms enter the first population
  bool monomial_seeds = true;  // sparse sums of monomials fitted by least squares
  // Limits; 0 means none. At least one must be set.
  double time_seconds = 60.0;
  std::uint64_t evaluations = 0;
  std::uint64_t generations = 0;
  std::uint64_t seed = 1;
  int threads = 0;  // 0: all cores
  DeviceChoice device;

  // "" or a message that names the field, its value and the allowed range.
  std::string validate() const;
};

}  // namespace memlaw
