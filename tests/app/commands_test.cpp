// The commands as a user runs them, on input that is right.
#include <sstream>

#include "app/process.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

class Commands : public test::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    std::string text = "side,batch,kind,peak_bytes\n";
    for (int r = 0; r < 40; ++r) {
      const int side = 8 + (r * 7) % 33;
      const int batch = 1 + r % 4;
      const bool adam = r % 3 == 0;
      text += std::to_string(side) + "," + std::to_string(batch) + "," + (adam ? "adam" : "sgd") +
              "," + std::to_string(24000 + 12 * batch * side * side + (adam ? 5000 : 0)) + "\n";
    }
    write("runs.csv", text);
    write("law.expr",
          "variable side \"voxels\"\nvariable batch \"images\"\n"
          "peak_bytes \"bytes\" = 24000 + 12*batch*side^2\n");
  }

  std::vector<std::string> short_fit(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"fit", "runs.csv", "--target", "peak_bytes"};
    for (const char* const set : {"search.generations=3", "search.population=32",
                                  "search.islands=2", "search.max_size=15"}) {
      arguments.insert(arguments.end(), {"--set", set});
    }
    arguments.insert(arguments.end(), {"--time", "0"});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return arguments;
  }
};

TEST_F(Commands, HelpIsEverywhere) {
  EXPECT_NE(memlaw({"--help"}).out.find("Commands:"), std::string::npos);
  EXPECT_TRUE(memlaw({"--version"}).out.starts_with("memlaw "));
  for (const char* const name :
       {"fit", "run", "compare", "eval", "predict", "export", "operators", "devices"}) {
    const test::Outcome outcome = memlaw({name, "--help"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(outcome.out.starts_with(std::string("Usage: memlaw ") + name)) << outcome.out;
  }
  EXPECT_NE(memlaw({"run", "--help-config"}).out.find("max_size"), std::string::npos);
}

TEST_F(Commands, OperatorsListsTheTable) {
  const std::string text = memlaw({"operators"}).out;
  for (const char* const name : {"sqrt", "ceil", "max", "tanh"}) {
    EXPECT_NE(text.find(name), std::string::npos) << name;
  }
}

TEST_F(Commands, EvalPrintsTheAccuracyOfAnExpressionAndOfAFile) {
  const std::vector<std::string> rest = {"runs.csv", "--target", "peak_bytes", "--where",
                                         "kind == sgd"};
  for (const std::string formula : {"24000 + 12*batch*side^2", "law.expr"}) {
    std::vector<std::string> arguments = {"eval", formula};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    const test::Outcome outcome = memlaw(arguments);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("mape_percent     0\n"), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("rows             26\n"), std::string::npos) << outcome.out;
  }
  const test::Outcome constant = memlaw({"eval", "30000", "runs.csv", "--target", "peak_bytes"});
  EXPECT_EQ(constant.code, 0) << constant.err;
  EXPECT_NE(constant.out.find("size             1\n"), std::string::npos) << constant.out;
}

TEST_F(Commands, FitPrintsFormulaAndTableAndWritesNothingUnasked) {
  const std::vector<std::string> before = listing();
  const test::Outcome outcome = memlaw(short_fit({}));
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  for (const char* const part : {"peak_bytes = ", "constant", "linear", "symbolic", "test MAPE"}) {
    EXPECT_NE(outcome.out.find(part), std::string::npos) << part << "\n" << outcome.out;
  }
  EXPECT_EQ(listing(), before);
}

TEST_F(Commands, FitWithOutLeavesAModelThatPredictsAndExports) {
  ASSERT_EQ(memlaw(short_fit({"--out", "out"})).code, 0);
  const test::Outcome predicted = memlaw({"predict", "out/model.json", "runs.csv"});
  ASSERT_EQ(predicted.code, 0) << predicted.err;
  EXPECT_TRUE(predicted.out.starts_with("predicted_peak_bytes\n"));
  EXPECT_EQ(std::count(predicted.out.begin(), predicted.out.end(), '\n'), 41);

  // The exported Python computes what the model predicts.
  const std::string command = "cd " + test::shell_quote(file("").string()) +
                              " && python3 out/formula.py <runs.csv >../python";
  ASSERT_EQ(std::system(command.c_str()), 0);
  std::istringstream ours(predicted.out);
  std::istringstream python(read_file(folder_ / "python"));
  std::string line;
  std::getline(ours, line);
  std::string theirs;
  int rows = 0;
  while (std::getline(ours, line) && std::getline(python, theirs)) {
    const double value = parse_number(line).value();
    EXPECT_NEAR(parse_number(theirs).value(), value, 1e-12 * std::abs(value));
    ++rows;
  }
  EXPECT_EQ(rows, 40);
  for (const char* const form :
       {"cpp", "c", "cuda", "python", "python-scalar", "javascript", "latex", "mathml", "infix"}) {
    EXPECT_EQ(memlaw({"export", "out/model.json", "--to", form}).code, 0) << form;
    EXPECT_EQ(memlaw({"export", "out/formula.expr", "--to", form}).code, 0) << form;
  }
}

TEST_F(Commands, FitGivesTheSameFilesForOneSeed) {
  ASSERT_EQ(memlaw(short_fit({"--out", "one", "--threads", "1"})).code, 0);
  ASSERT_EQ(memlaw(short_fit({"--out", "two", "--threads", "2"})).code, 0);
  EXPECT_EQ(read_file(file("one/formula.expr")), read_file(file("two/formula.expr")));
  EXPECT_EQ(read_file(file("one/predictions.csv")), read_file(file("two/predictions.csv")));
}

TEST_F(Commands, PredictRefusesATableWithoutTheColumns) {
  ASSERT_EQ(memlaw(short_fit({"--out", "out"})).code, 0);
  write("other.csv", "side,kind\n3,adam\n");
  expect_refusal({"predict", "out/model.json", "other.csv"}, {"batch"});
  write("other.csv", "side,batch,kind\n3,1,lion\n");
  expect_refusal({"predict", "out/model.json", "other.csv"}, {"other.csv:2", "lion"});
}

TEST_F(Commands, RunWritesTheReportAndAnInterruptStillDoes) {
  write("e.ini",
        "[data]\nfile = runs.csv\ntarget = peak_bytes\n[split]\ncount = 2\n"
        "[search]\ntime_seconds = 60\n[models]\nuse = log-linear, symbolic, basic\n"
        "basic.formula = law.expr\n");
  const test::Outcome stopped = memlaw({"run", "e.ini"}, "timeout -s INT 2");
  // timeout answers 124 whatever the program returned.
  EXPECT_EQ(stopped.code, 124) << stopped.err;
  EXPECT_TRUE(std::filesystem::exists(file("reports/e/report.html"))) << stopped.err;
  EXPECT_TRUE(std::filesystem::exists(file("reports/e/state.json")));
  const test::Outcome status =
      memlaw({"run", "e.ini", "--out", "elsewhere"}, "timeout --preserve-status -s INT 2");
  EXPECT_EQ(status.code, 130) << status.err;
  EXPECT_NE(status.out.find("interrupted"), std::string::npos) << status.out;
}

}  // namespace
}  // namespace memlaw
