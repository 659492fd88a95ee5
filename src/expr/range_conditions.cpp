#include "range_conditions.hpp"

namespace memlaw {

std::vector<std::string> range_conditions(const ExportedRange& range, const RangeWords& words) {
  std::vector<std::string> conditions;
  for (std::size_t i = 0; i < range.features.size(); ++i) {
    const ExportedRange::Feature& feature = range.features[i];
    if (!feature.seen.empty()) {
      conditions.push_back(words.any_level(i, feature.seen));
      continue;
    }
    const std::string name = words.name(i);
    conditions.push_back(words.both(words.number(feature.low) + " <= " + name,
                                    name + " <= " + words.number(feature.high)));
  }
  const auto coordinate = [&](std::size_t i) {
    return range.features[i].logarithmic ? words.log(i) : words.name(i);
  };
  for (const ExportedRange::HalfPlane& plane : range.half_planes) {
    conditions.push_back(words.number(plane.a) + " * " + coordinate(plane.x) + " + " +
                         words.number(plane.b) + " * " + coordinate(plane.y) +
                         " <= " + words.number(plane.limit));
  }
  return conditions;
}

std::string join(const std::vector<std::string>& conditions, const std::string& separator,
                 const std::string& always) {
  std::string text;
  for (const std::string& condition : conditions) {
    text += (text.empty() ? "" : separator) + condition;
  }
  return text.empty() ? always : text;
}

}  // namespace memlaw
