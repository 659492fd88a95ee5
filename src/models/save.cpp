#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/version.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/formula_regressor.hpp"
#include "memlaw/models/regressor.hpp"
#include "model_text.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

constexpr int kFormat = 1;

// Reading a model back needs no formula to fit and no search: a model of any kind that only
// predicts.
std::unique_ptr<Regressor> make_empty(const std::string& name) {
  ModelOptions options;
  options.basic_formula.emplace();
  return make_regressor(name, options);
}

const json& field(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end()) throw InputError(fmt::format("field \"{}\" is missing", name));
  return *found;
}

std::string text_field(const json& object, const char* name) {
  const json& value = field(object, name);
  if (!value.is_string()) throw InputError(fmt::format("field \"{}\" must be a text", name));
  return value.get<std::string>();
}

Variables read_variables(const json& object) {
  const json& list = field(object, "variables");
  if (!list.is_array()) throw InputError("field \"variables\" must be a list");
  Variables variables;
  for (const json& entry : list) {
    if (!entry.is_object()) throw InputError("field \"variables\" must be a list of objects");
    Variable variable;
    variable.name = text_field(entry, "name");
    variable.unit = text_field(entry, "unit");
    if (const auto levels = entry.find("levels"); levels != entry.end()) {
      if (!levels->is_array()) throw InputError("field \"levels\" must be a list");
      for (const json& level : *levels) {
        if (!level.is_string()) throw InputError("field \"levels\" must be a list of texts");
        variable.levels.push_back(level.get<std::string>());
      }
    }
    if (find_variable(variables, variable.name)) {
      throw InputError(fmt::format("field \"variables\" lists {} twice", quote(variable.name)));
    }
    variables.push_back(std::move(variable));
  }
  return variables;
}

LoadedModel read_envelope(const json& document) {
  const auto format = document.is_object() ? document.find("memlaw_model") : document.end();
  if (format == document.end() || !format->is_number_integer()) {
    throw InputError("is not a memlaw model: field \"memlaw_model\" is missing");
  }
  if (*format != kFormat) {
    throw InputError(
        fmt::format("field \"memlaw_model\" is {}, this version reads {}; use the "
                    "version of memlaw that wrote it, or fit again",
                    format->dump(), kFormat));
  }
  LoadedModel loaded;
  loaded.target = text_field(document, "target");
  loaded.target_unit = text_field(document, "target_unit");
  loaded.variables = read_variables(document);
  Dataset schema;
  schema.target_name = loaded.target;
  schema.target_unit = loaded.target_unit;
  schema.variables = loaded.variables;
  loaded.model = make_empty(text_field(document, "name"));
  loaded.model->restore(field(document, "state"), schema);
  // Last: a field that is wrong in itself is named first.
  if (text_field(document, "checksum") != model_checksum(document)) {
    throw InputError(
        "field \"checksum\" does not match the others: the file was changed after memlaw wrote it; "
        "restore the file, or fit again");
  }
  return loaded;
}

}  // namespace

void save_model(const Regressor& model, const Dataset& train, const std::string& path) {
  json variables = json::array();
  for (const Variable& variable : train.variables) {
    json entry = {{"name", variable.name}, {"unit", variable.unit}};
    if (variable.is_categorical()) entry["levels"] = variable.levels;
    variables.push_back(std::move(entry));
  }
  json document = {{"memlaw_model", kFormat},
                   {"memlaw_version", version()},
                   {"name", model.name()},
                   {"target", train.target_name},
                   {"target_unit", train.target_unit},
                   {"variables", std::move(variables)},
                   {"state", model.state()}};
  document["checksum"] = model_checksum(document);
  write_file(path, format_model(document));
}

LoadedModel load_model(const std::string& path) {
  const std::string text = read_file(path);
  try {
    return read_envelope(json::parse(text));
  } catch (const json::parse_error& error) {
    throw InputError({path}, fmt::format("is not a model file: no valid JSON at byte {}; give a "
                                         "model.json that memlaw wrote",
                                         error.byte));
  } catch (const json::out_of_range&) {
    throw InputError({path},
                     "holds a number beyond the range of double precision; restore the "
                     "file, or fit again");
  } catch (const InputError& error) {
    throw InputError({path}, error.what());
  }
}

}  // namespace memlaw
