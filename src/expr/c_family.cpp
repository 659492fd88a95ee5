#include "c_family.hpp"

#include "memlaw/base/number.hpp"
#include "range_conditions.hpp"
#include "spelling.hpp"

namespace memlaw::c_family {
namespace {

const std::string indent = "      ";

std::string statement(const std::string& text) {
  return "  " + wrap(text, width - 2, indent) + "\n";
}

}  // namespace

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

std::string guarded(const std::string& macro, std::string_view definition) {
  return "#ifndef " + macro + "\n#define " + macro + "\n" + std::string(definition) + "#endif\n";
}

CPatterns::CPatterns(bool single) {
  for (const OperatorInfo& entry : operators()) {
    patterns_[static_cast<std::size_t>(entry.op)] = spell_c(c_spelling(entry.op).pattern, single);
  }
}

std::vector<std::string> parameter_list(const Names& names, const std::string& real) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < names.parameters.size(); ++i) {
    list.push_back((names.types[i].empty() ? real : names.types[i]) + " " + names.parameters[i]);
  }
  return list;
}

std::string signature(const std::string& head, const std::vector<std::string>& parameters,
                      const std::string& tail) {
  std::string text = head + "(";
  std::size_t column = text.size();
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool last = i + 1 == parameters.size();
    const std::string piece = parameters[i] + (last ? ")" + tail : ",");
    if (i > 0 && column + 1 + piece.size() > width) {
      text += "\n    " + piece;
      column = 4 + piece.size();
    } else {
      text += (i == 0 ? "" : " ") + piece;
      column += 1 + piece.size();
    }
  }
  return text + (parameters.empty() ? ")" + tail : "") + "\n";
}

std::string argument_list(const Names& names) { return join(names.parameters, ", ", ""); }

std::string formula_body(const Formula& formula, const Names& names, const Language& language,
                         const std::string& real) {
  Identifiers local = names.all;  // tables and steps are seen inside the function only
  const Code code = generate_code(formula, names.parameters, local, "", language);
  std::string body;
  for (std::size_t i = 0; i < names.parameters.size(); ++i) {
    if (!code.used[i]) body += "  (void)" + names.parameters[i] + ";\n";
  }
  for (const Code::Table& table : code.tables) {
    std::string line = "const " + real + " " + table.name + "[] = {";
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      line += (i == 0 ? "" : ", ") + spell_number(table.values[i], language);
    }
    body += statement(line + "};");
  }
  for (const Code::Step& step : code.steps) {
    body += statement("const " + real + " " + step.name + " = " + step.text + ";");
  }
  return body + statement("return " + code.result + ";");
}

std::string upper_body(const ExportedModel& model, const Names& names, const Language& language,
                       const std::string& prediction) {
  Identifiers local = names.all;
  const std::string value = local.add("prediction", "prediction");
  const std::string& level = names.level;
  std::string body = statement("const double " + value + " = " + prediction + ";");
  body += "  if (!(" + level + " > 0.0 && " + level + " < 1.0)) return " + language.nan + ";\n";
  body += "  if (!(" + value + " > 0.0 && " + value + " < " + language.infinity + ")) return " +
          language.infinity + ";\n";
  for (const BoundFactor& bound : model.bounds) {
    body += "  if (" + level + " <= " + spell_number(bound.level, language) + " + " +
            format_shortest(level_tolerance) + ") return " + value + " * " +
            spell_number(bound.factor, language) + ";\n";
  }
  return body + "  return " + language.infinity + ";\n";
}

std::string range_body(const ExportedModel& model, const Names& names, const Language& language,
                       const std::string& log) {
  const RangeWords words{
      .number = [&](double value) { return spell_number(value, language); },
      .name = [&](std::size_t i) { return names.parameters[i]; },
      .log = [&](std::size_t i) { return log + "(" + names.parameters[i] + ")"; },
      .any_level =
          [&](std::size_t i, const std::vector<bool>& seen) {
            std::vector<std::string> tests;
            for (std::size_t k = 0; k < seen.size(); ++k) {
              if (seen[k]) tests.push_back(names.parameters[i] + " == " + names.levels[i][k]);
            }
            return "(" + join(tests, " || ", "0") + ")";
          },
      .both = [](const std::string& a, const std::string& b) { return a + " && " + b; }};
  return statement("return " + join(range_conditions(*model.range, words), " && ", "1") + ";");
}

}  // namespace memlaw::c_family
