// Numbers to text and back, independent of the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace memlaw {

// The shortest decimal text that parses back to exactly `value` ("0.1", "1e+30", "nan", "inf",
// "-inf"). Integers below 1e15 in magnitude are written without exponent.
std::string format_shortest(double value);

// `value` rounded to `digits` significant decimal digits (1 to 17), shortest spelling of that.
std::string format_significant(double value, int digits);

// The double nearest to `value` that has at most `digits` significant decimal digits.
double round_significant(double value, int digits);

// Parses the whole of `text` as a decimal floating-point number (surrounding blanks not allowed; a
// leading '+' is). "nan", "inf" and "infinity" in any case are recognised. nullopt when `text` is
// anything else. Overflow gives infinity, underflow the nearest denormal or zero.
std::optional<double> parse_number(std::string_view text);

// "1.50 GiB", "12.0 KiB", "512 B" for people.
std::string format_bytes(double bytes);

}  // namespace memlaw
