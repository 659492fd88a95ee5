// User text inside exported text.
#pragma once

#include <string>
#include <string_view>

namespace memlaw {

// One line of valid UTF-8: control characters escaped, broken bytes and bidirectional controls
// replaced by U+FFFD.
std::string printable(std::string_view text);

// Each line of `comment` after `prefix`, made printable. Ends with a newline unless it is empty.
std::string comment_lines(std::string_view comment, std::string_view prefix);

// Removes the first character of `text` (not empty) and returns its code point. Bytes that are not
// UTF-8 come out one by one as U+DC80 to U+DCFF, as Python's "surrogateescape" has it.
char32_t next_code_point(std::string_view& text);
inline bool is_broken_byte(char32_t c) { return c >= 0xDC80 && c <= 0xDCFF; }

// Unicode's bidirectional controls, which make text look other than it is.
bool reorders_text(char32_t c);

}  // namespace memlaw
