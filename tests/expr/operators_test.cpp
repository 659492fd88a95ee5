#include "memlaw/expr/operators.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "expr/random_expression.hpp"

namespace memlaw {
namespace {

using testing::same_bits;

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

struct Row {
  Op op;
  double a, b, value;
};

// Values from the definition of each operator and from IEEE 754, not from the table.
constexpr Row known_values[] = {
    {Op::add, 1.5, 2, 3.5},       {Op::add, inf, -inf, nan},    {Op::sub, 1.5, 2, -0.5},
    {Op::mul, -3, 2, -6},         {Op::mul, 0, inf, nan},       {Op::div, 1, 4, 0.25},
    {Op::div, 1, 0, inf},         {Op::div, 1, -0.0, -inf},     {Op::div, 0, 0, nan},
    {Op::pow, 2, 10, 1024},       {Op::pow, -8, 0.5, nan},      {Op::pow, 0, 0, 1},
    {Op::pow, nan, 0, 1},         {Op::pow, 0, -1, inf},        {Op::pow, -2, 3, -8},
    {Op::pow, 1e200, 2, inf},     {Op::min, 1, 2, 1},           {Op::min, 2, 1, 1},
    {Op::min, nan, 1, nan},       {Op::min, 1, nan, nan},       {Op::min, 0.0, -0.0, -0.0},
    {Op::min, -0.0, 0.0, 0.0},    {Op::min, -inf, 3, -inf},     {Op::max, 1, 2, 2},
    {Op::max, 2, 1, 2},           {Op::max, nan, 1, nan},       {Op::max, 1, nan, nan},
    {Op::max, 0.0, -0.0, -0.0},   {Op::max, inf, 3, inf},       {Op::aq, 6, 0, 6},
    {Op::aq, 10, std::numeric_limits<double>::infinity(), 0},   {Op::neg, 2, 0, -2},
    {Op::neg, 0, 0, -0.0},        {Op::inv, 4, 0, 0.25},        {Op::inv, -0.0, 0, -inf},
    {Op::square, -3, 0, 9},       {Op::cube, -3, 0, -27},       {Op::sqrt, 9, 0, 3},
    {Op::sqrt, -1, 0, nan},       {Op::sqrt, -0.0, 0, -0.0},    {Op::cbrt, -1, 0, -1},   
    {Op::exp, 0, 0, 1},           {Op::exp, 1000, 0, inf},      {Op::exp, -inf, 0, 0},
    {Op::log, 1, 0, 0},           {Op::log, 0, 0, -inf},        {Op::log, -1, 0, nan},
    {Op::log2, 8, 0, 3},          {Op::log2, -0.0, 0, -inf},    {Op::abs, -2, 0, 2},
    {Op::ceil, 1.2, 0, 2},        {Op::ceil, -0.5, 0, -0.0},    {Op::floor, -1.2, 0, -2},
    {Op::round, 2.5, 0, 3},       {Op::round, -2.5, 0, -3},     {Op::round, 0.49999999999999994, 0, 0},
    {Op::sin, 0, 0, 0},           {Op::sin, inf, 0, nan},       {Op::cos, 0, 0, 1},
    {Op::tanh, 0, 0, 0},          {Op::tanh, inf, 0, 1},
};

TEST(Operators, HaveTheValuesOfTheirDefinition) {
  std::set<Op> seen;
  for (const Row& row : known_values) {
    seen.insert(row.op);
    const double value = info(row.op).scalar(row.a, row.b);
    EXPECT_TRUE(same_bits(value, row.value))
        << info(row.op).name << '(' << row.a << ", " << row.b << ") = " << value;
  }
  for (const OperatorInfo& entry : operators()) {
    if (entry.arity > 0) {
      EXPECT_TRUE(seen.contains(entry.op)) << entry.name << " has no row";
    }
  }
}

TEST(Operators, PatternsNameEachOperandOnce) {
  const auto count = [](std::string_view text, std::string_view part) {
    int n = 0;
    for (auto at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
    return n;
  };
  for (const OperatorInfo& entry : operators()) {
    for (const std::string_view pattern : {entry.cpp, entry.python, entry.latex, entry.mathml}) {
      EXPECT_EQ(count(pattern, "{0}"), entry.arity >= 1) << entry.name << ": " << pattern;
      EXPECT_EQ(count(pattern, "{1}"), entry.arity == 2) << entry.name << ": " << pattern;
    }
  }
}

// The name of the function a pattern calls ("" for operators written with a sign).
std::string called(std::string_view pattern) {
  return std::string(pattern.substr(0, pattern.find('(') == pattern.npos ? 0 : pattern.find('(')));
}

TEST(Operators, HelpersDefineTheFunctionTheirPatternCalls) {
  for (const OperatorInfo& entry : operators()) {
    const std::string cpp = called(entry.cpp), python = called(entry.python);
    EXPECT_EQ(cpp.starts_with("memlaw_"), !entry.cpp_helper.empty()) << entry.name;
    EXPECT_EQ(python.starts_with("_"), !entry.python_helper.empty()) << entry.name;
    if (!entry.cpp_helper.empty()) {
      EXPECT_TRUE(entry.cpp_helper.starts_with("template <typename Real>\n")) << entry.name;
      EXPECT_TRUE(entry.cpp_helper.find(" Real " + cpp + "(Real ") != std::string_view::npos)
          << entry.name;
    }
    if (!entry.python_helper.empty()) {
      EXPECT_TRUE(entry.python_helper.starts_with("def " + python + "(")) << entry.name;
    }
  }
}

TEST(Operators, AreFoundByNameAndSign) {
  for (const OperatorInfo& entry : operators()) {
    EXPECT_EQ(&info(entry.op), &entry);
    EXPECT_GT(entry.cost, 0.0) << entry.name;
    EXPECT_FALSE(entry.meaning.empty()) << entry.name;
    if (entry.arity == 0) {
      EXPECT_EQ(find_operator(entry.name), nullptr) << "leaves are not operators";
      continue;
    }
    EXPECT_EQ(find_operator(entry.name), &entry);
    if (!entry.symbol.empty()) {
      EXPECT_EQ(find_operator(entry.symbol), &entry);
    }
  }
  EXPECT_EQ(find_operator("-")->op, Op::sub);
  EXPECT_EQ(find_operator("logarithm"), nullptr);
  EXPECT_EQ(find_operator(""), nullptr);
}

TEST(Operators, CommutativeOnesCommute) {
  std::mt19937_64 rng(1);
  for (const OperatorInfo& entry : operators()) {
    if (entry.arity != 2) continue;
    bool commutes = true;
    for (int i = 0; i < 1000; ++i) {
      const double a = testing::random_number(rng), b = testing::random_number(rng);
      const double ab = entry.scalar(a, b), ba = entry.scalar(b, a);
      commutes = commutes && (ab == ba || (ab != ab && ba != ba));
    }
    EXPECT_EQ(commutes, entry.commutative) << entry.name;
  }
}

}  // namespace
}  // namespace memlaw
