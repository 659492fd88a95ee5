#include "figures.hpp"

#include <cmath>

#include "memlaw/base/number.hpp"

namespace memlaw {

std::string figure(double value) {
  if (std::isnan(value)) return "-";
  // 1234 stays 1234: digits are never replaced by zeros.
  return std::abs(value) >= 1000.0 && std::abs(value) < 1e6 ? format_shortest(std::round(value))
                                                            : format_significant(value, 3);
}

std::string percent(double value) { return std::isnan(value) ? "-" : figure(value) + " %"; }

std::string quantity(double value, const std::string& unit) {
  if (std::isnan(value)) return "-";
  if (unit == "bytes") return format_bytes(value);
  return figure(value) + (unit.empty() ? "" : " " + unit);
}

}  // namespace memlaw
