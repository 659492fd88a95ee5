// A model of every kind, saved by one process and used by another.
#include "memlaw/base/number.hpp"
#include "memlaw/models/regressor.hpp"
#include "models/every_model.hpp"
#include "models/make_data.hpp"
#include "process.hpp"

namespace memlaw {
namespace {

double law(double x, double n, int kind) { return 1e9 * x * n + 3e8 * kind + 1.0 / 3.0; }

class FreshProcess : public test::InFolder, public testing::WithParamInterface<std::string> {
 protected:
  void write_table(const std::string& name, const Dataset& data) {
    std::string text = "kind,x,n\n";  // another order than the model's
    for (std::size_t r = 0; r < data.rows(); ++r) {
      text += data.variables[2].levels[static_cast<std::size_t>(data.columns[2][r])] + "," +
              format_shortest(data.columns[0][r]) + "," + format_shortest(data.columns[1][r]) +
              "\n";
    }
    write(name, text);
  }
};

TEST_P(FreshProcess, PredictsTheSameBits) {
  const Dataset train = test::make_data(60, 1, law);
  const Dataset other = test::make_data(200, 2, law);
  const auto model = test::small_model(GetParam());
  model->fit(train);
  save_model(*model, train, file("model.json").string());
  write_table("new.csv", other);
  const test::Outcome outcome = memlaw({"predict", "model.json", "new.csv"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  // The shortest text that reads back to the same bits.
  std::string expected = "predicted_y\n";
  for (const double y : model->predict(other)) expected += format_shortest(y) + "\n";
  EXPECT_EQ(outcome.out, expected);
}

TEST_P(FreshProcess, RefusesATruncatedModelAnUnknownLevelAndAMissingColumn) {
  const Dataset train = test::make_data(40, 1, law);
  const auto model = test::small_model(GetParam());
  model->fit(train);
  save_model(*model, train, file("model.json").string());
  const std::string text = read_file(file("model.json"));
  write("cut.json", text.substr(0, text.size() / 2));
  write("good.csv", "x,n,kind\n1,2,a\n");
  write("level.csv", "x,n,kind\n1,2,a\n1,2,d\n");
  write("column.csv", "x,kind\n1,a\n");
  expect_refusal({"predict", "cut.json", "good.csv"}, {"cut.json", "no valid JSON"});
  expect_refusal({"predict", "model.json", "level.csv"}, {"level.csv:3", "'d'", "a, b, c"});
  expect_refusal({"predict", "model.json", "column.csv"}, {"column.csv", "'n'"});
}

INSTANTIATE_TEST_SUITE_P(Models, FreshProcess,
                         testing::ValuesIn(regressor_names().begin(), regressor_names().end()),
                         test::test_name);

}  // namespace
}  // namespace memlaw
