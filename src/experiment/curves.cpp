#include "curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "config_text.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {
namespace {

constexpr std::size_t kSteps = 160;
constexpr double kReach = 2.0;  // times the largest value

std::size_t numeric_feature(const Dataset& data, const std::string& name) {
  const auto found = find_variable(data.variables, name);
  if (!found) {
    std::vector<std::string> names;
    for (const Variable& variable : data.variables) names.push_back(variable.name);
    const std::string near = nearest(name, names);
    throw InputError({data.source},
                     fmt::format("report.curves: there is no feature {}{}", quote(name),
                                 near.empty() ? "" : "; did you mean " + near + "?"));
  }
  if (data.variables[*found].is_categorical()) {
    throw InputError({data.source},
                     fmt::format("report.curves: {} is a category; a curve needs a numeric feature",
                                 quote(name)));
  }
  return *found;
}

// Rows that are equal but for `variable`.
std::vector<std::vector<std::size_t>> twins(const Dataset& data, std::size_t variable) {
  std::map<std::vector<double>, std::vector<std::size_t>> rows_of;
  for (std::size_t r = 0; r < data.rows(); ++r) {
    std::vector<double> others = data.row(r);
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(variable));
    rows_of[others].push_back(r);
  }
  std::vector<std::vector<std::size_t>> groups;
  for (auto& [others, rows] : rows_of) groups.push_back(std::move(rows));
  return groups;
}

struct Reference {
  std::size_t row = 0;              // Curve::reference
  std::vector<std::size_t> twins;   // and it, ascending
  std::size_t distinct_values = 0;  // of the variable among them
};

Reference choose_reference(const Dataset& data, std::size_t variable) {
  const std::vector<std::vector<std::size_t>> groups = twins(data, variable);
  const auto distinct = [&](const std::vector<std::size_t>& rows) {
    std::set<double> values;
    for (const std::size_t r : rows) values.insert(data.columns[variable][r]);
    return values.size();
  };
  std::size_t most = 0;
  for (const auto& rows : groups) most = std::max(most, distinct(rows));
  std::vector<std::pair<std::size_t, std::size_t>> candidates;  // row, group
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (distinct(groups[g]) != most) continue;
    for (const std::size_t r : groups[g]) candidates.emplace_back(r, g);
  }
  const auto middle = candidates.begin() + static_cast<std::ptrdiff_t>((candidates.size() - 1) / 2);
  std::nth_element(candidates.begin(), middle, candidates.end(), [&](auto& a, auto& b) {
    return std::pair(data.target[a.first], a.first) < std::pair(data.target[b.first], b.first);
  });
  return {middle->first, groups[middle->second], most};
}

// From `low` to `high`, by equal ratios when they are far apart; whole numbers stay whole.
std::vector<double> steps(double low, double high, bool whole) {
  const bool by_ratio = low > 0.0 && high > 20.0 * low;
  std::vector<double> x;
  for (std::size_t i = 0; i <= kSteps; ++i) {
    const double part = static_cast<double>(i) / static_cast<double>(kSteps);
    double value = by_ratio ? low * std::pow(high / low, part) : low + part * (high - low);
    if (i == kSteps) value = high;
    if (whole) value = std::round(value);
    if (x.empty() || value > x.back()) x.push_back(value);
  }
  return x;
}

std::string describe_held(const Dataset& data, std::size_t variable, std::size_t row) {
  std::vector<std::string> parts;
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    if (f == variable) continue;
    const Variable& other = data.variables[f];
    const double value = data.columns[f][row];
    parts.push_back(other.name + " = " +
                    (other.is_categorical() ? other.levels[static_cast<std::size_t>(value)]
                                            : format_shortest(value)));
  }
  return join_list(parts);
}

Curve plan_curve(const Dataset& data, const Split& split, std::size_t variable,
                 const Reference& reference) {
  const std::vector<double>& values = data.columns[variable];
  const auto [least, largest] = std::minmax_element(values.begin(), values.end());
  Curve curve;
  curve.variable = variable;
  curve.reference = reference.row;
  curve.held = describe_held(data, variable, reference.row);
  curve.split = split.name;
  const bool whole =
      std::all_of(values.begin(), values.end(), [](double v) { return v == std::trunc(v); });
  // Below 0 twice the largest value would lie inside the data.
  curve.x = steps(*least, *largest > 0.0 ? kReach * *largest : *largest, whole);
  curve.largest_trained = values[split.train.front()];
  for (const std::size_t r : split.train) {
    curve.largest_trained = std::max(curve.largest_trained, values[r]);
  }
  for (std::size_t r = 0; r < data.rows(); ++r) {
    const bool trained = std::binary_search(split.train.begin(), split.train.end(), r);
    const bool twin = std::binary_search(reference.twins.begin(), reference.twins.end(), r);
    (twin ? curve.points : curve.others).push_back({values[r], data.target[r], trained});
  }
  std::stable_sort(curve.points.begin(), curve.points.end(),
                   [](const Curve::Point& a, const Curve::Point& b) { return a.x < b.x; });
  return curve;
}

}  // namespace

const Split& curve_split(std::span<const Split> splits, SplitKind kind) {
  if (kind != SplitKind::learning_curve) return splits.front();
  return *std::max_element(splits.begin(), splits.end(), [](const Split& a, const Split& b) {
    return a.train.size() < b.train.size();
  });
}

std::vector<Curve> plan_curves(const Dataset& data, const Split& split,
                               std::span<const std::string> variables,
                               std::vector<std::string>& notes) {
  std::vector<Curve> curves;
  for (const std::string& name : variables) {
    const std::size_t variable = numeric_feature(data, name);
    const Reference reference = choose_reference(data, variable);
    if (reference.distinct_values > 1) {
      curves.push_back(plan_curve(data, split, variable, reference));
    } else {
      notes.push_back(fmt::format(
          "no curve over {} is drawn: no two rows differ in it alone, so none is measured", name));
    }
  }
  return curves;
}

std::vector<double> follow_curve(const Regressor& model, const Dataset& data, const Curve& curve) {
  const std::vector<std::size_t> copies(curve.x.size(), curve.reference);
  Dataset along = data.subset(copies);
  along.columns[curve.variable] = curve.x;
  return model.predict(along);
}

}  // namespace memlaw
