#include <fmt/format.h>

#include <string>
#include <vector>

#include "code.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"

namespace memlaw {
namespace {

constexpr std::size_t width = 100;

// A string literal. Broken bytes become what Python reads them as with "surrogateescape".
std::string spell_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = next_code_point(text);
    const auto code = static_cast<std::uint32_t>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += static_cast<char>(c);
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      result += fmt::format("\\x{:02x}", code);
    } else if (is_broken_byte(c) || reorders_text(c)) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += before.substr(0, before.size() - text.size());
    }
  }
  return result + '"';
}

std::string helpers(const Formula& formula) {
  const std::vector<bool> used = operators_used(formula.expression);
  std::string text;
  for (const OperatorInfo& entry : operators()) {
    if (!used[static_cast<std::size_t>(entry.op)] || entry.python_helper.empty()) continue;
    text += std::string(entry.python_helper) + "\n\n";
  }
  return text;
}

// Blanks in double-quoted text are kept by wrap(), but a quote escaped inside one is not
// understood, so lines with string literals are built one literal a line instead.
std::string tables(const Formula& formula, const Code& code, const Language& language) {
  std::string text;
  for (const Code::Table& table : code.tables) {
    text += table.name + " = {\n";
    const std::vector<std::string>& levels = formula.variables[table.feature].levels;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      text += "    " + spell_string(levels.at(i)) + ": " + spell_number(table.values[i], language) +
              ",\n";
    }
    text += "}\n\n";
  }
  return text.empty() ? text : text + "\n";
}

// Reads CSV from standard input when the module is run.
std::string script(const Formula& formula, const std::string& function,
                   const std::vector<std::string>& parameters) {
  std::string columns;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    columns += "        " + spell_string(parameters[i]) + ": " +
               spell_string(formula.variables[i].name) + ",\n";
  }
  return "if __name__ == \"__main__\":\n"
         "    import csv\n"
         "    import sys\n\n"
         "    _columns = {\n" +
         columns +
         "    }\n"
         "    sys.stdin.reconfigure(encoding=\"utf-8-sig\", errors=\"surrogateescape\", "
         "newline=\"\")\n"
         "    rows = csv.DictReader(sys.stdin)\n"
         "    missing = [name for name in _columns.values() if name not in (rows.fieldnames or "
         "[])]\n"
         "    if missing:\n"
         "        sys.exit(\"missing column: \" + ascii(missing[0]))\n"
         "    for row in rows:\n"
         "        print(repr(" +
         function + "(**{key: row[name] for key, name in _columns.items()})))\n";
}

}  // namespace

std::string format_python(const Formula& formula, const std::string& comment) {
  Identifiers names(is_reserved_in_python);
  const std::string function = names.add(formula.target, "formula");
  std::vector<std::string> parameters;
  for (const Variable& variable : formula.variables) {
    parameters.push_back(names.add(variable.name, "x"));
  }
  const Language language{.pattern = [](Op op) { return info(op).python; },
                          .nan = "math.nan",
                          .infinity = "math.inf",
                          .look_up =
                              [](const std::string& table, const std::string& parameter) {
                                return table + ".get(" + parameter + ", math.nan)";
                              }};
  const Code code = generate_code(formula, parameters, names, "_", language);

  std::string signature = "def " + function + "(", body;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    signature += (i == 0 ? "" : ", ") + parameters[i];
    if (code.used[i] && !formula.variables[i].is_categorical()) {
      body += "    " + parameters[i] + " = float(" + parameters[i] + ")\n";
    }
  }
  for (const Code::Step& step : code.steps) {
    body += "    " + step.name + " = (\n        " + wrap(step.text, width - 8, "        ") +
            "\n    )\n";
  }
  body += "    return (\n        " + wrap(code.result, width - 8, "        ") + "\n    )\n";

  std::string description = describe_target(formula);
  for (const std::string& line : describe_variables(formula, parameters)) {
    description += "\n  " + line;
  }
  std::string text = comment_lines(comment, "# ");
  text += "import math\n\n\n";
  text += helpers(formula);
  text += tables(formula, code, language);
  text += comment_lines(description, "# ");
  text += wrap(signature + "):", width, "    ") + "\n" + body + "\n\n";
  return text + script(formula, function, parameters);
}

}  // namespace memlaw
