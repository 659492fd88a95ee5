#include "figures.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "memlaw/base/number.hpp"

namespace memlaw {

std::string figure(double value) {
  if (std::isnan(value)) return "-";
  if (std::isfinite(value) && std::abs(value) >= 1e6) return fmt::format("{:.3g}", value);
  // 1234 stays 1234: digits are never replaced by zeros.
  return std::abs(value) >= 1000.0 ? format_shortest(std::round(value))
                                   : format_significant(value, 3);
}

std::string percent(double value) { return std::isnan(value) ? "-" : figure(value) + " %"; }

std::string determination(double r2) { return std::isnan(r2) ? "-" : fmt::format("{:.4f}", r2); }

std::string quantity(double value, const std::string& unit) {
  if (std::isnan(value)) return "-";
  if (unit == "bytes") return format_bytes(value);
  return figure(value) + (unit.empty() ? "" : " " + unit);
}

std::string duration(double seconds) {
  if (std::isnan(seconds)) return "-";
  if (seconds >= 0.9995) return figure(seconds) + " s";
  return seconds >= 0.9995e-3 ? figure(1e3 * seconds) + " ms" : figure(1e6 * seconds) + " us";
}

bool is_lower(double a, double b) { return !std::isnan(a) && (std::isnan(b) || a < b); }

Scale scale_for(double magnitude, const std::string& unit) {
  static constexpr std::array<const char*, 5> kPrefixed = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  Scale scale{1.0, unit};
  if (unit != "bytes") return scale;
  for (std::size_t i = 1; i < kPrefixed.size() && std::abs(magnitude) >= 1024.0 * scale.divisor;
       ++i) {
    scale = {1024.0 * scale.divisor, kPrefixed[i]};
  }
  return scale;
}

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : fmt::format("{} ({})", name, unit);
}

}  // namespace memlaw
