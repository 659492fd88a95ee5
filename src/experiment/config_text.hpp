// Values of config keys to and from text. Errors carry no location: the caller adds it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/expr/operators.hpp"

namespace memlaw {

std::string trim(std::string_view text);
// Trimmed entries; empty ones are left out.
std::vector<std::string> split_list(std::string_view text, char separator = ',');
std::string join_list(std::span<const std::string> entries, std::string_view separator = ", ");

bool read_switch(const std::string& text);
double read_number(const std::string& text);
std::uint64_t read_integer(const std::string& text, bool is_signed, std::uint64_t largest);

// Operators by name or infix sign.
std::vector<Op> parse_operator_list(const std::string& text);

// InputError that lists the known values and the nearest one.
[[noreturn]] void throw_unknown_value(const std::string& text, std::span<const std::string> known);

}  // namespace memlaw
