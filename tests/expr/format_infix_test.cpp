#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "expr/random_expression.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw {
namespace {

using std::string;

const Variables xyz = {{"x", "", {}}, {"y", "", {}}, {"z", "", {}}};

// The shortest spelling of an expression given in any spelling.
string respell(const string& text) { return format_infix(parse_expression(text, xyz), xyz); }

TEST(FormatInfix, KeepsOnlyTheParenthesesThatMatter) {
  EXPECT_EQ(respell("((x)+(y))+z"), "x + y + z");
  EXPECT_EQ(respell("x+(y+z)"), "x + (y + z)");
  EXPECT_EQ(respell("x-(y-z)"), "x - (y - z)");
  EXPECT_EQ(respell("(x-y)*z"), "(x - y)*z");
  EXPECT_EQ(respell("x/(y/z)"), "x/(y/z)");
  EXPECT_EQ(respell("(x/y)/z"), "x/y/z");
  EXPECT_EQ(respell("x^(y^z)"), "x^y^z");
  EXPECT_EQ(respell("(x^y)^z"), "(x^y)^z");
  EXPECT_EQ(respell("sin((x+y))^2"), "sin(x + y)^2");
  EXPECT_EQ(respell("min((x), (y-z))"), "min(x, y - z)");
}

TEST(FormatInfix, TellsNegationsFromNegativeNumbers) {
  EXPECT_EQ(respell("-2"), "-2");
  EXPECT_EQ(respell("neg(2)"), "-(2)");
  EXPECT_EQ(respell("neg(-2)"), "-(-2)");
  EXPECT_EQ(respell("neg(2^x)"), "-2^x");
  EXPECT_EQ(respell("(-2)^x"), "(-2)^x");
  EXPECT_EQ(respell("x - -2"), "x - (-2)");
  EXPECT_EQ(respell("x*-y"), "x*(-y)");
  EXPECT_EQ(respell("neg(x*y)"), "-(x*y)");
  EXPECT_EQ(respell("neg(x)*y"), "-x*y");
  EXPECT_EQ(respell("x - neg(y)*z"), "x - (-y*z)");
  EXPECT_EQ(respell("neg(neg(x))"), "-(-x)");
  EXPECT_EQ(respell("neg(inf)"), "-(inf)");
}

TEST(FormatInfix, QuotesOddNamesAndLevels) {
  const Variables odd = {{"image side", "", {}}, {"log", "", {}}, {"a`b", "", {"x y", "a\"b", ""}}};
  const double values[] = {1, -0.0, 2.5};
  const Expression sum = Expression::binary(
      Op::add, Expression::feature(0),
      Expression::binary(Op::mul, Expression::feature(1), Expression::category(2, values)));
  EXPECT_EQ(format_infix(sum, odd),
            "`image side` + `log`*c[`a``b`: \"x y\"=1, \"a\"\"b\"=-0, \"\"=2.5]");
}

TEST(FormatInfix, IsReadBackToTheSameExpression) {
  constexpr std::uint64_t seed = 20261;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Variables variables = testing::random_variables();
  variables.push_back({"größe `µ`\n#", "", {}});
  variables.push_back({"nan", "", {}});
  variables.push_back({"c", "", {"let", "a, b]", "\xff\x01", "\"", "日本", "c"}});
  variables.push_back({"", "", {"", "x"}});
  constexpr double specials[] = {std::numeric_limits<double>::quiet_NaN(),
                                 std::numeric_limits<double>::infinity(),
                                 -std::numeric_limits<double>::infinity(),
                                 std::numeric_limits<double>::denorm_min(),
                                 -2.2250738585072011e-308,
                                 std::numeric_limits<double>::max(),
                                 -0.0};
  for (int i = 0; i < 100'000; ++i) {
    const std::uint32_t max_size = i % 100 == 0 ? 200 : 20;
    Expression expression = testing::random_expression(random, variables, {.max_size = max_size});
    if (i % 4 == 0) {
      std::vector<double> constants = expression.constants();
      for (double& constant : constants) constant = specials[random.below(std::size(specials))];
      expression = expression.with_constants(constants);
    }
    const string text = format_infix(expression, variables);
    ASSERT_EQ(parse_expression(text, variables), expression) << text;
  }
}

TEST(FormatInfix, WritesLongFlatSumsInLinearTime) {
  string text = "x";
  for (int i = 0; i < 50'000; ++i) text += " + y";
  EXPECT_EQ(respell(text), text);
}

TEST(FormatFormula, IsReadBackToTheSameFormula) {
  constexpr std::uint64_t seed = 20262;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Variables variables = testing::random_variables();
  variables[0].unit = "2 \"odd\" units\n# not a comment";
  variables[4].unit = "kind";
  for (int i = 0; i < 2'000; ++i) {
    const Formula formula{
        .target = i % 2 == 0 ? "peak_bytes" : "let `it` be",
        .target_unit = i % 3 == 0 ? "bytes" : "",
        .variables = variables,
        .expression = testing::random_expression(random, variables, {.max_size = 60})};
    const string text = format_formula(formula, "two\nlines");
    ASSERT_EQ(parse_formula(text, "f.expr"), formula) << text;
    ASSERT_TRUE(text.starts_with("# two\n# lines\n"));
  }
}

TEST(FormatFormula, WritesDeclarationsAndTheResult) {
  const Formula formula = parse_formula(
      "variable side \"voxels\"\nvariable mode {train, \"a b\"}\n"
      "peak \"bytes\" = 4*side^3 + c[mode: \"a b\"=2, train=1]",
      "f");
  EXPECT_EQ(format_formula(formula, "made by hand"),
            "# made by hand\n"
            "variable side \"voxels\"\n"
            "variable mode {train, \"a b\"}\n"
            "\n"
            "peak \"bytes\" = 4*side^3 + c[mode: train=1, \"a b\"=2]\n");
}

}  // namespace
}  // namespace memlaw
