// Random formulas for the tests of exported programs, and the comparison of what those programs
// print with evaluate().
//
// A program prints one line for each formula and row: the value, the upper bound of `level`, and 0
// or 1 for the training range.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include "expr/random_expression.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/expr/exported_model.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw::testing {

// Names that are keywords or functions somewhere, no identifiers, or the same once made
// identifiers.
inline Variables awkward_variables() {
  Variables variables = random_variables();
  variables.push_back({"class", "kg & \"pounds\" \\", {}});
  variables.push_back({"lambda", "", {}});
  variables.push_back({"y 2", "%", {}});
  variables.push_back({"größe 日本 $x^2", "µm", {}});
  variables.push_back({"restrict", "*/", {}});
  variables.push_back({"function", "", {}});
  variables.push_back({"np", "", {}});
  variables.push_back({"level", "", {}});
  variables.push_back(
      {"NAN", "", {"none", "if", "a b", "a-b", "\"quoted\"", "日本", "\\", "t\tb"}});
  return variables;
}

struct ExportSample {
  std::vector<ExportedModel> models;  // all over the same variables, with bounds and a range
  std::vector<std::vector<double>> rows;
  double level = 0.92;

  const Variables& variables() const { return models[0].formula.variables; }
};

// Expressions over all operators; rows with zeros of both signs, negative, huge and NaN values.
inline ExportSample export_sample(int count = 1000) {
  RandomStream random(20265, 0, 0, 0, Purpose::test);
  ExportSample sample;
  const Variables variables = awkward_variables();
  ExportedRange range;
  for (const Variable& variable : variables) {
    ExportedRange::Feature feature;
    if (variable.is_categorical()) {
      for (std::size_t k = 0; k < variable.levels.size(); ++k) feature.seen.push_back(k != 1);
    } else {
      feature.low = -1e3;
      feature.high = 1e10;
    }
    range.features.push_back(feature);
  }
  range.features[3].low = 1e-3;
  range.features[3].logarithmic = true;
  range.half_planes = {{0, 3, 0.5, -1.5, 20.0}, {0, 1, -1.0, 0.25, 3.0}};
  for (int i = 0; i < count; ++i) {
    sample.models.push_back({.formula = {.target = "f" + std::to_string(i),
                                         .target_unit = "bytes",
                                         .variables = variables,
                                         .expression = random_expression(random, variables)},
                             .comment = "a comment \\\nthat tries to end */ here",
                             .bounds = {{0.9, 1.125}, {0.95, 1.5}},
                             .range = range});
  }
  for (int i = 0; i < 8; ++i) {
    sample.rows.push_back(random_row(random, variables));
    sample.rows.back()[3] = std::abs(sample.rows.back()[3]) + 0.01;
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double value : {0.0, -0.0, -1.0, 2.5, 1e300, -1e300, nan}) {
    sample.rows.push_back(sample.rows[0]);
    for (std::size_t v = 0; v < variables.size(); ++v) {
      if (!variables[v].is_categorical()) sample.rows.back()[v] = value;
    }
  }
  return sample;
}

// What rounding does to a value: the expression is evaluated again with every result off by a few
// units of the last place of double or, with `single`, of float, and rounded to that.
struct Conditioning {
  bool stable = true;  // finite as it should be, and nothing overflows or underflows on the way
  double error = 0.0;  // largest deviation seen
};
inline Conditioning conditioning(const Expression& expression, const std::vector<double>& row,
                                 bool single) {
  const double relative = single ? 0x1p-22 : 0x1p-50;
  const double least = single ? FLT_MIN : 1e-300, greatest = single ? FLT_MAX : 1e300;
  const double expected = evaluate(expression, row);
  Conditioning result;
  RandomStream random(77, 0, 0, 0, Purpose::test);
  for (int round = 0; round < 8; ++round) {
    std::vector<double> stack;
    for (const Node& node : expression.nodes()) {
      double value = node.value;
      if (node.op == Op::feature) value = row[node.feature];
      if (node.op == Op::category) {
        value = expression.tables()[node.table + static_cast<std::size_t>(row[node.feature])];
      }
      if (const OperatorInfo& entry = info(node.op); entry.arity > 0) {
        const double b = entry.arity == 2 ? stack.back() : 0.0;
        if (entry.arity == 2) stack.pop_back();
        value = entry.scalar(stack.back(), b);
        stack.pop_back();
      }
      const double size = std::abs(value);
      if (std::isfinite(value) && (size > greatest || (size > 0 && size < least))) {
        result.stable = false;
      }
      value *= 1.0 + relative * (static_cast<double>(random.below(3)) - 1.0);
      stack.push_back(single ? static_cast<double>(static_cast<float>(value)) : value);
    }
    if (std::isfinite(stack[0]) != std::isfinite(expected)) result.stable = false;
    if (std::isfinite(expected)) {
      result.error = std::max(result.error, std::abs(stack[0] - expected));
    } else if (std::isnan(stack[0]) != std::isnan(expected) || (stack[0] > 0) != (expected > 0)) {
      result.stable = false;
    }
  }
  return result;
}

inline bool same_value(double a, double b, double relative) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b || std::abs(a - b) <= relative * std::max(std::abs(a), std::abs(b));
}

enum class Precision { full, single };

// `text` is what the program printed. Values are left out that a few roundings change by more than
// the tolerance: mathematical libraries, and compilers that compute constants, differ in the last
// place.
inline void expect_agreement(const ExportSample& sample, const std::string& text,
                             Precision precision) {
  std::istringstream lines(text);
  const bool single = precision == Precision::single;
  const double tolerance = single ? 1e-5 : 1e-12;
  std::size_t left_out = 0, total = 0;
  for (const ExportedModel& model : sample.models) {
    const Expression& expression = model.formula.expression;
    for (std::size_t r = 0; r < sample.rows.size(); ++r) {
      std::string line;
      ASSERT_TRUE(std::getline(lines, line)) << model.formula.target;
      char* rest = nullptr;
      const double value = std::strtod(line.c_str(), &rest);
      const double expected = evaluate(expression, sample.rows[r]);
      ++total;
      if (!same_value(value, expected, tolerance)) {
        const Conditioning noise = conditioning(expression, sample.rows[r], single);
        ASSERT_TRUE(!noise.stable || noise.error > tolerance / 20 * std::abs(expected))
            << model.formula.target << ", row " << r << ": " << value << ", expected " << expected
            << "\n"
            << format_infix(expression, model.formula.variables);
        ++left_out;
      }
      if (single) continue;
      const double upper = std::strtod(rest, &rest);
      EXPECT_TRUE(same_value(upper, upper_bound(model.bounds, value, sample.level), 1e-15))
          << model.formula.target << ", row " << r << ": " << upper << " above " << value;
      EXPECT_EQ(std::strtod(rest, &rest), in_range(*model.range, sample.rows[r]))
          << model.formula.target << ", row " << r;
    }
  }
  std::string rest;
  EXPECT_FALSE(std::getline(lines, rest));
  // Most of what is left out in float is out of its range.
  EXPECT_LE(static_cast<double>(left_out), (single ? 0.4 : 0.02) * static_cast<double>(total));
  ::testing::Test::RecordProperty("values", static_cast<int>(total));
  ::testing::Test::RecordProperty("left_out", static_cast<int>(left_out));
}

// Hexadecimal: exact in C99, Python's float.fromhex and strtod.
inline std::string hex(double value) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%a", value);
  return buffer;
}

// All rows, each in `open` and `close`, numbers spelled by `number`.
inline std::string spell_rows(const ExportSample& sample, const std::string& open,
                              const std::string& close,
                              const std::function<std::string(double)>& number) {
  std::string text;
  for (const auto& row : sample.rows) {
    text += open;
    for (const double value : row) text += number(value) + ", ";
    text += close + ",\n";
  }
  return text;
}

// The Python that has the packages that the tests need: $MEMLAW_TEST_PYTHON or python3.
inline std::string python() {
  const char* const chosen = std::getenv("MEMLAW_TEST_PYTHON");
  return chosen != nullptr ? chosen : "python3";
}
inline bool python_has(const std::string& package) {
  return std::system((python() + " -c 'import " + package + "' > /dev/null 2>&1").c_str()) == 0;
}

}  // namespace memlaw::testing

#define SKIP_WITHOUT_PACKAGE(package)                                    \
  if (!::memlaw::testing::python_has(package)) {                         \
    GTEST_SKIP() << ::memlaw::testing::python() << " has no " << package \
                 << "; set MEMLAW_TEST_PYTHON to a Python that has it";  \
  }
