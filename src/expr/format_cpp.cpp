// C++ and CUDA headers.

#include <string>
#include <vector>

#include "c_family.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "spelling.hpp"

namespace memlaw {
namespace {

using c_family::guarded;
using c_family::signature;
using c_family::width;

constexpr std::string_view constexpr_macro =
    "#ifndef MEMLAW_FORMULA_CONSTEXPR\n"
    "// A function with several statements may be constexpr from C++14 on.\n"
    "#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)\n"
    "#define MEMLAW_FORMULA_CONSTEXPR constexpr\n"
    "#else\n"
    "#define MEMLAW_FORMULA_CONSTEXPR inline\n"
    "#endif\n"
    "#endif\n\n";

constexpr std::string_view device_macro =
    "#ifndef MEMLAW_FORMULA_DEVICE\n"
    "// Without nvcc this is a header of plain C++.\n"
    "#ifdef __CUDACC__\n"
    "#define MEMLAW_FORMULA_DEVICE __host__ __device__\n"
    "#else\n"
    "#define MEMLAW_FORMULA_DEVICE\n"
    "#endif\n"
    "#endif\n\n";

// A parameter of this type is not deduced, so that whole numbers are accepted as well.
constexpr std::string_view real_helper =
    "template <typename Real>\n"
    "struct memlaw_real {\n"
    "  typedef Real type;\n"
    "};\n";

constexpr std::string_view level_helper =
    "// The constant of a level; NaN for a value outside the enumeration.\n"
    "template <typename Real, typename Level, int count>\n"
    "{inline} Real memlaw_level(const Real (&constants)[count], Level level) {\n"
    "  return static_cast<int>(level) >= 0 && static_cast<int>(level) < count\n"
    "             ? constants[static_cast<int>(level)]\n"
    "             : static_cast<Real>(NAN);\n"
    "}\n";

std::string replace(std::string_view text, std::string_view what, std::string_view with) {
  std::string result;
  for (std::size_t at; (at = text.find(what)) != std::string_view::npos;) {
    result.append(text.substr(0, at)).append(with);
    text.remove_prefix(at + what.size());
  }
  return result.append(text);
}

// What sets the two apart.
struct Flavour {
  bool cuda;
  std::string suffix;  // of the file, in its guard
  std::string includes, macro;
  std::string log;

  Language language(const c_family::CPatterns& c, bool single) const {
    const std::string real = single ? "float" : "double";
    Language language{.pattern = [](Op op) { return info(op).cpp; },
                      .nan = "static_cast<" + real + ">(NAN)",
                      .infinity = "static_cast<" + real + ">(INFINITY)",
                      .single = single,
                      .look_up =
                          [](const std::string& table, const std::string& parameter) {
                            return "memlaw_level(" + table + ", " + parameter + ")";
                          }};
    if (cuda) language.pattern = [&c](Op op) { return c(op); };
    return language;
  }
};

const Flavour cpp_flavour{.cuda = false,
                          .suffix = "_HPP",
                          .includes = "#include <cmath>\n\n",
                          .macro = std::string(constexpr_macro),
                          .log = "std::log"};
const Flavour cuda_flavour{.cuda = true,
                           .suffix = "_CUH",
                           .includes = "#include <math.h>\n\n",
                           .macro = std::string(device_macro),
                           .log = "log"};

// Nothing but arithmetic and helpers that are constexpr themselves.
bool may_be_constexpr(const std::vector<bool>& used) {
  for (const OperatorInfo& entry : operators()) {
    const bool calls_library = entry.cpp.find("std::") != std::string_view::npos ||
                               entry.cpp_helper.find("std::") != std::string_view::npos;
    if (used[static_cast<std::size_t>(entry.op)] && calls_library) return false;
  }
  return true;
}

std::string helpers(const Flavour& flavour, const std::vector<bool>& used) {
  const std::string prefix =
      flavour.cuda ? "MEMLAW_FORMULA_DEVICE_HELPER_" : "MEMLAW_FORMULA_HELPER_";
  std::string text = guarded(prefix + "REAL", real_helper);
  for (const OperatorInfo& entry : operators()) {
    if (!used[static_cast<std::size_t>(entry.op)]) continue;
    std::string definition(entry.cpp_helper);
    if (flavour.cuda) {
      definition.clear();
      const std::string_view helper = c_spelling(entry.op).helper;
      for (const bool single : {false, true}) {
        if (!helper.empty()) {
          definition += "MEMLAW_FORMULA_DEVICE inline " + spell_c(helper, single);
        }
      }
    }
    if (definition.empty()) continue;
    text += guarded(prefix + c_family::upper_case(std::string(entry.name)), definition);
  }
  if (used[static_cast<std::size_t>(Op::category)]) {
    text += guarded(
        prefix + "LEVEL",
        replace(level_helper, "{inline}", flavour.cuda ? "MEMLAW_FORMULA_DEVICE" : "constexpr"));
  }
  return text + '\n';
}

c_family::Names give_names(const ExportedModel& model, bool cuda) {
  const auto is_reserved = cuda ? is_reserved_in_cuda : is_reserved_in_cpp;
  const Formula& formula = model.formula;
  c_family::Names names{Identifiers(is_reserved)};
  names.function = names.all.add(formula.target, "formula");
  for (const Variable& variable : formula.variables) {
    names.parameters.push_back(names.all.add(variable.name, "x"));
  }
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
      type = names.all.add(camel_case(names.function + "_" + names.parameters[i]), "Level");
      Identifiers of_type(is_reserved);
      for (const std::string& level : formula.variables[i].levels) {
        levels.push_back(type + "::" + of_type.add(level, "level"));
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
    std::string line = "enum class " + names.types[i] + " {";
    for (std::size_t k = 0; k < names.levels[i].size(); ++k) {
      line += (k == 0 ? " " : ", ") + names.levels[i][k].substr(names.types[i].size() + 2);
    }
    text += wrap(line + " };", width, "  ") + "\n";
  }
  return text.empty() ? text : text + '\n';
}

std::string in_lines(const std::string& comment) {
  return comment_lines(wrap(comment, width - 3, ""), "// ");
}

std::string format(const ExportedModel& model, const Flavour& flavour) {
  const c_family::Names names = give_names(model, flavour.cuda);
  const std::vector<bool> used = operators_used(model.formula.expression);
  const std::string device = flavour.cuda ? "MEMLAW_FORMULA_DEVICE " : "";
  const std::string specifier = flavour.cuda             ? device + "inline "
                                : may_be_constexpr(used) ? "MEMLAW_FORMULA_CONSTEXPR "
                                                         : "inline ";
  const std::string guard =
      "MEMLAW_FORMULA_" + c_family::upper_case(names.function) + flavour.suffix;

  std::string text = comment_lines(model.comment, "// ");
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n" + flavour.includes + flavour.macro;
  text += "namespace memlaw_formula {\n\n" + helpers(flavour, used) + enumerations(names);
  text += describe(model.formula, names.parameters, "// ");
  text += in_lines("Computes in double, and in float as " + names.function + "<float>.");
  text += "template <typename Real = double>\n";
  text += signature(device + "Real " + names.function,
                    c_family::parameter_list(names, "typename memlaw_real<Real>::type"), ";") +
          "\n";
  for (const bool single : {false, true}) {
    const std::string real = single ? "float" : "double";
    const c_family::CPatterns c(single);
    text += "template <>\n";
    text += signature(specifier + real + " " + names.function + "<" + real + ">",
                      c_family::parameter_list(names, real), " {");
    text += c_family::formula_body(model.formula, names, flavour.language(c, single), real);
    text += "}\n\n";
  }
  const c_family::CPatterns c(false);
  const Language language = flavour.language(c, false);
  std::vector<std::string> parameters = c_family::parameter_list(names, "double");
  if (model.range) {
    text += in_lines(describe_range());
    text += signature(device + "inline bool " + names.in_range, parameters, " {");
    text += c_family::range_body(model, names, language, flavour.log) + "}\n\n";
  }
  if (!model.bounds.empty()) {
    text += in_lines(describe_upper(model));
    parameters.push_back("double " + names.level);
    text += signature(device + "inline double " + names.upper, parameters, " {");
    text +=
        c_family::upper_body(model, names, language,
                             names.function + "<double>(" + c_family::argument_list(names) + ")");
    text += "}\n\n";
  }
  return text + "}  // namespace memlaw_formula\n\n#endif  // " + guard + "\n";
}

}  // namespace

std::string format_cpp(const ExportedModel& model) { return format(model, cpp_flavour); }

std::string format_cpp(const Formula& formula, const std::string& comment) {
  return format_cpp(ExportedModel{.formula = formula, .comment = comment});
}

std::string format_cuda(const ExportedModel& model) { return format(model, cuda_flavour); }

}  // namespace memlaw
