// The exported forms do what they claim: they are compiled, run and typeset here, and compared with
// evaluate().
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

#include "expr/random_expression.hpp"
#include "expr/workplace.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw {
namespace {

using std::string;
using testing::installed;
using testing::Workplace;

const string strict_compiler =
    string(MEMLAW_CXX_COMPILER) + " -std=c++11 -Wall -Wextra -Werror -ffp-contract=off ";

// Names that are keywords, no identifiers, or the same once made identifiers.
Variables odd_variables() {
  Variables variables = testing::random_variables();
  variables.push_back({"class", "kg & \"pounds\" \\", {}});
  variables.push_back({"lambda", "", {}});
  variables.push_back({"y 2", "%", {}});
  variables.push_back({"größe 日本 $x^2", "µm", {}});
  variables.push_back({"NAN", "", {"none", "if", "a b", "a-b", "\"quoted\"", "日本", "\\"}});
  return variables;
}

struct Sample {
  std::vector<Formula> formulas;
  std::vector<std::vector<double>> rows;
};

// Random expressions, among them every operator many times, and rows with zeros, negative and huge
// values.
Sample sample() {
  constexpr std::uint64_t seed = 20263;
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Sample result;
  const Variables variables = odd_variables();
  for (int i = 0; i < 500; ++i) {
    result.formulas.push_back({.target = "f" + std::to_string(i),
                               .target_unit = "bytes",
                               .variables = variables,
                               .expression = testing::random_expression(random, variables)});
  }
  for (int i = 0; i < 12; ++i) result.rows.push_back(testing::random_row(random, variables));
  for (const double value : {0.0, -0.0, -1.0, 1e300, -1e300}) {
    result.rows.push_back(result.rows[0]);
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v].is_categorical()) result.rows.back()[v] = value;
    }
  }
  return result;
}

bool agree(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (a == b) return true;
  return std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b));
}

// `text` has one number a line: formula by formula, row by row.
void expect_agreement(const Sample& sample, const string& text) {
  std::istringstream lines(text);
  for (const Formula& formula : sample.formulas) {
    for (std::size_t r = 0; r < sample.rows.size(); ++r) {
      string line;
      ASSERT_TRUE(std::getline(lines, line));
      const double exported = std::strtod(line.c_str(), nullptr);
      const double expected = evaluate(formula.expression, sample.rows[r]);
      ASSERT_TRUE(agree(exported, expected)) << formula.target << ", row " << r << ": " << exported
                                             << ", expected " << expected << "\n"
                                             << format_infix(formula.expression, formula.variables);
    }
  }
  string rest;
  EXPECT_FALSE(std::getline(lines, rest));
}

// A decimal literal of type double: hexadecimal ones are not in C++11.
string literal(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.17e", value);
  return buffer;
}

string hex(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%a", value);
  return buffer;
}

Formula of(const string& text) {
  Formula formula = parse_free_expression(text);
  formula.target = "peak";
  return formula;
}

string parse_xml(const string& file) {
  return "python3 -c \"import xml.parsers.expat as x; x.ParserCreate().ParseFile(open('" + file +
         "', 'rb'))\"";
}

string repeat(const string& piece, std::size_t times) {
  string result;
  for (std::size_t i = 0; i < times; ++i) result += piece;
  return result;
}

TEST(Export, TheSampleHasEveryOperator) {
  std::vector<int> count(op_count);
  for (const Formula& formula : sample().formulas) {
    for (const Node& node : formula.expression.nodes()) ++count[static_cast<std::size_t>(node.op)];
  }
  for (const OperatorInfo& entry : operators()) {
    EXPECT_GT(count[static_cast<std::size_t>(entry.op)], 10) << entry.name;
  }
}

TEST(FormatCpp, ComputesWhatEvaluateComputes) {
  const Sample random = sample();
  // Converts to double and to any enumeration.
  string source =
      "#include <cstdio>\n"
      "struct Value {\n"
      "  double value;\n"
      "  operator double() const { return value; }\n"
      "  template <typename Enum> operator Enum() const {\n"
      "    return static_cast<Enum>(static_cast<int>(value));\n"
      "  }\n"
      "};\n";
  for (const Formula& formula : random.formulas) source += format_cpp(formula);
  source += "const Value rows[][" + std::to_string(random.rows[0].size()) + "] = {\n";
  for (const auto& row : random.rows) {
    source += "{";
    for (const double value : row) source += "{" + literal(value) + "},";
    source += "},\n";
  }
  source += "};\nint main() {\n";
  for (const Formula& formula : random.formulas) {
    source +=
        "for (const auto& r : rows) std::printf(\"%a\\n\", memlaw_formula::" + formula.target + "(";
    for (std::size_t v = 0; v < formula.variables.size(); ++v) {
      source += (v == 0 ? "r[" : ", r[") + std::to_string(v) + "]";
    }
    source += "));\n";
  }
  const Workplace place;
  place.write("formulas.cpp", source + "}\n");
  ASSERT_TRUE(place.run(strict_compiler + "formulas.cpp -o formulas"));
  ASSERT_TRUE(place.run("./formulas > values"));
  expect_agreement(random, place.read("values"));
}

TEST(FormatCpp, CompilesAlone) {
  const Sample random = sample();
  const Workplace place;
  for (std::size_t i = 0; i < 8; ++i) {
    place.write("formula.hpp", format_cpp(random.formulas[i], "trailing backslash \\\nlast"));
    ASSERT_TRUE(place.run(strict_compiler + "-pedantic -fsyntax-only formula.hpp"));
  }
}

TEST(FormatCpp, DocumentsTargetParametersAndUnits) {
  const Formula formula = parse_formula(
      "variable side \"voxels\"\nvariable new\nvariable mode {train, \"class\"}\n"
      "`peak bytes` \"bytes\" = 4*side + c[mode: train=1, \"class\"=2.5]",
      "f");
  EXPECT_EQ(format_cpp(formula, "first"), R"(// first
#ifndef MEMLAW_FORMULA_PEAK_BYTES_HPP
#define MEMLAW_FORMULA_PEAK_BYTES_HPP

#include <cmath>

#ifndef MEMLAW_FORMULA_CONSTEXPR
// A function with several statements may be constexpr from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define MEMLAW_FORMULA_CONSTEXPR constexpr
#else
#define MEMLAW_FORMULA_CONSTEXPR inline
#endif
#endif

namespace memlaw_formula {

#ifndef MEMLAW_FORMULA_HELPER_REAL
#define MEMLAW_FORMULA_HELPER_REAL
template <typename Real>
struct memlaw_real {
  typedef Real type;
};
#endif
#ifndef MEMLAW_FORMULA_HELPER_LEVEL
#define MEMLAW_FORMULA_HELPER_LEVEL
// The constant of a level; NaN for a value outside the enumeration.
template <typename Real, typename Level, int count>
constexpr Real memlaw_level(const Real (&constants)[count], Level level) {
  return static_cast<int>(level) >= 0 && static_cast<int>(level) < count
             ? constants[static_cast<int>(level)]
             : static_cast<Real>(NAN);
}
#endif

enum class PeakBytesMode { train, class_value };

// peak bytes in bytes
//   side: in voxels
//   new_value: new, a number
//   mode: one of train, class
// Computes in double, and in float as peak_bytes<float>.
template <typename Real = double>
Real peak_bytes(typename memlaw_real<Real>::type side, typename memlaw_real<Real>::type new_value,
    PeakBytesMode mode);

template <>
MEMLAW_FORMULA_CONSTEXPR double peak_bytes<double>(double side, double new_value,
    PeakBytesMode mode) {
  (void)new_value;
  const double c1[] = {1.0, 2.5};
  return 4.0 * side + memlaw_level(c1, mode);
}

template <>
MEMLAW_FORMULA_CONSTEXPR float peak_bytes<float>(float side, float new_value, PeakBytesMode mode) {
  (void)new_value;
  const float c1[] = {1.0f, 2.5f};
  return 4.0f * side + memlaw_level(c1, mode);
}

}  // namespace memlaw_formula

#endif  // MEMLAW_FORMULA_PEAK_BYTES_HPP
)");
}

TEST(FormatPython, ComputesWhatEvaluateComputes) {
  SKIP_WITHOUT("python3");
  const Sample random = sample();
  const Workplace place;
  string rows = "rows = [\n";
  for (const auto& row : random.rows) {
    rows += "[";
    for (const double value : row) rows += "float.fromhex('" + hex(value) + "'), ";
    rows += "],\n";
  }
  string levels = "]\nlevels = [\n";
  for (const Variable& variable : random.formulas[0].variables) {
    levels += "[";
    for (const string& level : variable.levels) {
      levels += "bytes([";
      for (const char c : level) levels += std::to_string(static_cast<unsigned char>(c)) + ",";
      levels += "]).decode(), ";
    }
    levels += "],\n";
  }
  for (const Formula& formula : random.formulas) {
    place.write(formula.target + ".py", format_python(formula));
  }
  place.write("main.py", rows + levels +
                             "]\n"
                             "import importlib\n"
                             "for k in range(" +
                             std::to_string(random.formulas.size()) +
                             "):\n"
                             "    name = 'f%d' % k\n"
                             "    f = getattr(importlib.import_module(name), name)\n"
                             "    for row in rows:\n"
                             "        args = [l[int(x)] if l else x for x, l in zip(row, levels)]\n"
                             "        print(f(*args).hex())\n");
  ASSERT_TRUE(place.run("python3 main.py > values"));
  expect_agreement(random, place.read("values"));
}

TEST(FormatPython, ReadsCsvAsAScript) {
  SKIP_WITHOUT("python3");
  const Workplace place;
  place.write("f.py", format_python(of("`image side`*2 + c[mode: \"a,b\"=1, \"é\"=2]")));
  place.write("rows.csv",
              "\xEF\xBB\xBFmode,other,image side\r\n\"a,b\",?,3\r\né,?,0.25\nnew,?,1\n");
  ASSERT_TRUE(place.run("python3 f.py < rows.csv > values"));
  EXPECT_EQ(place.read("values"), "7.0\n2.5\nnan\n");
  place.write("rows.csv", "mode\né\n");
  EXPECT_FALSE(place.run("python3 f.py < rows.csv"));
  EXPECT_EQ(place.read("log"), "missing column: 'image side'\n");
}

TEST(FormatLatex, CompilesWithPdflatex) {
  SKIP_WITHOUT("pdflatex");
  const Sample random = sample();
  string body;
  for (const Formula& formula : random.formulas) body += format_latex(formula);
  for (const Formula& formula : random.formulas) {
    body += format_latex(formula, {.digits = 3, .document = false});
  }
  // The whole document of the first, with the others put inside.
  string document = format_latex(random.formulas[0], {.digits = 0, .document = true});
  const string end = "\\end{document}";
  ASSERT_NE(document.find(end), string::npos);
  document.insert(document.find(end), body);
  const Workplace place;
  place.write("formulas.tex", document);
  EXPECT_TRUE(place.run("pdflatex -interaction=nonstopmode -halt-on-error formulas.tex"));
}

TEST(FormatLatex, BreaksLongSumsAndEscapesNames) {
  EXPECT_EQ(format_latex(of("240000000*side_voxels^2/(x1 - y) - -1.5e-9")),
            "\\begin{align*}\n"
            "  \\mathrm{peak} ={}& \\frac{2.4 \\cdot 10^{8} \\cdot \\mathrm{side\\_voxels}^{2}}"
            "{x_{1} - y} - \\left(-1.5 \\cdot 10^{-9}\\right)\n"
            "\\end{align*}\n");
  const string sum = format_latex(of("a_long_name" + repeat(" + a_long_name", 20)));
  std::istringstream lines(sum);
  int count = 0;
  for (string line; std::getline(lines, line); ++count) EXPECT_LT(line.size(), 180u);
  EXPECT_GT(count, 4);
}

TEST(FormatLatex, RoundsConstantsOnlyWhenAsked) {
  const Formula formula = of("0.123456789*x");
  EXPECT_NE(format_latex(formula).find("0.123456789 \\cdot x"), string::npos);
  EXPECT_NE(format_latex(formula, {.digits = 3, .document = false}).find("0.123 \\cdot x"),
            string::npos);
}

TEST(FormatMathml, IsWellFormedXml) {
  SKIP_WITHOUT("python3");
  const Sample random = sample();
  string text = "<all>\n";
  for (const Formula& formula : random.formulas) text += format_mathml(formula, 4);
  Formula odd = of("`<&>\"\x01\xff\xef\xbf\xbf` + c[m: \"]]>\"=1]");
  odd.target = "<b>";
  text += format_mathml(odd);
  const Workplace place;
  place.write("formulas.xml", text + "</all>\n");
  EXPECT_TRUE(place.run(parse_xml("formulas.xml")));
}

TEST(FormatMathml, WritesPowersAndTables) {
  const string text = format_mathml(of("(x + 1)^2*c[mode: a=1, b=2]"));
  EXPECT_NE(text.find("<msup><mrow><mo>(</mo><mi>x</mi><mo>+</mo><mn>1</mn><mo>)</mo></mrow>"
                      "<mrow><mn>2</mn></mrow></msup><mo>&#x22C5;</mo><msub><mi>&#x3BA;</mi>"),
            string::npos)
      << text;
  EXPECT_NE(text.find("<mn>2</mn></mtd><mtd style=\"text-align:left\"><mtext>b</mtext>"),
            string::npos);
}

TEST(Export, HandlesDeepAndLongExpressions) {
  SKIP_WITHOUT("python3");
  const Workplace place;
  const double x = 0.5, y = 1.25;
  string header, latex, mathml = "<all>", script = "x, y = 0.5, 1.25\n";
  std::vector<double> expected;
  std::vector<Formula> formulas;
  for (const string& text :
       {"x" + repeat(" + y*x", 3000), "x" + repeat("/y", 2000), repeat("2^", 150) + "x",
        repeat("(1 - ", 150) + "x" + repeat(")", 150), repeat("-", 150) + "x", string("x")}) {
    formulas.push_back(of(text));
  }
  for (int i = 0; i < 900; ++i) {  // deeper than the parser allows
    formulas.back().expression = Expression::unary(Op::sin, formulas.back().expression);
  }
  for (Formula& formula : formulas) {
    formula.target = "f" + std::to_string(expected.size());
    header += format_cpp(formula);
    latex += format_latex(formula);
    mathml += format_mathml(formula);
    place.write(formula.target + ".py", format_python(formula));
    std::vector<double> row;
    script += "import " + formula.target + "\nprint(" + formula.target + "." + formula.target + "(";
    for (const Variable& variable : formula.variables) {
      row.push_back(variable.name == "x" ? x : y);
      script += variable.name + ", ";
    }
    script += "))\n";
    expected.push_back(evaluate(formula.expression, row));
  }
  place.write("all.hpp", header);
  EXPECT_TRUE(place.run(strict_compiler + "-fsyntax-only all.hpp"));
  place.write("main.py", script);
  ASSERT_TRUE(place.run("python3 main.py > values"));
  std::istringstream values(place.read("values"));
  for (const double value : expected) {
    string line;
    std::getline(values, line);
    EXPECT_TRUE(agree(std::strtod(line.c_str(), nullptr), value)) << line << " " << value;
  }
  place.write("all.xml", mathml + "</all>");
  EXPECT_TRUE(place.run(parse_xml("all.xml")));
  if (!installed("pdflatex")) GTEST_SKIP() << "pdflatex is not installed";
  place.write("all.tex",
              "\\documentclass{article}\\usepackage{amsmath}\\allowdisplaybreaks\n"
              "\\begin{document}\n" +
                  latex + "\\end{document}\n");
  EXPECT_TRUE(place.run("pdflatex -interaction=nonstopmode -halt-on-error all.tex"));
}

TEST(Export, EndsWithOneNewlineAndBeginsWithTheComment) {
  const Formula formula = of("x + 1");
  EXPECT_TRUE(format_cpp(formula, "memlaw 1").starts_with("// memlaw 1\n"));
  EXPECT_TRUE(format_python(formula, "memlaw 1").starts_with("# memlaw 1\n"));
  EXPECT_TRUE(format_formula(formula, "memlaw 1").starts_with("# memlaw 1\n"));
  for (const string& text :
       {format_cpp(formula), format_python(formula), format_formula(formula), format_latex(formula),
        format_mathml(formula), format_latex(formula, {.digits = 0, .document = true})}) {
    EXPECT_TRUE(text.ends_with("\n") && !text.ends_with("\n\n"));
  }
}

}  // namespace
}  // namespace memlaw
