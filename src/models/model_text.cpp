#include "model_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>

namespace memlaw {
namespace {

using nlohmann::json;

std::string compact(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void append(const json& value, std::size_t indent, std::string& text) {
  const bool nested =
      value.is_object() ||
      (value.is_array() && std::any_of(value.begin(), value.end(), [](const json& element) {
         return element.is_structured();
       }));
  if (!nested || value.empty()) {
    text += compact(value);
    return;
  }
  text += value.is_object() ? '{' : '[';
  const char* separator = "\n";
  for (const auto& [key, element] : value.items()) {
    text += separator;
    text.append(indent + 2, ' ');
    if (value.is_object()) text += compact(key) + ": ";
    append(element, indent + 2, text);
    separator = ",\n";
  }
  text += '\n';
  text.append(indent, ' ');
  text += value.is_object() ? '}' : ']';
}

}  // namespace

std::string format_model(const json& document) {
  std::string text;
  append(document, 0, text);
  return text + "\n";
}

std::string model_checksum(const json& document) {
  json rest = document;
  rest.erase("checksum");
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : compact(rest)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  }
  return fmt::format("{:016x}", hash);
}

}  // namespace memlaw
