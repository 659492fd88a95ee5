#include "memlaw/base/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <system_error>

namespace memlaw {
namespace {

// Largest fixed spelling: sign, 309 digits, point and 3 decimals; scientific ones are far shorter.
using Buffer = std::array<char, 352>;

template <typename... Format>
std::string to_text(double value, Format... format) {
  Buffer buffer;
  const auto result = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...);
  return std::string(buffer.data(), result.ptr);
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Power of ten of the leading digit of a well-formed decimal number that is not zero. Exponents too
// large for the type stay at a limit, which is enough to tell overflow from underflow.
long long decimal_exponent(std::string_view text) {
  long long exponent = 0;
  const std::size_t e = text.find_first_of("eE");
  if (e != std::string_view::npos) {
    const bool negative = text[e + 1] == '-';
    for (const char c : text.substr(e + 1)) {
      if (is_digit(c)) exponent = std::min(exponent * 10 + (c - '0'), 1'000'000'000'000LL);
    }
    if (negative) exponent = -exponent;
  }
  const std::string_view digits = text.substr(0, e);
  const auto point = static_cast<long long>(std::min(digits.find('.'), digits.size()));
  const auto leading = static_cast<long long>(digits.find_first_of("123456789"));
  return exponent + (leading < point ? point - leading - 1 : point - leading);
}

std::string format_fixed(double value, int decimals) {
  return to_text(value, std::chars_format::fixed, decimals);
}

// Three significant digits for 0 <= value < 1024, more when the integer part has more.
std::string format_three_digits(double value) {
  if (value < 9.995) return format_fixed(value, 2);
  if (value < 99.95) return format_fixed(value, 1);
  return format_fixed(value, 0);
}

}  // namespace

std::string format_shortest(double value) {
  // to_chars shows the sign bit of a NaN, which carries no meaning here.
  if (std::isnan(value)) return "nan";
  if (std::abs(value) < 1e15 && value == std::trunc(value)) {
    return to_text(value, std::chars_format::fixed);
  }
  return to_text(value);
}

std::string format_significant(double value, int digits) {
  return format_shortest(round_significant(value, digits));
}

double round_significant(double value, int digits) {
  if (!std::isfinite(value)) return value;
  const int after_point = std::clamp(digits, 1, std::numeric_limits<double>::max_digits10) - 1;
  // Rounding up the largest doubles may overflow: they stay as they are.
  const double rounded = *parse_number(to_text(value, std::chars_format::scientific, after_point));
  return std::isfinite(rounded) ? rounded : value;
}

std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') {
    text.remove_prefix(1);
    if (!text.empty() && text.front() == '-') return std::nullopt;
  }
  // from_chars also takes "nan(payload)", which is not a number in anyone's data file.
  if (text.empty() || text.back() == ')') return std::nullopt;
  double value = 0.0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) return std::nullopt;
  if (result.ec == std::errc::result_out_of_range) {
    const double magnitude =
        decimal_exponent(text) > 0 ? std::numeric_limits<double>::infinity() : 0.0;
    return text.front() == '-' ? -magnitude : magnitude;
  }
  return value;
}

std::string format_bytes(double bytes) {
  if (!std::isfinite(bytes)) return format_shortest(bytes);
  constexpr std::array<const char*, 7> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  double value = std::abs(bytes);
  std::size_t unit = 0;
  // 1023.5 and more would print as 1024 of the unit below.
  while (value >= 1023.5 && unit + 1 < kUnits.size()) {
    value /= 1024.0;
    ++unit;
  }
  const bool whole_bytes = unit == 0 && value == std::trunc(value);
  const std::string number = whole_bytes ? format_fixed(value, 0) : format_three_digits(value);
  return (bytes < 0 ? "-" : "") + number + ' ' + kUnits[unit];
}

}  // namespace memlaw
