#include "state_reading.hpp"

#include <fmt/format.h>

#include <cmath>

#include "memlaw/base/error.hpp"

namespace memlaw::neural {
namespace {

[[noreturn]] void refuse(const std::string& field, const std::string& expected) {
  throw InputError(fmt::format("field \"{}\" {}; restore the file, or fit again", field, expected));
}

}  // namespace

const nlohmann::json& field(const nlohmann::json& object, const std::string& where,
                            const char* name) {
  if (!object.is_object()) refuse(where, "must be an object");
  const auto found = object.find(name);
  if (found == object.end()) refuse(where + "." + name, "is missing");
  return *found;
}

double finite_number(const nlohmann::json& value, const std::string& where) {
  if (!value.is_number()) refuse(where, "must be a number");
  const auto number = value.get<double>();
  if (!std::isfinite(number)) refuse(where, "must be a finite number");
  return number;
}

double finite_field(const nlohmann::json& object, const std::string& where, const char* name) {
  return finite_number(field(object, where, name), where + "." + name);
}

bool bool_field(const nlohmann::json& object, const std::string& where, const char* name) {
  const nlohmann::json& value = field(object, where, name);
  if (!value.is_boolean()) refuse(where + "." + name, "must be true or false");
  return value.get<bool>();
}

std::string text_field(const nlohmann::json& object, const std::string& where, const char* name) {
  const nlohmann::json& value = field(object, where, name);
  if (!value.is_string()) refuse(where + "." + name, "must be a text");
  return value.get<std::string>();
}

const nlohmann::json& list_field(const nlohmann::json& object, const std::string& where,
                                 const char* name, std::size_t size) {
  const nlohmann::json& value = field(object, where, name);
  if (!value.is_array() || value.size() != size) {
    refuse(where + "." + name, fmt::format("must be a list of {}", size));
  }
  return value;
}

}  // namespace memlaw::neural
