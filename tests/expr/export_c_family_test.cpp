// Exported C, C++ and CUDA is compiled and run, and compared with evaluate().
#include <gtest/gtest.h>

#include "expr/export_sample.hpp"
#include "expr/workplace.hpp"

namespace memlaw {
namespace {

using std::string;
using testing::ExportSample;
using testing::Precision;
using testing::Workplace;

const string strict = " -O0 -Wall -Wextra -Werror -pedantic -ffp-contract=off ";
const string strict_c = string(MEMLAW_C_COMPILER) + " -std=c99" + strict;
const string strict_cpp = string(MEMLAW_CXX_COMPILER) + " -std=c++11" + strict;

string number(double value) {
  if (std::isnan(value)) return "NAN";
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.17e", value);
  return buffer;
}

// "r[0], r[1], ..."
string arguments(const ExportSample& sample, const string& category) {
  string text;
  for (std::size_t v = 0; v < sample.variables().size(); ++v) {
    const string item = "r[" + std::to_string(v) + "]";
    text +=
        (v == 0 ? "" : ", ") + (sample.variables()[v].is_categorical() ? category + item : item);
  }
  return text;
}

// Prints what expect_agreement() reads; `prefix` stands before the names of functions, `single`
// after those that compute in float.
string main_function(const ExportSample& sample, const string& prefix, const string& single,
                     const string& category) {
  const string columns = std::to_string(sample.variables().size());
  string text = "static const double rows[][" + columns + "] = {\n" +
                testing::spell_rows(sample, "{", "}", number) +
                "};\nint main(int argc, char **argv) {\n  int row;\n  const double *r;\n"
                "  (void)argv;\n  if (argc > 1) {\n";
  const auto loop = [&](const string& print) {
    text += "  for (row = 0; row < " + std::to_string(sample.rows.size()) +
            "; ++row) { r = rows[row]; printf(" + print + "); }\n";
  };
  const string list = arguments(sample, category);
  for (const ExportedModel& model : sample.models) {
    loop("\"%a\\n\", (double)" + prefix + model.formula.target + single + "(" + list + ")");
  }
  text += "  return 0;\n  }\n";
  for (const ExportedModel& model : sample.models) {
    const string name = prefix + model.formula.target;
    loop("\"%a %a %d\\n\", " + name + "(" + list + "), " + name + "_upper(" + list + ", " +
         number(sample.level) + "), (int)" + name + "_in_training_range(" + list + ")");
  }
  return text + "  return 0;\n}\n";
}

// Converts to every enumeration.
const string any_level =
    "struct Level {\n"
    "  double value;\n"
    "  explicit Level(double number) : value(number) {}\n"
    "  template <typename Enum> operator Enum() const {\n"
    "    return static_cast<Enum>(static_cast<int>(value));\n"
    "  }\n"
    "};\n";

void expect_both_precisions(const ExportSample& sample, const Workplace& place) {
  ASSERT_TRUE(place.run("./formulas > values"));
  testing::expect_agreement(sample, place.read("values"), Precision::full);
  ASSERT_TRUE(place.run("./formulas float > values"));
  testing::expect_agreement(sample, place.read("values"), Precision::single);
}

TEST(FormatC, ComputesWhatEvaluateComputesAsC99) {
  SKIP_WITHOUT(MEMLAW_C_COMPILER);
  const ExportSample sample = testing::export_sample();
  string source = "#include <stdio.h>\n";
  for (const ExportedModel& model : sample.models) source += format_c(model);
  const Workplace place;
  place.write("formulas.c", source + main_function(sample, "", "_float", "(int)"));
  ASSERT_TRUE(place.run(strict_c + "formulas.c -o formulas -lm"));
  expect_both_precisions(sample, place);
}

TEST(FormatCpp, ComputesInDoubleAndInFloat) {
  const ExportSample sample = testing::export_sample();
  string source = "#include <cstdio>\n#include <cmath>\nusing std::printf;\n" + any_level;
  for (const ExportedModel& model : sample.models) source += format_cpp(model);
  const Workplace place;
  place.write("formulas.cpp",
              source + main_function(sample, "memlaw_formula::", "<float>", "(Level)"));
  ASSERT_TRUE(place.run(strict_cpp + "-Wno-narrowing formulas.cpp -o formulas"));
  expect_both_precisions(sample, place);
}

TEST(FormatCuda, IsPlainCppWithoutNvcc) {
  const ExportSample sample = testing::export_sample(300);
  string source = "#include <stdio.h>\n" + any_level;
  for (const ExportedModel& model : sample.models) source += format_cuda(model);
  const Workplace place;
  place.write("formulas.cpp",
              source + main_function(sample, "memlaw_formula::", "<float>", "(Level)"));
  ASSERT_TRUE(place.run(strict_cpp + "formulas.cpp -o formulas"));
  expect_both_precisions(sample, place);
}

TEST(FormatCuda, CompilesForTheDevice) {
  SKIP_WITHOUT("nvcc");
  const ExportSample sample = testing::export_sample(100);
  string source, kernel = "__global__ void kernel(const double* r, double* out) {\n";
  for (const ExportedModel& model : sample.models) {
    source += format_cuda(model);
    const string name = "memlaw_formula::" + model.formula.target;
    const string list = arguments(sample, "(Level)");
    kernel += "  *out++ = " + name + "(" + list + ");\n  *out++ = " + name + "<float>(" + list +
              ");\n  *out++ = " + name + "_upper(" + list + ", 0.9);\n  *out++ = " + name +
              "_in_training_range(" + list + ");\n";
  }
  string level = any_level;
  for (const char* const member : {"explicit Level", "template <typename Enum> operator"}) {
    const bool is_template = string(member).starts_with("template");
    const string device =
        is_template ? "template <typename Enum> __device__ operator" : "__device__ explicit Level";
    level.replace(level.find(member), string(member).size(), device);
  }
  const Workplace place;
  place.write("formulas.cu", source + level + kernel + "}\n");
  // Constants may be divided by 0, overflow and be compared in vain.
  EXPECT_TRUE(place.run(
      "nvcc -std=c++17 -O1 -Werror all-warnings -diag-suppress 39,177,186,221 -ptx formulas.cu"));
}

TEST(FormatCpp, IsConstexprWhereNoOperatorNeedsTheLibrary) {
  Formula formula = parse_formula(
      "variable side\nvariable mode {train, test}\n"
      "peak = max(abs(-side)^2, 3) + c[mode: train=1, test=2.5]",
      "f");
  formula.expression = parse_expression(
      "max(square(abs(-side)), 3)/inv(cube(side)) + c[mode: train=1, test=2.5]", formula.variables);
  const Workplace place;
  place.write("formula.hpp", format_cpp(formula));
  place.write("main.cpp",
              "#include \"formula.hpp\"\n"
              "using memlaw_formula::PeakMode;\n"
              "static_assert(memlaw_formula::peak(2, PeakMode::test) == 34.5, \"\");\n"
              "static_assert(memlaw_formula::peak<float>(2, PeakMode::train) == 33.0f, \"\");\n");
  for (const char* const standard : {"14", "17", "20"}) {
    EXPECT_TRUE(place.run(string(MEMLAW_CXX_COMPILER) + " -std=c++" + standard + strict +
                          "-fsyntax-only main.cpp"));
  }
}

TEST(FormatC, MayBeIncludedInCppAndBesideOtherFormulas) {
  const ExportSample sample = testing::export_sample(20);
  string header;
  for (const ExportedModel& model : sample.models) {
    header += format_c(model) + format_cuda(model) + "\n";
  }
  const Workplace place;
  place.write("all.hpp", header);
  EXPECT_TRUE(place.run(strict_cpp + "-fsyntax-only -Wshadow all.hpp"));
}

// A level that is no enumerator must not read outside the table.
TEST(FormatC, GivesNanForALevelThatDoesNotExist) {
  SKIP_WITHOUT(MEMLAW_C_COMPILER);
  const Formula formula = parse_formula("variable mode {a, b}\ny = 1 + c[mode: a=1, b=2]", "f");
  const Workplace place;
  place.write("main.c", format_c({.formula = formula}) +
                            "int main(void) {\n"
                            "  return !(isnan(y((enum y_mode)2)) && isnan(y((enum y_mode)-1)) &&\n"
                            "           isnan(y_float((enum y_mode)7)) && y(y_mode_b) == 3);\n}\n");
  ASSERT_TRUE(place.run(strict_c + "main.c -o main -lm && ./main"));
}

}  // namespace
}  // namespace memlaw
