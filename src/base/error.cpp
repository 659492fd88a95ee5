#include "memlaw/base/error.hpp"

#include <cstdint>

namespace memlaw {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Length in bytes of the valid UTF-8 sequence at the start of `text` (not empty), or 0.
std::size_t utf8_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates and code points above U+10FFFF differ in the second byte.
  if (first == 0xE0 && byte(1) < 0xA0) return 0;
  if (first == 0xED && byte(1) > 0x9F) return 0;
  if (first == 0xF0 && byte(1) < 0x90) return 0;
  if (first == 0xF4 && byte(1) > 0x8F) return 0;
  return length;
}

std::string escape_ascii(char c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  const auto code = static_cast<std::uint8_t>(c);
  if (code >= 0x20 && code != 0x7F) return std::string(1, c);
  constexpr std::string_view kHex = "0123456789abcdef";
  return {'\\', 'x', kHex[code >> 4], kHex[code & 15]};
}

std::string prefixed(const Location& where, const std::string& message) {
  const std::string place = where.to_string();
  return place.empty() ? message : place + ": " + message;
}

}  // namespace

std::string Location::to_string() const {
  std::string text = source;
  for (const std::size_t number : {line, column}) {
    if (number == 0) break;
    if (!text.empty()) text += ':';
    text += std::to_string(number);
  }
  return text;
}

InputError::InputError(const Location& where, const std::string& message)
    : std::runtime_error(prefixed(where, message)), location_(where) {}

std::string quote(std::string_view text, std::size_t max_bytes) {
  std::string result = "'";
  std::size_t written = 0;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    std::string piece;
    if (length == 1) {
      piece = escape_ascii(text[0]);
    } else if (length == 0 || (length == 2 && text[0] == '\xC2' && text[1] < '\xA0')) {
      // Broken bytes, and the control characters U+0080 to U+009F, which some terminals obey.
      piece = kReplacement;
    } else {
      piece = text.substr(0, length);
    }
    if (written + piece.size() > max_bytes) {
      result += "...";
      break;
    }
    result += piece;
    written += piece.size();
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return result + '\'';
}

}  // namespace memlaw
