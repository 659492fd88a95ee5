#include <algorithm>
#include <string>
#include <vector>

#include "c_family.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "spelling.hpp"

namespace memlaw {
namespace {

using c_family::guarded;
using c_family::width;

std::string helpers(const std::vector<bool>& used) {
  const std::string prefix = "MEMLAW_FORMULA_C_HELPER_";
  std::string text;
  for (const OperatorInfo& entry : operators()) {
    const std::string_view helper = c_spelling(entry.op).helper;
    if (!used[static_cast<std::size_t>(entry.op)] || helper.empty()) continue;
    text += guarded(
        prefix + c_family::upper_case(std::string(entry.name)),
        "static inline " + spell_c(helper, false) + "static inline " + spell_c(helper, true));
  }
  if (used[static_cast<std::size_t>(Op::category)]) {
    std::string definition = "/* The constant of a level; NaN for a value that is no level. */\n";
    for (const bool single : {false, true}) {
      definition +=
          "static inline " +
          spell_c("{real} memlaw_level{f}(const {real} *constants, int count, int level)", single) +
          " {\n  return level >= 0 && level < count ? constants[level] : " +
          spell_c("({real})NAN;\n}\n", single);
    }
    text += guarded(prefix + "LEVEL", definition);
  }
  return text.empty() ? text : text + '\n';
}

c_family::Names give_names(const ExportedModel& model) {
  const Formula& formula = model.formula;
  c_family::Names names{Identifiers(is_reserved_in_c)};
  names.function = names.all.add(formula.target, "formula");
  for (const Variable& variable : formula.variables) {
    names.parameters.push_back(names.all.add(variable.name, "x"));
  }
  names.single = names.all.add(names.function + "_float", "formula");
  if (!model.bounds.empty()) {
    names.upper = names.all.add(names.function + "_upper", "upper");
    names.level = names.all.add("level", "level");
  }
  if (model.range) {
    names.in_range = names.all.add(names.function + "_in_training_range", "in_training_range");
  }
  for (std::size_t i = 0; i < formula.variables.size(); ++i) {
    std::string type;
    std::vector<std::string> levels;
    if (formula.variables[i].is_categorical()) {
      const std::string name = names.all.add(names.function + "_" + names.parameters[i], "level");
      type = "enum " + name;
      for (const std::string& level : formula.variables[i].levels) {
        levels.push_back(names.all.add(name + "_" + level, "level"));
      }
    }
    names.types.push_back(std::move(type));
    names.levels.push_back(std::move(levels));
  }
  return names;
}

std::string enumerations(const c_family::Names& names) {
  std::string text;
  for (std::size_t i = 0; i < names.types.size(); ++i) {
    if (names.types[i].empty()) continue;
    std::string line = names.types[i] + " {";
    for (std::size_t k = 0; k < names.levels[i].size(); ++k) {
      line += (k == 0 ? " " : ", ") + names.levels[i][k];
    }
    text += wrap(line + " };", width, "  ") + "\n";
  }
  return text.empty() ? text : text + '\n';
}

// C99 has no nested comments, and user text may try to end one.
std::string in_comment(const std::string& lines) {
  std::string text;
  for (const char c : lines) {
    const bool ends = c == '/' && text.ends_with('*');
    const bool begins = c == '*' && text.ends_with('/');
    if (ends || begins) text += ' ';
    text += c;
  }
  return text;
}

// One block a line: a line comment that ends in a backslash would swallow the next line.
std::string comment_block(const std::string& lines) {
  std::string text;
  std::size_t start = 0;
  while (start < lines.size()) {
    const std::size_t end = std::min(lines.find('\n', start), lines.size());
    text += "/* " + in_comment(lines.substr(start, end - start)) + " */\n";
    start = end + 1;
  }
  return text;
}

std::string in_lines(const std::string& comment) {
  return comment_block(wrap(comment, width - 6, ""));
}

Language language_of(const c_family::CPatterns& c, const c_family::Names& names,
                     const Formula& formula, bool single) {
  const std::string cast = single ? "(float)" : "(double)";
  return {.pattern = [&c](Op op) { return c(op); },
          .nan = cast + "NAN",
          .infinity = cast + "INFINITY",
          .single = single,
          .look_up =
              [&names, &formula, single](const std::string& table, const std::string& parameter) {
                std::size_t count = 0;
                for (std::size_t i = 0; i < names.parameters.size(); ++i) {
                  if (names.parameters[i] == parameter) count = formula.variables[i].levels.size();
                }
                return std::string(single ? "memlaw_levelf(" : "memlaw_level(") + table + ", " +
                       std::to_string(count) + ", (int)" + parameter + ")";
              }};
}

}  // namespace

std::string format_c(const ExportedModel& model) {
  const c_family::Names names = give_names(model);
  const std::string guard = "MEMLAW_FORMULA_" + c_family::upper_case(names.function) + "_H";
  const auto signature = [](const std::string& head, const std::vector<std::string>& parameters) {
    return parameters.empty() ? head + "(void) {\n" : c_family::signature(head, parameters, " {");
  };
  std::string text = comment_block(comment_lines(model.comment, ""));
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <math.h>\n\n";
  text += helpers(operators_used(model.formula.expression)) + enumerations(names);
  text += comment_block(describe(model.formula, names.parameters, ""));
  for (const bool single : {false, true}) {
    const std::string real = single ? "float" : "double";
    const c_family::CPatterns c(single);
    if (single) text += in_lines("The same, computed in float.");
    text += signature("static inline " + real + " " + (single ? names.single : names.function),
                      c_family::parameter_list(names, real));
    text += c_family::formula_body(model.formula, names,
                                   language_of(c, names, model.formula, single), real);
    text += "}\n\n";
  }
  const c_family::CPatterns c(false);
  const Language language = language_of(c, names, model.formula, false);
  std::vector<std::string> parameters = c_family::parameter_list(names, "double");
  if (model.range) {
    text += in_lines(describe_range());
    text += signature("static inline int " + names.in_range, parameters);
    text += c_family::range_body(model, names, language, "log") + "}\n\n";
  }
  if (!model.bounds.empty()) {
    text += in_lines(describe_upper(model));
    parameters.push_back("double " + names.level);
    text += signature("static inline double " + names.upper, parameters);
    text += c_family::upper_body(model, names, language,
                                 names.function + "(" + c_family::argument_list(names) + ")");
    text += "}\n\n";
  }
  return text + "#endif /* " + guard + " */\n";
}

}  // namespace memlaw
