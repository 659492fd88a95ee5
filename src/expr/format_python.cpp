#include <string>
#include <vector>

#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "python_text.hpp"
#include "range_conditions.hpp"

namespace memlaw {
namespace {

using python::width;

std::string helpers(const std::vector<bool>& used) {
  std::string text;
  for (const OperatorInfo& entry : operators()) {
    if (!used[static_cast<std::size_t>(entry.op)] || entry.python_helper.empty()) continue;
    text += std::string(entry.python_helper) + "\n\n";
  }
  return text;
}

std::string in_brackets(const std::string& head, const std::string& text) {
  return "    " + head + " (\n        " + wrap(text, width - 8, "        ") + "\n    )\n";
}

std::string upper_function(const ExportedModel& model, const python::Names& names,
                           const Language& language) {
  std::vector<std::string> parameters = names.parameters;
  const std::string call = names.function + "(" + join(parameters, ", ", "") + ")";
  parameters.push_back(names.level);
  return python::describe_upper(model) + python::definition(names.upper, parameters) +
         "    _prediction = " + call + "\n    if not 0.0 < " + names.level +
         " < 1.0:\n        return math.nan\n"
         "    if not 0.0 < _prediction < math.inf:\n        return math.inf\n"
         "    for _level, _factor in " +
         python::bound_list(model, language) + ":\n        if " + names.level +
         " <= _level + 1e-12:\n            return _prediction * _factor\n"
         "    return math.inf\n\n\n";
}

std::string range_function(const ExportedModel& model, const python::Names& names,
                           const Language& language) {
  const Variables& variables = model.formula.variables;
  const RangeWords words{
      .number = [&](double value) { return spell_number(value, language); },
      .name = [&](std::size_t i) { return "float(" + names.parameters[i] + ")"; },
      .log = [&](std::size_t i) { return "_log(float(" + names.parameters[i] + "))"; },
      .any_level =
          [&](std::size_t i, const std::vector<bool>& seen) {
            return names.parameters[i] + " in " + python::level_list(variables[i], seen);
          },
      .both = [](const std::string& a, const std::string& b) { return a + " and " + b; }};
  // A condition a line: level lists hold any text.
  std::string text =
      python::describe_range() + python::definition(names.in_range, names.parameters);
  return text + "    return (\n        " +
         join(range_conditions(*model.range, words), "\n        and ", "True") + "\n    )\n\n\n";
}

}  // namespace

std::string format_python(const ExportedModel& model) {
  const Formula& formula = model.formula;
  const python::Names names = python::give_names(model, is_reserved_in_python);
  const Language language{.pattern = [](Op op) { return info(op).python; },
                          .nan = "math.nan",
                          .infinity = "math.inf",
                          .look_up =
                              [](const std::string& table, const std::string& parameter) {
                                return table + ".get(" + parameter + ", math.nan)";
                              }};
  Identifiers local = names.all;
  const Code code = generate_code(formula, names.parameters, local, "_", language);

  std::string body;
  for (std::size_t i = 0; i < names.parameters.size(); ++i) {
    if (code.used[i] && !formula.variables[i].is_categorical()) {
      body += "    " + names.parameters[i] + " = float(" + names.parameters[i] + ")\n";
    }
  }
  for (const Code::Step& step : code.steps) body += in_brackets(step.name + " =", step.text);
  body += in_brackets("return", code.result);

  std::vector<bool> used = operators_used(formula.expression);
  if (model.range) used[static_cast<std::size_t>(Op::log)] = true;
  std::string text = comment_lines(model.comment, "# ");
  text += "import math\n\n\n" + helpers(used) + python::tables(formula, code, language);
  text += describe(formula, names.parameters, "# ");
  text += python::definition(names.function, names.parameters) + body + "\n\n";
  if (!model.bounds.empty()) text += upper_function(model, names, language);
  if (model.range) text += range_function(model, names, language);
  return text + python::script(formula, names);
}

std::string format_python(const Formula& formula, const std::string& comment) {
  return format_python(ExportedModel{.formula = formula, .comment = comment});
}

}  // namespace memlaw
