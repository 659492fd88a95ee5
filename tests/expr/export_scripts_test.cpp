// Exported Python, NumPy and JavaScript is run, and compared with evaluate().
#include <gtest/gtest.h>

#include "expr/export_sample.hpp"
#include "expr/workplace.hpp"

namespace memlaw {
namespace {

using std::string;
using testing::ExportSample;
using testing::Precision;
using testing::Workplace;

// Levels as bytes, so that no quoting is needed.
string python_levels(const ExportSample& sample) {
  string text = "levels = [\n";
  for (const Variable& variable : sample.variables()) {
    text += "  [";
    for (const string& level : variable.levels) {
      text += "bytes([";
      for (const char c : level) text += std::to_string(static_cast<unsigned char>(c)) + ", ";
      text += "]).decode(), ";
    }
    text += "],\n";
  }
  return text + "]\n";
}

string python_rows(const ExportSample& sample) {
  return "rows = [\n" +
         testing::spell_rows(
             sample, "[", "]",
             [](double value) { return "float.fromhex('" + testing::hex(value) + "')"; }) +
         "]\n" + python_levels(sample) +
         "rows = [[l[int(x)] if l else x for x, l in zip(row, levels)] for row in rows]\n";
}

TEST(FormatPython, ComputesBoundsAndRangesAsEvaluateDoes) {
  SKIP_WITHOUT("python3");
  const ExportSample sample = testing::export_sample(300);
  const Workplace place;
  for (const ExportedModel& model : sample.models) {
    place.write(model.formula.target + ".py", format_python(model));
  }
  place.write("main.py", python_rows(sample) +
                             "import importlib\n"
                             "for k in range(" +
                             std::to_string(sample.models.size()) +
                             "):\n"
                             "    name = 'f%d' % k\n"
                             "    m = importlib.import_module(name)\n"
                             "    for row in rows:\n"
                             "        print(getattr(m, name)(*row).hex(),\n"
                             "              getattr(m, name + '_upper')(*row, " +
                             std::to_string(sample.level) +
                             ").hex(),\n"
                             "              int(getattr(m, name + '_in_training_range')(*row)))\n");
  ASSERT_TRUE(place.run("python3 main.py > values"));
  testing::expect_agreement(sample, place.read("values"), Precision::full);
}

TEST(FormatNumpy, ComputesWhatEvaluateComputesOnArrays) {
  SKIP_WITHOUT_PACKAGE("numpy");
  const ExportSample sample = testing::export_sample();
  const Workplace place;
  for (const ExportedModel& model : sample.models) {
    place.write(model.formula.target + ".py", format_numpy(model));
  }
  place.write("main.py", python_rows(sample) +
                             "import importlib, warnings\n"
                             "import numpy as np\n"
                             "warnings.simplefilter('error')\n"
                             "columns = [np.array(column) for column in zip(*rows)]\n"
                             "for k in range(" +
                             std::to_string(sample.models.size()) +
                             "):\n"
                             "    name = 'f%d' % k\n"
                             "    m = importlib.import_module(name)\n"
                             "    values = getattr(m, name)(*columns)\n"
                             "    bounds = getattr(m, name + '_upper')(*columns, " +
                             std::to_string(sample.level) +
                             ")\n"
                             "    inside = getattr(m, name + '_in_training_range')(*columns)\n"
                             "    for v, u, i in zip(values, bounds, inside, strict=True):\n"
                             "        print(float(v).hex(), float(u).hex(), int(i))\n");
  ASSERT_TRUE(place.run(testing::python() + " main.py > values"));
  testing::expect_agreement(sample, place.read("values"), Precision::full);
}

TEST(FormatNumpy, TakesNumbersBroadcastsArraysAndReadsCsv) {
  SKIP_WITHOUT_PACKAGE("numpy");
  const Formula formula = parse_formula(
      "variable side\nvariable unused\nvariable mode {\"a,b\", b}\n"
      "y = 2*side + c[mode: \"a,b\"=1, b=2]",
      "f");
  const Workplace place;
  place.write("f.py", format_numpy({.formula = formula}));
  place.write("main.py",
              "import numpy as np\nfrom f import y\n"
              "assert y(3, 0, 'a,b') == 7.0 and np.shape(y(3, 0, 'b')) == ()\n"
              "assert np.isnan(y(3, 0, 'new'))\n"
              "assert y([[1], [2]], 0, ['a,b', 'b']).tolist() == [[3.0, 4.0], [5.0, 6.0]]\n"
              "assert y(1, [1, 2, 3], 'b').tolist() == [4.0, 4.0, 4.0]\n");
  EXPECT_TRUE(place.run(testing::python() + " main.py"));
  place.write("rows.csv", "mode,side,unused\n\"a,b\",3,0\nnew,1,0\n");
  ASSERT_TRUE(place.run(testing::python() + " f.py < rows.csv > values"));
  EXPECT_EQ(place.read("values"), "7.0\nnan\n");
}

TEST(FormatJavascript, ComputesWhatEvaluateComputes) {
  SKIP_WITHOUT("node");
  const ExportSample sample = testing::export_sample();
  string rows = "const rows = [\n" +
                testing::spell_rows(sample, "[", "]",
                                    [](double value) {
                                      if (std::isnan(value)) return string("NaN");
                                      char buffer[64];
                                      std::snprintf(buffer, sizeof buffer, "%.17e", value);
                                      return string(buffer);
                                    }) +
                "];\nconst levels = [\n";
  for (const Variable& variable : sample.variables()) {
    rows += "  [";
    for (const string& level : variable.levels) {
      rows += "Buffer.from([";
      for (const char c : level) rows += std::to_string(static_cast<unsigned char>(c)) + ", ";
      rows += "]).toString(), ";
    }
    rows += "],\n";
  }
  string imports, calls;
  const Workplace place;
  for (const ExportedModel& model : sample.models) {
    const string& name = model.formula.target;
    place.write(name + ".mjs", format_javascript(model));
    imports += "import * as " + name + " from './" + name + ".mjs';\n";
    calls += "print(" + name + "." + name + ", " + name + "." + name + "_upper, " + name + "." +
             name + "_in_training_range);\n";
  }
  place.write("main.mjs",
              imports + rows +
                  "];\nconst lines = [];\n"
                  "function print(f, upper, inside) {\n"
                  "  for (const row of rows) {\n"
                  "    const r = row.map((x, i) => levels[i].length ? levels[i][x] : x);\n"
                  "    lines.push(`${f(...r)} ${upper(...r, " +
                  std::to_string(sample.level) + ")} ${Number(inside(...r))}`);\n  }\n}\n" + calls +
                  "console.log(lines.join('\\n'));\n");
  ASSERT_TRUE(place.run("node main.mjs > values"));
  testing::expect_agreement(sample, place.read("values"), Precision::full);
}

TEST(FormatJavascript, ReadsNumbersFromTextAndGivesNanForUnknownLevels) {
  SKIP_WITHOUT("node");
  const Formula formula =
      parse_formula("variable side\nvariable mode {a, b}\ny = side + c[mode: a=1, b=2]", "f");
  const Workplace place;
  place.write("f.mjs", format_javascript({.formula = formula}));
  place.write("main.mjs",
              "import { y } from './f.mjs';\n"
              "console.log(y('3', 'b'), y(1, 'c'), y(1, 'constructor'));\n");
  ASSERT_TRUE(place.run("node main.mjs > values"));
  EXPECT_EQ(place.read("values"), "5 NaN NaN\n");
}

}  // namespace
}  // namespace memlaw
