#include "memlaw/expr/exported_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "range_conditions.hpp"

namespace memlaw {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string validate_bounds(std::span<const BoundFactor> bounds) {
  double last = 0.0;
  for (const BoundFactor& bound : bounds) {
    if (!(bound.level > last && bound.level < 1.0)) {
      return fmt::format("the level {} of a bound must lie between {} and 1",
                         format_shortest(bound.level), format_shortest(last));
    }
    if (!(bound.factor >= 1.0 && bound.factor < infinity)) {
      return fmt::format("the factor of the level {} is {}, expected a finite number from 1",
                         format_shortest(bound.level), format_shortest(bound.factor));
    }
    last = bound.level;
  }
  return "";
}

std::string validate_range(const ExportedRange& range, const Variables& variables) {
  if (range.features.size() != variables.size()) {
    return fmt::format("the training range has {} features, the formula {}", range.features.size(),
                       variables.size());
  }
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (range.features[i].seen.size() != variables[i].levels.size()) {
      return fmt::format("the training range of {} has {} levels, the formula {}",
                         quote(variables[i].name), range.features[i].seen.size(),
                         variables[i].levels.size());
    }
  }
  const auto numeric = [&](std::size_t i) {
    return i < variables.size() && !variables[i].is_categorical();
  };
  for (const ExportedRange::HalfPlane& plane : range.half_planes) {
    if (!numeric(plane.x) || !numeric(plane.y)) {
      return "a half plane of the training range is not over two numeric features";
    }
  }
  return "";
}

}  // namespace

std::string validate(const ExportedModel& model) {
  std::string problem = validate_bounds(model.bounds);
  if (problem.empty() && model.range) {
    problem = validate_range(*model.range, model.formula.variables);
  }
  return problem;
}

double upper_bound(std::span<const BoundFactor> bounds, double prediction, double level) {
  if (!(level > 0.0 && level < 1.0)) return std::numeric_limits<double>::quiet_NaN();
  if (!(prediction > 0.0 && prediction < infinity)) return infinity;
  for (const BoundFactor& bound : bounds) {
    if (level <= bound.level + level_tolerance) return prediction * bound.factor;
  }
  return infinity;
}

bool in_range(const ExportedRange& range, std::span<const double> row) {
  for (std::size_t i = 0; i < range.features.size(); ++i) {
    const ExportedRange::Feature& feature = range.features[i];
    if (feature.seen.empty()) {
      if (!(row[i] >= feature.low && row[i] <= feature.high)) return false;
      continue;
    }
    const auto levels = static_cast<double>(feature.seen.size());
    if (!(row[i] >= 0.0 && row[i] < levels)) return false;
    if (!feature.seen[static_cast<std::size_t>(row[i])]) return false;
  }
  const auto coordinate = [&](std::size_t i) {
    return range.features[i].logarithmic ? std::log(row[i]) : row[i];
  };
  return std::all_of(range.half_planes.begin(), range.half_planes.end(),
                     [&](const ExportedRange::HalfPlane& plane) {
                       return plane.a * coordinate(plane.x) + plane.b * coordinate(plane.y) <=
                              plane.limit;
                     });
}

}  // namespace memlaw
