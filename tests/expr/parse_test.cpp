#include "memlaw/expr/parse.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

using std::string;

const Variables variables = {{"x", "", {}},
                             {"y", "", {}},
                             {"batch_size", "images", {}},
                             {"optimizer", "", {"sgd", "adam", "rms prop"}}};

Expression x() { return Expression::feature(0); }
Expression y() { return Expression::feature(1); }
Expression number(double value) { return Expression::constant(value); }
Expression add(const Expression& a, const Expression& b) {
  return Expression::binary(Op::add, a, b);
}
Expression sub(const Expression& a, const Expression& b) {
  return Expression::binary(Op::sub, a, b);
}
Expression mul(const Expression& a, const Expression& b) {
  return Expression::binary(Op::mul, a, b);
}
Expression pow(const Expression& a, const Expression& b) {
  return Expression::binary(Op::pow, a, b);
}
Expression neg(const Expression& a) { return Expression::unary(Op::neg, a); }

Expression parse(const string& text) { return parse_expression(text, variables); }

// The message of the InputError that parsing raises, "" when it raises none.
string error_of(const string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
string file_error(const string& text) {
  try {
    parse_formula(text, "f.expr");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

string repeat(const string& piece, std::size_t times) {
  string result;
  result.reserve(piece.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += piece;
  return result;
}

TEST(Parse, FollowsPrecedenceAndAssociativity) {
  EXPECT_EQ(parse("x+y*x"), add(x(), mul(y(), x())));
  EXPECT_EQ(parse("x - y - x"), sub(sub(x(), y()), x()));
  EXPECT_EQ(parse("x-(y-x)"), sub(x(), sub(y(), x())));
  EXPECT_EQ(parse("x/y*x"), mul(Expression::binary(Op::div, x(), y()), x()));
  EXPECT_EQ(parse("x^y^x"), pow(x(), pow(y(), x())));
  EXPECT_EQ(parse("(x^y)^x"), pow(pow(x(), y()), x()));
  EXPECT_EQ(parse("x*y^x+y"), add(mul(x(), pow(y(), x())), y()));
}

TEST(Parse, AMinusBindsLessThanAPowerAndMoreThanAProduct) {
  EXPECT_EQ(parse("-x^y"), neg(pow(x(), y())));
  EXPECT_EQ(parse("-x*y"), mul(neg(x()), y()));
  EXPECT_EQ(parse("x^-y*x"), mul(pow(x(), neg(y())), x()));
  EXPECT_EQ(parse("x^-y^x"), pow(x(), neg(pow(y(), x()))));
  EXPECT_EQ(parse("x--y"), sub(x(), neg(y())));
  EXPECT_EQ(parse("--x"), neg(neg(x())));
}

TEST(Parse, AMinusBeforeANumberIsPartOfItUnlessAPowerFollows) {
  EXPECT_EQ(parse("-2"), number(-2));
  EXPECT_EQ(parse("- 2"), neg(number(2)));
  EXPECT_EQ(parse("-(2)"), neg(number(2)));
  EXPECT_EQ(parse("-2^x"), neg(pow(number(2), x())));
  EXPECT_EQ(parse("-2 ^ x"), neg(pow(number(2), x())));
  EXPECT_EQ(parse("(-2)^x"), pow(number(-2), x()));
  EXPECT_EQ(parse("x-2"), sub(x(), number(2)));
  EXPECT_EQ(parse("x - -2"), sub(x(), number(-2)));
  EXPECT_EQ(parse("--2"), neg(number(-2)));
  EXPECT_EQ(parse("x^-2"), pow(x(), number(-2)));
  EXPECT_EQ(parse("-2*x"), mul(number(-2), x()));
}

TEST(Parse, ReadsNumbersExactly) {
  EXPECT_EQ(parse("0.1"), number(0.1));
  EXPECT_EQ(parse(".5"), number(0.5));
  EXPECT_EQ(parse("2."), number(2));
  EXPECT_EQ(parse("1e3"), number(1000));
  EXPECT_EQ(parse("1E+3"), number(1000));
  EXPECT_EQ(parse("4.9406564584124654e-324"), number(5e-324));
  EXPECT_EQ(parse("-0"), number(-0.0));
  EXPECT_EQ(parse("9007199254740993"), number(9007199254740992.0));
  EXPECT_EQ(parse("nan"), number(std::numeric_limits<double>::quiet_NaN()));
  EXPECT_EQ(parse("inf"), number(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(parse("-inf"), number(-std::numeric_limits<double>::infinity()));
}

TEST(Parse, RefusesNumbersBeyondTheLargestOne) {
  EXPECT_EQ(error_of("x + 1e400"),
            "<expression>:1:5: '1e400' is beyond the largest number, 1.7976931348623157e+308; "
            "write inf for infinity");
}

TEST(Parse, CallsEveryOperatorByName) {
  for (const OperatorInfo& entry : operators()) {
    if (entry.arity == 0) continue;
    const string name(entry.name);
    if (entry.arity == 1) {
      EXPECT_EQ(parse(name + "(x)"), Expression::unary(entry.op, x())) << name;
    } else {
      EXPECT_EQ(parse(name + " ( x , y )"), Expression::binary(entry.op, x(), y())) << name;
    }
  }
}

TEST(Parse, ReadsCategoriesInAnyOrderOfLevels) {
  const double per_level[] = {1, -2.5, 1e9};
  EXPECT_EQ(parse("c[optimizer: \"rms prop\"=1e9, sgd=1, adam=-2.5]"),
            Expression::category(3, per_level));
}

TEST(Parse, KnowsNamesInBackquotes) {
  const Variables odd = {{"image side", "", {}}, {"a`b", "", {}}, {"größe", "", {}},
                         {"nan", "", {}},        {"c", "", {}},   {"log", "", {}}};
  EXPECT_EQ(parse_expression("`image side`", odd), Expression::feature(0));
  EXPECT_EQ(parse_expression("`a``b`", odd), Expression::feature(1));
  EXPECT_EQ(parse_expression("`größe`", odd), Expression::feature(2));
  EXPECT_EQ(parse_expression("`nan`", odd), Expression::feature(3));
  EXPECT_EQ(parse_expression("c", odd), Expression::feature(4));
  EXPECT_EQ(parse_expression("log(log)", odd), Expression::unary(Op::log, Expression::feature(5)));
}

TEST(Parse, SkipsBlanksNewlinesAndComments) {
  EXPECT_EQ(parse(" x\t+ # the first\r\n y # the second"), add(x(), y()));
}

TEST(Parse, SaysWhatWasExpectedAndWhatStandsThere) {
  EXPECT_EQ(error_of(""), "<expression>:1:1: expected an expression, found the end of the text");
  EXPECT_EQ(
      error_of("x +"),
      "<expression>:1:4: expected a number, a name, a call or '(', found the end of the text");
  EXPECT_EQ(error_of("x y"),
            "<expression>:1:3: expected an operator or the end of the expression, found 'y'");
  EXPECT_EQ(error_of("2x"),
            "<expression>:1:2: expected an operator or the end of the expression, found 'x'");
  EXPECT_EQ(error_of("(x"),
            "<expression>:1:3: expected an operator or ')', found the end of the text");
  EXPECT_EQ(error_of("min(x, )"),
            "<expression>:1:8: expected a number, a name, a call or '(', found ')'");
  EXPECT_EQ(error_of("min(x; y)"), "<expression>:1:6: expected an operator, ',' or ')', found ';'");
  EXPECT_EQ(error_of("x\n + größe * 2"),
            "<expression>:2:6: expected an operator or the end of the expression, found 'öße'");
  EXPECT_EQ(error_of("`x"), "<expression>:1:1: expected an expression, found '`x'");
  EXPECT_EQ(error_of("x ** y"),
            "<expression>:1:4: expected a number, a name, a call or '(', found '*'");
}

TEST(Parse, SuggestsTheNearestName) {
  EXPECT_EQ(error_of("x * bach_size"),
            "<expression>:1:5: unknown name 'bach_size'; did you mean 'batch_size'?");
  EXPECT_EQ(error_of("sqr(x)"), "<expression>:1:1: unknown operator 'sqr'; did you mean 'sqrt'?");
  EXPECT_EQ(
      error_of("c[optimiser: sgd=1]"),
      "<expression>:1:3: unknown categorical variable 'optimiser'; did you mean 'optimizer'?");
  EXPECT_EQ(error_of("c[optimizer: sgd=1, adm=2]"),
            "<expression>:1:21: 'optimizer' has no level 'adm'; did you mean 'adam'?");
}

TEST(Parse, ChecksArgumentsLevelsAndTypes) {
  EXPECT_EQ(error_of("min(x)"), "<expression>:1:1: 'min' takes 2 arguments, found 1");
  EXPECT_EQ(error_of("sin(x, y)"), "<expression>:1:1: 'sin' takes 1 argument, found 2");
  EXPECT_EQ(error_of("c[optimizer: sgd=1, sgd=2]"),
            "<expression>:1:21: level 'sgd' is given twice");
  EXPECT_EQ(error_of("c[optimizer: sgd=1, adam=2]"),
            "<expression>:1:3: level 'rms prop' of 'optimizer' is missing: expected a number for "
            "each of its 3 levels");
  EXPECT_EQ(error_of("c[x: sgd=1]"),
            "<expression>:1:3: 'x' is numeric: expected a categorical variable");
  EXPECT_EQ(error_of("2*optimizer"),
            "<expression>:1:3: 'optimizer' is categorical: expected c[optimizer: sgd=NUMBER, ...] "
            "with one number for each level");
}

TEST(Parse, RefusesDeepNestingWhateverNests) {
  constexpr std::size_t deep = 100'000;
  const string expected = "nested deeper than 200 levels";
  for (const string& text :
       {repeat("(", deep) + "x" + repeat(")", deep), repeat("(", deep), repeat("-", deep) + "x",
        repeat("- ", deep) + "2", repeat("sin(", deep) + "x" + repeat(")", deep),
        repeat("min(x,", deep) + "x" + repeat(")", deep), repeat("2^", deep) + "2",
        repeat("-(", deep) + "x" + repeat(")", deep), repeat("(1+", deep)}) {
    EXPECT_NE(error_of(text).find(expected), string::npos) << text.substr(0, 20);
  }
}

TEST(Parse, AcceptsNestingUpToTheLimit) {
  const string open = repeat("(", max_nesting), close = repeat(")", max_nesting);
  EXPECT_EQ(parse(open + "x" + close), x());
  EXPECT_NE(error_of("(" + open + "x" + close + ")"), "");
  EXPECT_EQ(parse(repeat("-", max_nesting) + "x").size(), max_nesting + 1);
}

TEST(Parse, ReadsPowersAndSignsUpToTheLimit) {
  EXPECT_EQ(parse(repeat("x^", max_nesting - 1) + "x").size(), 2 * max_nesting - 1);
  EXPECT_NE(error_of(repeat("-", max_nesting + 1) + "x"), "");
}

TEST(Parse, ReadsLongFlatSumsAndProducts) {
  constexpr std::size_t terms = 50'000;
  for (const string sign : {"+", "-", "*"}) {
    EXPECT_EQ(parse("x" + repeat(sign + "y", terms)).size(), 2 * terms + 1) << sign;
  }
}

TEST(Parse, ShortensLongOffendingText) {
  const string message = error_of("x + " + string(10'000'000, 'q'));
  EXPECT_NE(message.find("unknown name 'qqqq"), string::npos);
  EXPECT_LT(message.size(), 300u);
}

TEST(ParseFreeExpression, DeclaresVariablesInOrderOfAppearance) {
  const Formula formula = parse_free_expression("b*`a b` + c[mode: train=1, test=0] + b");
  ASSERT_EQ(formula.variables.size(), 3u);
  EXPECT_EQ(formula.variables[0].name, "b");
  EXPECT_EQ(formula.variables[1].name, "a b");
  EXPECT_EQ(formula.variables[2].levels, (std::vector<string>{"train", "test"}));
  const double row[] = {2, 3, 0};
  EXPECT_EQ(evaluate(formula.expression, row), 9);
}

TEST(ParseFreeExpression, RefusesANameUsedAsNumberAndCategory) {
  EXPECT_THROW(parse_free_expression("mode + c[mode: a=1]"), InputError);
  EXPECT_THROW(parse_free_expression("c[mode: a=1] + mode"), InputError);
  EXPECT_THROW(parse_free_expression("c[mode: a=1, a=2]"), InputError);
}

TEST(ParseFormula, ReadsDeclarationsLetsAndTheResult) {
  const Formula formula = parse_formula(R"(# peak memory
variable side "voxels"
variable batch           # no unit
variable mode {train, "only inference"}
let volume = side^3
let all = volume
          * batch
`peak bytes` "bytes" = 4*all + c[mode: train=8, "only inference"=0]
)",
                                        "f.expr");
  EXPECT_EQ(formula.target, "peak bytes");
  EXPECT_EQ(formula.target_unit, "bytes");
  EXPECT_EQ(formula.variables, (Variables{{"side", "voxels", {}},
                                          {"batch", "", {}},
                                          {"mode", "", {"train", "only inference"}}}));
  const double row[] = {3, 2, 0};
  EXPECT_EQ(evaluate(formula.expression, row), 4 * 27 * 2 + 8);
}

TEST(ParseFormula, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(file_error(""),
            "f.expr:1:1: the formula is missing: expected a last line such as: peak_bytes "
            "\"bytes\" = EXPRESSION");
  EXPECT_EQ(file_error("variable x\nvariable x\ny = x"), "f.expr:2:10: 'x' is already declared");
  EXPECT_EQ(file_error("variable x\nlet x = 1\ny = x"), "f.expr:2:5: 'x' is already declared");
  EXPECT_EQ(file_error("variable x\ny = x z = x"),
            "f.expr:2:7: expected an operator or the end of the line, found 'z'");
  EXPECT_EQ(file_error("variable x\ny = x\nz = x"),
            "f.expr:3:1: expected the end of the file after the result, found 'z'");
  EXPECT_EQ(file_error("variable x\ny = x x"),
            "f.expr:2:7: expected an operator, `variable`, `let` or NAME = expression, found 'x'");
  EXPECT_EQ(file_error("variable x\ny = side"),
            "f.expr:2:5: unknown name 'side'; known names: 'x'");
  EXPECT_EQ(file_error("y = side"), "f.expr:1:5: unknown name 'side'; no variables are declared");
  EXPECT_EQ(file_error("variable m {a, a}\ny = 1"), "f.expr:1:16: level 'a' is given twice");
  EXPECT_EQ(file_error("variable m {a b}\ny = 1"), "f.expr:1:15: expected ',' or '}', found 'b'");
  EXPECT_EQ(file_error("variable 2x\ny = 1"),
            "f.expr:1:10: expected the name of the variable, found '2x'");
  EXPECT_EQ(file_error("let a 2\ny = 1"), "f.expr:1:7: expected '=', found '2'");
  EXPECT_EQ(file_error("let a = \nlet b = 1\ny = 1"),
            "f.expr:2:1: expected an expression, found 'let'");
}

TEST(ParseFormula, RefusesLetsThatGrowWithoutBound) {
  string doubling = "variable x\nlet a0 = x + x\n";
  string copies = doubling;
  for (int i = 1; i < 64; ++i) {
    const string name = "a" + std::to_string(i), before = "a" + std::to_string(i - 1);
    doubling += "let " + name + " = " + before + " + " + before + "\n";
  }
  EXPECT_NE(file_error(doubling + "y = a63").find("more than 1000000 nodes"), string::npos);
  copies += "let big = " + repeat("x + ", 100'000) + "x\n";
  for (int i = 0; i < 100; ++i) copies += "let b" + std::to_string(i) + " = big\n";
  EXPECT_NE(file_error(copies + "y = x").find("more than 1000000 nodes"), string::npos);
}

TEST(ParseFormula, ReadsEveryShippedExpression) {
  const std::filesystem::path folder = string(MEMLAW_SOURCE_DIR) + "/expressions";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".expr") continue;
    EXPECT_NO_THROW(read_formula(entry.path())) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

TEST(Bind, MatchesVariablesAndLevelsByName) {
  const Formula formula = parse_free_expression("x - y + c[mode: train=1, test=2, unused=3]");
  const Variables data = {{"mode", "", {"test", "other", "train"}}, {"y", "", {}}, {"x", "", {}}};
  const Expression bound = bind(formula, data);
  const double test[] = {0, 1, 10}, other[] = {1, 1, 10}, train[] = {2, 1, 10};
  EXPECT_EQ(evaluate(bound, test), 11);
  EXPECT_TRUE(std::isnan(evaluate(bound, other)));
  EXPECT_EQ(evaluate(bound, train), 10);
}

TEST(Bind, RefusesMissingVariablesAndOtherTypes) {
  const Formula formula = parse_free_expression("x + c[mode: a=1]");
  EXPECT_THROW(bind(formula, {{"x", "", {}}}), InputError);
  EXPECT_THROW(bind(formula, {{"x", "", {}}, {"mode", "", {}}}), InputError);
  EXPECT_THROW(bind(formula, {{"x", "", {"a"}}, {"mode", "", {"a"}}}), InputError);
}

TEST(Bind, AsksOnlyForVariablesThatTheFormulaUses) {
  const Formula formula = parse_formula("variable x\nvariable unused\ny = 2*x", "f");
  EXPECT_EQ(bind(formula, {{"x", "", {}}}).size(), 3u);
}

}  // namespace
}  // namespace memlaw
