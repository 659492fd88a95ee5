#include "parse_tree.hpp"

#include <algorithm>

#include "memlaw/expr/parse.hpp"

namespace memlaw::parse_tree {
namespace {

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

Location Source::locate(const char* position) const {
  const std::string_view before = text.substr(0, static_cast<std::size_t>(position - text.data()));
  const std::size_t newline = before.rfind('\n');
  Location where{.source = name};
  where.line = 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  where.column = newline == std::string_view::npos ? before.size() + 1 : before.size() - newline;
  return where;
}

std::string Source::describe(const char* position) const {
  const std::string_view rest = text.substr(static_cast<std::size_t>(position - text.data()));
  if (rest.empty()) return "the end of the text";
  std::size_t length = 1;
  if (is_word(rest[0])) {
    while (length < rest.size() && is_word(rest[length])) ++length;
  } else if (rest[0] == '"' || rest[0] == '`') {
    const std::size_t end = rest.find(rest[0], 1);
    length = end == std::string_view::npos ? rest.size() : end + 1;
  }
  return quote(rest.substr(0, length));
}

void Source::fail(const char* position, const std::string& message) const {
  throw InputError(locate(position), message);
}

void Source::fail_nesting(const char* position) const {
  fail(position, "nested deeper than " + std::to_string(max_nesting) +
                     " levels; split the expression up with `let`");
}

std::string unquote(std::string_view piece) {
  if (piece.empty() || (piece.front() != '`' && piece.front() != '"')) return std::string(piece);
  const char mark = piece.front();
  std::string result;
  for (std::size_t i = 1; i + 1 < piece.size(); ++i) {
    result += piece[i];
    if (piece[i] == mark) ++i;
  }
  return result;
}

}  // namespace memlaw::parse_tree
