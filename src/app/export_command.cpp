// memlaw export: a formula in another language.

#include <fmt/format.h>

#include <array>

#include "arguments.hpp"
#include "command.hpp"
#include "formula_source.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw::app {
namespace {

const std::array kForms = std::to_array<std::string>(
    {"cpp", "c", "cuda", "python", "python-scalar", "javascript", "latex", "mathml", "infix"});

std::string write_form(const ExportedModel& model, const std::string& form, int digits) {
  const Formula& formula = model.formula;
  if (form == "cpp") return format_cpp(model);
  if (form == "c") return format_c(model);
  if (form == "cuda") return format_cuda(model);
  if (form == "latex") {
    TexOptions options;
    options.digits = digits;
    return format_latex(formula, options);
  }
  if (form == "mathml") return format_mathml(formula, digits);
  if (form == "python") return format_numpy(model);
  if (form == "python-scalar") return format_python(model);
  if (form == "javascript") return format_javascript(model);
  if (form == "infix") return format_infix(formula.expression, formula.variables);
  const std::string near = nearest(form, kForms);
  throw InputError(fmt::format("--to: {} is not known; expected one of {}{}", quote(form),
                               fmt::join(kForms, ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

}  // namespace

int export_command(const std::vector<std::string>& arguments) {
  Arguments args(
      "export MODEL.json|FILE.expr --to FORM [OPTIONS]",
      "Writes a formula for use elsewhere: as a program, typeset, or as data. docs/export.md\n"
      "tells what each form holds.",
      {{"MODEL.json|FILE.expr", "the formula"}});
  args.options().add_options()(
      "to", po::value<std::string>()->value_name("FORM"),
      "cpp, c, cuda, python (NumPy), python-scalar (without packages), javascript, "
      "latex, mathml or infix (required)")("digits",
                                           po::value<int>()->default_value(0)->value_name("N"),
                                           "significant digits in latex and mathml; 0: all")(
      "out", po::value<std::string>()->value_name("FILE"),
      "write there instead of to standard output");
  if (!args.parse(arguments)) return 0;
  if (!args.has("to")) {
    throw InputError(fmt::format("--to is missing: one of {}; see memlaw export --help",
                                 fmt::join(kForms, ", ")));
  }
  const int digits = *args.get<int>("digits");
  if (digits < 0 || digits > 17) {
    throw InputError(fmt::format("--digits is {}, expected 0 to 17", digits));
  }
  const ExportedModel model = read_exported_model(args.positional(0));
  std::string text = write_form(model, *args.get<std::string>("to"), digits);
  if (!text.ends_with('\n')) text += '\n';
  if (const auto out = args.get<std::string>("out")) {
    write_file(*out, text);
  } else {
    print(text);
  }
  return 0;
}

}  // namespace memlaw::app
