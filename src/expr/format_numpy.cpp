#include <string>
#include <vector>

#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "python_text.hpp"
#include "range_conditions.hpp"
#include "spelling.hpp"

namespace memlaw {
namespace {

using python::width;

// The result has the shape of all arguments together, even of those the formula does not use.
constexpr std::string_view shape_helper = R"(def _shaped(value, *arguments):
    shape = np.broadcast_shapes(*map(np.shape, arguments))
    return np.broadcast_to(value, shape).copy()[()]
)";

constexpr std::string_view level_helper = R"(def _constants(table, levels):
    values = [table.get(level, np.nan) for level in np.ravel(levels).tolist()]
    return np.array(values, dtype=np.float64).reshape(np.shape(levels))
)";

std::string helpers(const std::vector<bool>& used) {
  std::string text = std::string(shape_helper) + "\n\n";
  for (const OperatorInfo& entry : operators()) {
    const std::string_view helper = numpy_spelling(entry.op).helper;
    if (!used[static_cast<std::size_t>(entry.op)] || helper.empty()) continue;
    text += std::string(helper) + "\n\n";
  }
  if (used[static_cast<std::size_t>(Op::category)]) text += std::string(level_helper) + "\n\n";
  return text;
}

std::string as_numbers(const Variables& variables, const python::Names& names) {
  std::string text;
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].is_categorical()) continue;
    text += "    " + names.parameters[i] + " = np.asarray(" + names.parameters[i] +
            ", dtype=np.float64)\n";
  }
  return text;
}

std::string with_shape(const std::string& value, const std::vector<std::string>& parameters) {
  return "_shaped(" + join({value, join(parameters, ", ", "")}, ", ", "") + ")";
}

std::string upper_function(const ExportedModel& model, const python::Names& names,
                           const Language& language) {
  std::vector<std::string> parameters = names.parameters;
  const std::string call = names.function + "(" + join(parameters, ", ", "") + ")";
  parameters.push_back(names.level);
  const std::string& level = names.level;
  return python::describe_upper(model) + python::definition(names.upper, parameters) +
         "    _prediction = " + call + "\n    _levels, _factors = zip(*" +
         python::bound_list(model, language) + ")\n    " + level + " = np.asarray(" + level +
         ", dtype=np.float64)\n"
         "    _factor = np.append(_factors, np.inf)[np.searchsorted(np.add(_levels, 1e-12), " +
         level +
         ")]\n    with np.errstate(all=\"ignore\"):\n"
         "        _bound = np.where((_prediction > 0.0) & (_prediction < np.inf), _prediction * "
         "_factor, np.inf)\n"
         "    return np.where((" +
         level + " > 0.0) & (" + level + " < 1.0), _bound, np.nan)[()]\n\n\n";
}

std::string range_function(const ExportedModel& model, const python::Names& names,
                           const Language& language) {
  const Variables& variables = model.formula.variables;
  const RangeWords words{
      .number = [&](double value) { return spell_number(value, language); },
      .name = [&](std::size_t i) { return names.parameters[i]; },
      .log = [&](std::size_t i) { return "np.log(" + names.parameters[i] + ")"; },
      .any_level =
          [&](std::size_t i, const std::vector<bool>& seen) {
            return "np.isin(" + names.parameters[i] + ", " +
                   python::level_list(variables[i], seen) + ")";
          },
      .both = [](const std::string& a,
                 const std::string& b) { return "(" + a + ") & (" + b + ")"; }};
  std::string text =
      python::describe_range() + python::definition(names.in_range, names.parameters);
  text += as_numbers(variables, names);
  text += "    with np.errstate(all=\"ignore\"):\n        _inside = (\n            (" +
          join(range_conditions(*model.range, words), ")\n            & (", "np.True_") +
          ")\n        )\n";
  return text + "    return " + with_shape("_inside", names.parameters) + "\n\n\n";
}

}  // namespace

std::string format_numpy(const ExportedModel& model) {
  const Formula& formula = model.formula;
  const python::Names names = python::give_names(model, is_reserved_in_numpy);
  const Language language{.pattern = [](Op op) { return numpy_spelling(op).pattern; },
                          .nan = "np.nan",
                          .infinity = "np.inf",
                          .look_up =
                              [](const std::string& table, const std::string& parameter) {
                                return "_constants(" + table + ", " + parameter + ")";
                              }};
  Identifiers local = names.all;
  const Code code = generate_code(formula, names.parameters, local, "_", language);

  std::string body = as_numbers(formula.variables, names);
  body += "    with np.errstate(all=\"ignore\"):\n";
  const auto assign = [&](const std::string& name, const std::string& value) {
    body += "        " + name + " = (\n            " + wrap(value, width - 12, "            ") +
            "\n        )\n";
  };
  for (const Code::Step& step : code.steps) assign(step.name, step.text);
  assign("_value", code.result);
  body += "    return " + with_shape("_value", names.parameters) + "\n";

  std::string text = comment_lines(model.comment, "# ");
  text += "import numpy as np\n\n\n" + helpers(operators_used(formula.expression)) +
          python::tables(formula, code, language);
  text += "# Every argument is a number (or text) or an array of them; arrays are broadcast.\n";
  text += describe(formula, names.parameters, "# ");
  text += python::definition(names.function, names.parameters) + body + "\n\n";
  if (!model.bounds.empty()) text += upper_function(model, names, language);
  if (model.range) text += range_function(model, names, language);
  return text + python::script(formula, names);
}

}  // namespace memlaw
