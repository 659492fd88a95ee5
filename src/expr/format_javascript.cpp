#include <string>
#include <vector>

#include "code.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "range_conditions.hpp"
#include "spelling.hpp"

namespace memlaw {
namespace {

constexpr std::size_t width = 100;

constexpr std::string_view level_helper =
    "// The constant of a level; NaN for a level that does not exist.\n"
    "function _level(constants, level) {\n  return constants.get(level) ?? NaN;\n}\n";

struct Names {
  Identifiers all;
  std::string function, upper, in_range;
  std::vector<std::string> parameters;
  std::string level;
};

Names give_names(const ExportedModel& model) {
  Names names{Identifiers(is_reserved_in_javascript), "", "", "", {}, ""};
  names.function = names.all.add(model.formula.target, "formula");
  for (const Variable& variable : model.formula.variables) {
    names.parameters.push_back(names.all.add(variable.name, "x"));
  }
  if (!model.bounds.empty()) {
    names.upper = names.all.add(names.function + "_upper", "upper");
    names.level = names.all.add("level", "level");
  }
  if (model.range) {
    names.in_range = names.all.add(names.function + "_in_training_range", "in_training_range");
  }
  return names;
}

std::string helpers(const std::vector<bool>& used) {
  std::string text;
  for (const OperatorInfo& entry : operators()) {
    const std::string_view helper = javascript_spelling(entry.op).helper;
    if (used[static_cast<std::size_t>(entry.op)] && !helper.empty()) {
      text += std::string(helper) + '\n';
    }
  }
  if (used[static_cast<std::size_t>(Op::category)]) text += std::string(level_helper) + '\n';
  return text;
}

std::string tables(const Formula& formula, const Code& code, const Language& language) {
  std::string text;
  for (const Code::Table& table : code.tables) {
    text += "const " + table.name + " = new Map([\n";
    const std::vector<std::string>& levels = formula.variables[table.feature].levels;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      text += "  [" + spell_string(levels.at(i)) + ", " + spell_number(table.values[i], language) +
              "],\n";
    }
    text += "]);\n\n";
  }
  return text;
}

std::string function(const std::string& comment, const std::string& name,
                     const std::vector<std::string>& parameters, const std::string& body) {
  return comment_lines(wrap(comment, width - 3, ""), "// ") +
         wrap("export function " + name + "(" + join(parameters, ", ", "") + ") {", width, "    ") +
         "\n" + body + "}\n";
}

std::string upper_body(const ExportedModel& model, const Names& names, const Language& language) {
  const std::string& level = names.level;
  std::string body = "  const _prediction = " + names.function + "(" +
                     join(names.parameters, ", ", "") + ");\n  if (!(" + level + " > 0 && " +
                     level +
                     " < 1)) return NaN;\n"
                     "  if (!(_prediction > 0 && _prediction < Infinity)) return Infinity;\n";
  for (const BoundFactor& bound : model.bounds) {
    body += "  if (" + level + " <= " + spell_number(bound.level, language) +
            " + 1e-12) return _prediction * " + spell_number(bound.factor, language) + ";\n";
  }
  return body + "  return Infinity;\n";
}

std::string range_body(const ExportedModel& model, const Names& names, const Language& language) {
  const Variables& variables = model.formula.variables;
  const RangeWords words{
      .number = [&](double value) { return spell_number(value, language); },
      .name = [&](std::size_t i) { return "Number(" + names.parameters[i] + ")"; },
      .log = [&](std::size_t i) { return "Math.log(" + names.parameters[i] + ")"; },
      .any_level =
          [&](std::size_t i, const std::vector<bool>& seen) {
            std::vector<std::string> levels;
            for (std::size_t k = 0; k < seen.size(); ++k) {
              if (seen[k]) levels.push_back(spell_string(variables[i].levels[k]));
            }
            return "[" + join(levels, ", ", "") + "].includes(" + names.parameters[i] + ")";
          },
      .both = [](const std::string& a, const std::string& b) { return a + " && " + b; }};
  // A condition a line: level lists hold any text.
  return "  return (\n    " + join(range_conditions(*model.range, words), " &&\n    ", "true") +
         "\n  );\n";
}

}  // namespace

std::string format_javascript(const ExportedModel& model) {
  const Formula& formula = model.formula;
  const Names names = give_names(model);
  const Language language{.pattern = [](Op op) { return javascript_spelling(op).pattern; },
                          .nan = "NaN",
                          .infinity = "Infinity",
                          .look_up =
                              [](const std::string& table, const std::string& parameter) {
                                return "_level(" + table + ", " + parameter + ")";
                              }};
  Identifiers local = names.all;
  const Code code = generate_code(formula, names.parameters, local, "_", language);

  std::string body;
  for (std::size_t i = 0; i < names.parameters.size(); ++i) {
    if (code.used[i] && !formula.variables[i].is_categorical()) {
      body += "  " + names.parameters[i] + " = Number(" + names.parameters[i] + ");\n";
    }
  }
  for (const Code::Step& step : code.steps) {
    body += "  " + wrap("const " + step.name + " = " + step.text + ";", width - 2, "      ") + "\n";
  }
  body += "  return (\n    " + wrap(code.result, width - 4, "      ") + "\n  );\n";

  std::string text = comment_lines(model.comment, "// ");
  text += helpers(operators_used(formula.expression)) + tables(formula, code, language);
  text += describe(formula, names.parameters, "// ");
  text += function("", names.function, names.parameters, body);
  if (!model.bounds.empty()) {
    std::vector<std::string> parameters = names.parameters;
    parameters.push_back(names.level);
    text += "\n" + function(describe_upper(model), names.upper, parameters,
                            upper_body(model, names, language));
  }
  if (model.range) {
    text += "\n" + function(describe_range(), names.in_range, names.parameters,
                            range_body(model, names, language));
  }
  return text;
}

}  // namespace memlaw
