// Reading the saved state of a model: InputErrors that name the field.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace memlaw::neural {

// `where` names the object: "state.target".
const nlohmann::json& field(const nlohmann::json& object, const std::string& where,
                            const char* name);
double finite_field(const nlohmann::json& object, const std::string& where, const char* name);
bool bool_field(const nlohmann::json& object, const std::string& where, const char* name);
std::string text_field(const nlohmann::json& object, const std::string& where, const char* name);
// An array with `size` elements.
const nlohmann::json& list_field(const nlohmann::json& object, const std::string& where,
                                 const char* name, std::size_t size);
double finite_number(const nlohmann::json& value, const std::string& where);

}  // namespace memlaw::neural
