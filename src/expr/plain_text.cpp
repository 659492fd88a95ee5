#include "plain_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace memlaw {

bool reorders_text(char32_t c) {
  return c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

char32_t next_code_point(std::string_view& text) {
  const auto byte = [&](std::size_t i) -> char32_t { return static_cast<unsigned char>(text[i]); };
  const char32_t first = byte(0);
  const auto broken = [&] {
    text.remove_prefix(1);
    return 0xDC00 + first;
  };
  const std::size_t length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if ((first >= 0x80 && first < 0xC0) || first >= 0xF8 || text.size() < length) return broken();
  char32_t c = length == 1 ? first : first & (0x7Fu >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return broken();
    c = (c << 6) | (byte(i) & 0x3F);
  }
  constexpr char32_t least[] = {0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = c >= 0xD800 && c <= 0xDFFF;
  if (c < least[length - 1] || is_surrogate || c > 0x10FFFF) return broken();
  text.remove_prefix(length);
  return c;
}

std::string printable(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = next_code_point(text);
    if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else if (is_broken_byte(c) || reorders_text(c)) {
      result += "\xEF\xBF\xBD";
    } else {
      result += before.substr(0, before.size() - text.size());
    }
  }
  return result;
}

std::string comment_lines(std::string_view comment, std::string_view prefix) {
  std::string result;
  while (!comment.empty()) {
    const std::size_t end = std::min(comment.find('\n'), comment.size());
    std::string line = std::string(prefix) + printable(comment.substr(0, end));
    while (line.ends_with(' ')) line.pop_back();
    // A backslash, or the trigraph for one, would continue a C++ comment on the next line.
    if (line.ends_with('\\') || line.ends_with("?"
                                               "?/"))
      line += '.';
    result += line + '\n';
    comment.remove_prefix(std::min(end + 1, comment.size()));
  }
  return result;
}

}  // namespace memlaw
