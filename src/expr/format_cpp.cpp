#include <string>
#include <utility>
#include <vector>

#include "code.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"

namespace memlaw {
namespace {

constexpr std::size_t width = 100;

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

// A helper is guarded by a macro of its own, so that one source may include several formulas.
std::string guarded(const std::string& macro, std::string_view definition) {
  return "#ifndef " + macro + "\n#define " + macro + "\n" + std::string(definition) + "#endif\n";
}

constexpr std::string_view level_helper =
    "// The constant of a level; NaN for a value outside the enumeration.\n"
    "template <typename Level, int count>\n"
    "double memlaw_level(const double (&constants)[count], Level level) {\n"
    "  const int i = static_cast<int>(level);\n"
    "  return i >= 0 && i < count ? constants[i] : static_cast<double>(NAN);\n"
    "}\n";

std::string helpers(const Formula& formula, const Code& code) {
  std::vector<bool> used(op_count);
  for (const Node& node : formula.expression.nodes())
    used[static_cast<std::size_t>(node.op)] = true;
  std::string text;
  for (const OperatorInfo& entry : operators()) {
    if (!used[static_cast<std::size_t>(entry.op)] || entry.cpp_helper.empty()) continue;
    text +=
        guarded("MEMLAW_FORMULA_HELPER_" + upper_case(std::string(entry.name)), entry.cpp_helper);
  }
  if (!code.tables.empty()) text += guarded("MEMLAW_FORMULA_HELPER_LEVEL", level_helper);
  return text.empty() ? text : text + '\n';
}

std::string enumeration(const std::string& type, const Variable& variable) {
  Identifiers names(is_reserved_in_cpp);
  std::string text = "enum class " + type + " {";
  for (std::size_t i = 0; i < variable.levels.size(); ++i) {
    text += (i == 0 ? " " : ", ") + names.add(variable.levels[i], "level");
  }
  return wrap(text + " };", width, "  ") + "\n";
}

}  // namespace

std::string format_cpp(const Formula& formula, const std::string& comment) {
  Identifiers names(is_reserved_in_cpp);
  const std::string function = names.add(formula.target, "formula");
  std::vector<std::string> parameters;
  for (const Variable& variable : formula.variables) {
    parameters.push_back(names.add(variable.name, "x"));
  }
  const Language language{.pattern = [](Op op) { return info(op).cpp; },
                          .nan = "static_cast<double>(NAN)",
                          .infinity = "static_cast<double>(INFINITY)",
                          .look_up =
                              [](const std::string& table, const std::string& parameter) {
                                return "memlaw_level(" + table + ", " + parameter + ")";
                              }};
  const Code code = generate_code(formula, parameters, names, "", language);

  std::string enumerations, signature = "inline double " + function + "(", body;
  for (std::size_t i = 0; i < formula.variables.size(); ++i) {
    std::string type = "double";
    if (formula.variables[i].is_categorical()) {
      type = names.add(camel_case(function + "_" + parameters[i]), "Level");
      enumerations += enumeration(type, formula.variables[i]);
    }
    signature += (i == 0 ? "" : ", ") + type + " " + parameters[i];
    if (!code.used[i]) body += "  (void)" + parameters[i] + ";\n";
  }
  for (const Code::Table& table : code.tables) {
    std::string line = "static const double " + table.name + "[] = {";
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      line += (i == 0 ? "" : ", ") + spell_double(table.values[i], language);
    }
    body += "  " + wrap(line + "};", width - 2, "      ") + "\n";
  }
  for (const Code::Step& step : code.steps) {
    body += "  " +
            wrap("const double " + step.name + " = " + step.text + ";", width - 2, "      ") + "\n";
  }
  body += "  " + wrap("return " + code.result + ";", width - 2, "      ") + "\n";

  std::string description = describe_target(formula);
  for (const std::string& line : describe_variables(formula, parameters)) {
    description += "\n  " + line;
  }
  const std::string guard = "MEMLAW_FORMULA_" + upper_case(function) + "_HPP";
  std::string text = comment_lines(comment, "// ");
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <cmath>\n\n";
  text += "namespace memlaw_formula {\n\n";
  text += helpers(formula, code);
  text += enumerations.empty() ? "" : enumerations + "\n";
  text += comment_lines(description, "// ");
  text += wrap(signature + ") {", width, "    ") + "\n" + body + "}\n\n";
  return text + "}  // namespace memlaw_formula\n\n#endif  // " + guard + "\n";
}

}  // namespace memlaw
