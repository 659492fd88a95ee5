// What is exported: a formula, and what is known about its errors and about where it was fitted.
//
// Bounds and range are optional. Where they are present, every exported program has beside the
// function TARGET(...) also
//   TARGET_upper(..., level)         an upper bound that a measured value stays below with a
//                                    probability of `level`
//   TARGET_in_training_range(...)    false where the formula extrapolates
// which mean the same in every language as upper_bound() and in_range() below.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "memlaw/expr/parse.hpp"

namespace memlaw {

// A measured value is below prediction * factor with a probability of at least `level`.
struct BoundFactor {
  double level = 0.0;   // in (0, 1)
  double factor = 1.0;  // 1 or more, finite
  bool operator==(const BoundFactor&) const = default;
};

// A convex part of the space of the variables: a box, cut by half planes over pairs of features.
// Tolerances for rows on the edge belong into the numbers.
struct ExportedRange {
  struct Feature {
    double low = 0.0;  // numeric: least and greatest value
    double high = 0.0;
    bool logarithmic = false;  // numeric: enters half planes by its natural logarithm
    std::vector<bool> seen;    // categorical: whether a level was seen, one entry a level
  };
  // a u + b v <= limit, where u and v are the values (or logarithms) of two numeric features.
  struct HalfPlane {
    std::size_t x = 0, y = 0;  // positions among the variables
    double a = 0.0, b = 0.0, limit = 0.0;
  };
  std::vector<Feature> features;  // one a variable
  std::vector<HalfPlane> half_planes;
};

struct ExportedModel {
  Formula formula;
  // Stands at the head of the text: which data, how many rows, how accurate. Free of times, so that
  // the same model gives the same text.
  std::string comment = {};
  std::vector<BoundFactor> bounds = {};  // levels ascending
  std::optional<ExportedRange> range = {};
};

// "" or what is wrong: levels outside (0, 1) or not ascending, factors below 1 or not finite, a
// range with another number of features or levels than the formula has, half planes over categories
// or over features that do not exist.
std::string validate(const ExportedModel& model);

// The bound of a row that is predicted as `prediction`: prediction * factor of the least level that
// is `level` or higher. Infinite above the highest one, and when the prediction is not a positive
// number; NaN when `level` is not in (0, 1). Levels are compared with a tolerance of 1e-12.
double upper_bound(std::span<const BoundFactor> bounds, double prediction, double level);

// NaN and levels that do not exist are outside. `row` has one value a variable, as evaluate() takes
// it.
bool in_range(const ExportedRange& range, std::span<const double> row);

}  // namespace memlaw
