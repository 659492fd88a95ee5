#include "config_text.hpp"

#include <fmt/format.h>

#include <charconv>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {

std::string trim(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\v\f";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(kBlanks) - first + 1));
}

std::vector<std::string> split_list(std::string_view text, char separator) {
  std::vector<std::string> entries;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t end = std::min(text.find(separator, start), text.size());
    if (std::string entry = trim(text.substr(start, end - start)); !entry.empty()) {
      entries.push_back(std::move(entry));
    }
    start = end + 1;
  }
  return entries;
}

std::string join_list(std::span<const std::string> entries, std::string_view separator) {
  return fmt::format("{}", fmt::join(entries, separator));
}

bool read_switch(const std::string& text) {
  for (const std::string_view yes : {"yes", "true", "on", "1"}) {
    if (text == yes) return true;
  }
  for (const std::string_view no : {"no", "false", "off", "0"}) {
    if (text == no) return false;
  }
  throw InputError(fmt::format("{} is neither yes nor no", quote(text)));
}

double read_number(const std::string& text) {
  const std::optional<double> value = parse_number(text);
  if (!value) throw InputError(fmt::format("{} is not a number", quote(text)));
  return *value;
}

std::uint64_t read_integer(const std::string& text, bool is_signed, std::uint64_t largest) {
  std::string_view digits = text;
  const bool negative = is_signed && digits.starts_with('-');
  if (negative) digits.remove_prefix(1);
  std::uint64_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value);
  if (digits.empty() || stop != end || error != std::errc() || value > largest) {
    throw InputError(fmt::format("{} is not a whole number {} {}", quote(text),
                                 is_signed ? "up to" : "from 0 to", largest));
  }
  return negative ? ~value + 1 : value;
}

std::vector<Op> parse_operator_list(const std::string& text) {
  std::vector<Op> list;
  for (const std::string& entry : split_list(text)) {
    const OperatorInfo* found = find_operator(entry);
    if (found != nullptr && found->arity > 0) {
      list.push_back(found->op);
      continue;
    }
    std::vector<std::string> known;
    for (const OperatorInfo& op : operators()) {
      if (op.arity > 0) known.emplace_back(op.name);
    }
    throw_unknown_value(entry, known);
  }
  return list;
}

void throw_unknown_value(const std::string& text, std::span<const std::string> known) {
  const std::string near = nearest(text, known);
  throw InputError(fmt::format("{} is not known; expected one of {}{}", quote(text),
                               fmt::join(known, ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

}  // namespace memlaw
