// Numbers as people read them.
#pragma once

#include <string>

namespace memlaw {

// "3.14 %", "120 %", "-", with three significant digits.
std::string percent(double value);
// Three significant digits, with an exponent from a million on; "-" for NaN.
std::string figure(double value);
// R2 with four decimals; "-" for NaN.
std::string determination(double r2);
// format_bytes when `unit` is "bytes", else three significant digits and the unit.
std::string quantity(double value, const std::string& unit);
// "850 us", "12.0 ms", "3.41 s", "-" for NaN.
std::string duration(double seconds);

// a < b, where NaN is above every number.
bool is_lower(double a, double b);

// A unit that fits figures of a common size: 2^30 and "GiB" for bytes around 5e9. Units other than
// bytes are left as they are.
struct Scale {
  double divisor = 1.0;
  std::string unit;
};
Scale scale_for(double magnitude, const std::string& unit);

// "peak_bytes (GiB)", "seconds" without a unit.
std::string with_unit(const std::string& name, const std::string& unit);

}  // namespace memlaw
