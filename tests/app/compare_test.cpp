// memlaw compare, on runs of the program itself and on folders that are not runs.
#include "app/process.hpp"
#include "memlaw/data/csv.hpp"

namespace memlaw {
namespace {

class Compare : public test::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    std::string text = "side,batch,peak_bytes\n";
    for (int r = 0; r < 30; ++r) {
      const int side = 8 + (r * 7) % 33;
      const int batch = 1 + r % 4;
      text += std::to_string(side) + "," + std::to_string(batch) + "," +
              std::to_string(24000 + 12 * batch * side * side) + "\n";
    }
    write("runs.csv", text);
    write("e.ini",
          "[data]\nfile = runs.csv\ntarget = peak_bytes\n[split]\ncount = 2\n[models]\nuse = "
          "log-linear\n");
  }
  void run(const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"run", "e.ini", "--out", out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const test::Outcome outcome = memlaw(arguments);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
  }
};

TEST_F(Compare, PutsRunsSideBySideInEveryForm) {
  run("one");
  run("two", {"--set", "models.use=linear"});
  const test::Outcome text = memlaw({"compare", "one", "two/"});
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* const part : {"one: peak_bytes of 30 rows", "splits: 2 random", "Test MAPE",
                                 "RMSE", "R2", "log-linear"}) {
    EXPECT_NE(text.out.find(part), std::string::npos) << part << "\n" << text.out;
  }
  EXPECT_EQ(text.out.find("differ"), std::string::npos) << text.out;

  const test::Outcome csv = memlaw({"compare", "--csv", "one", "two"});
  ASSERT_EQ(csv.code, 0) << csv.err;
  const Table table = parse_csv(csv.out, "compare");
  EXPECT_EQ(table.rows(), 5u);
  // The figures are those of the runs: one seed gives both the same linear model.
  const Column& mape = table.at("mape_percent");
  const Column& model = table.at("model");
  std::vector<double> linear;
  for (std::size_t r = 0; r < table.rows(); ++r) {
    if (model.text(r) == "linear") linear.push_back(mape.numbers[r]);
  }
  ASSERT_EQ(linear.size(), 2u);
  EXPECT_EQ(linear[0], linear[1]);

  const test::Outcome markdown = memlaw({"compare", "--markdown", "one", "two"});
  EXPECT_NE(markdown.out.find("| model | one | two |"), std::string::npos) << markdown.out;
  EXPECT_NE(markdown.out.find("| log-linear |"), std::string::npos) << markdown.out;
  EXPECT_NE(markdown.out.find(" | - |"), std::string::npos) << markdown.out;
}

TEST_F(Compare, SaysThatRunsDifferAndTellsFoldersOfOneNameApart) {
  run("a/run");
  run("b/run", {"--seed", "2"});
  const test::Outcome outcome = memlaw({"compare", "a/run", "b/run"});
  EXPECT_NE(outcome.out.find("different test rows"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("a/run: peak_bytes"), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("b/run: peak_bytes"), std::string::npos) << outcome.out;
}

TEST_F(Compare, RefusesWhatIsNotARun) {
  run("good");
  expect_refusal({"compare"}, {"REPORT_FOLDER", "missing"});
  expect_refusal({"compare", "good", "none"}, {"none", "not a folder"});
  expect_refusal({"compare", "runs.csv"}, {"runs.csv", "not a folder"});
  std::filesystem::create_directories(file("empty"));
  expect_refusal({"compare", "empty"}, {"empty", "metrics.json"});
  expect_refusal({"compare", "good", "--csv", "--markdown"}, {"--markdown", "--csv"});

  const std::string metrics = read_file(file("good/metrics.json"));
  for (const std::size_t length : {std::size_t{0}, metrics.size() / 2, metrics.size() - 3}) {
    write("empty/metrics.json", metrics.substr(0, length));
    expect_refusal({"compare", "empty"}, {"empty/metrics.json", "cut off"});
  }
  for (const char* const foreign : {"{\"a\": 1}", "[]", "3", "null", "{\"summary\": 5}"}) {
    write("empty/metrics.json", foreign);
    expect_refusal({"compare", "good", "empty"}, {"empty/metrics.json", "not the metrics.json"});
  }
  std::string edited = metrics;
  edited.replace(edited.find("\"median\": "), 10, "\"median\": \"many\", \"m\": ");
  write("empty/metrics.json", edited);
  expect_refusal({"compare", "empty"}, {"empty/metrics.json", "not a number"});
}

}  // namespace
}  // namespace memlaw
