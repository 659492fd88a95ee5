// Numbers as people read them.
#pragma once

#include <string>

namespace memlaw {

// "3.14 %", "120 %", "-", with three significant digits.
std::string percent(double value);
// Three significant digits; "-" for NaN.
std::string figure(double value);
// format_bytes when `unit` is "bytes", else three significant digits and the unit.
std::string quantity(double value, const std::string& unit);

}  // namespace memlaw
