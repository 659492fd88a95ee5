#include "formula_source.hpp"

#include <filesystem>

#include "memlaw/base/error.hpp"
#include "memlaw/models/regressor.hpp"

namespace memlaw::app {

Formula read_formula_file(const std::string& path) {
  if (!path.ends_with(".json")) return read_formula(path);
  const LoadedModel loaded = load_model(path);
  if (auto formula = loaded.model->formula()) return *std::move(formula);
  throw InputError({path}, "the model " + loaded.model->name() + " is not a formula");
}

ExportedModel read_exported_model(const std::string& path) {
  return {.formula = read_formula_file(path)};
}

Formula formula_from_argument(const std::string& text) {
  std::error_code ignored;
  const bool file =
      text.ends_with(".json") || text.ends_with(".expr") || std::filesystem::exists(text, ignored);
  return file ? read_formula_file(text) : parse_free_expression(text);
}

}  // namespace memlaw::app
