// The text of a model file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace memlaw {

// JSON with one field a line, and lists of numbers or texts on a line of their own: a forest of a
// million nodes stays a few lines a tree. Invalid UTF-8 is replaced.
std::string format_model(const nlohmann::json& document);

// 16 hexadecimal digits that depend on every field of `document` but "checksum" (64-bit FNV-1a of
// its compact text): tells a file that was edited or damaged, not one that was forged.
std::string model_checksum(const nlohmann::json& document);

}  // namespace memlaw
