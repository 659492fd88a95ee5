// Every kind of wrong input: a clear message, exit code 2, nothing left behind.
#include "app/process.hpp"

namespace memlaw {
namespace {

class BadInput : public test::InFolder {
 protected:
  // `memlaw fit` on this table is refused with a message that has all the parts.
  void expect_table_refused(const std::string& table, const std::vector<std::string>& parts,
                            const std::vector<std::string>& options = {}) {
    write("t.csv", table);
    std::vector<std::string> arguments = {"fit", "t.csv", "--target", "y", "--out", "out"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    expect_refusal(arguments, parts);
  }
  static std::string good_rows(int rows) {
    std::string text;
    for (int r = 0; r < rows; ++r) {
      text += std::to_string(r + 1) + "," + std::to_string(3 * r + 7) + "\n";
    }
    return text;
  }
};

TEST_F(BadInput, MissingFile) {
  expect_refusal({"fit", "none.csv", "--target", "y"}, {"none.csv"});
  expect_refusal({"run", "none.ini"}, {"none.ini"});
  expect_refusal({"predict", "none.json", "none.csv"}, {"none.json"});
  expect_refusal({"export", "none.expr", "--to", "cpp"}, {"none.expr"});
  expect_refusal({"eval", "none.expr", "none.csv", "--target", "y"}, {"none.expr"});
}

TEST_F(BadInput, EmptyFile) { expect_table_refused("", {"t.csv", "empty"}); }

TEST_F(BadInput, HeaderOnly) { expect_table_refused("x,y\n", {"t.csv", "row"}); }

TEST_F(BadInput, RaggedRow) { expect_table_refused("x,y\n1,2\n1,2,3\n", {"t.csv:3"}); }

TEST_F(BadInput, NonNumericTargetCell) {
  expect_table_refused("x,y\n1,2\n3,many\n4,5\n", {"t.csv:3", "many"});
}

TEST_F(BadInput, DuplicateColumn) {
  expect_table_refused("x,y,x\n1,2,3\n", {"t.csv:1:5", "two columns are named 'x'"});
}

TEST_F(BadInput, UnknownTargetIsAnsweredWithTheNearestColumn) {
  write("t.csv", "side,peak_bytes\n" + good_rows(9));
  expect_refusal({"fit", "t.csv", "--target", "peak_byte"}, {"peak_byte", "peak_bytes"});
}

TEST_F(BadInput, ConstantTarget) {
  expect_table_refused("x,y\n1,5\n2,5\n3,5\n4,5\n5,5\n", {"constant", "y"});
}

TEST_F(BadInput, TargetOfZeroUnderARelativeLoss) {
  expect_table_refused("x,y\n" + good_rows(9) + "10,0\n", {"t.csv:11", "mape", "0"});
}

TEST_F(BadInput, NanOrInfiniteCell) {
  expect_table_refused("x,y\n1,2\nnan,3\n4,5\n", {"t.csv:3"});
  expect_table_refused("x,y\n1,2\n3,inf\n4,5\n", {"t.csv:3"});
}

TEST_F(BadInput, MissingCell) { expect_table_refused("x,y\n1,2\n,3\n4,5\n", {"t.csv:3"}); }

TEST_F(BadInput, OneRow) { expect_table_refused("x,y\n1,2\n", {"1 row"}); }

TEST_F(BadInput, MoreFeaturesThanRows) {
  expect_table_refused("a,b,c,d,e,y\n1,2,3,4,5,6\n2,3,4,5,7,8\n4,4,4,4,4,9\n",
                       {"5 features", "rows"});
}

TEST_F(BadInput, UnknownKeyInAConfig) {
  write("t.csv", "x,y\n" + good_rows(9));
  write("e.ini", "[data]\nfile = t.csv\ntarget = y\n[search]\npopulaton = 5\n");
  expect_refusal({"run", "e.ini"}, {"e.ini:5", "search.population"});
  write("e.ini", "[data]\nfile = t.csv\ntarget = y\n");
  expect_refusal({"run", "e.ini", "--set", "search.populaton=5"},
                 {"--set", "did you mean search.population?"});
  expect_refusal({"run", "e.ini", "--set", "search.max_size=1"}, {"max_size", "1", "5"});
}

TEST_F(BadInput, ConfigWithoutATarget) {
  write("e.ini", "[data]\nfile = t.csv\n");
  expect_refusal({"run", "e.ini"}, {"e.ini", "data.target"});
}

TEST_F(BadInput, BadOperator) {
  expect_table_refused("x,y\n" + good_rows(9), {"sqrrt", "did you mean sqrt?"},
                       {"--operators", "add,sqrrt"});
}

TEST_F(BadInput, BadLoss) {
  expect_table_refused("x,y\n" + good_rows(9), {"mappe", "mape"}, {"--loss", "mappe"});
}

TEST_F(BadInput, UnparsableExpression) {
  write("t.csv", "x,y\n" + good_rows(9));
  expect_refusal({"eval", "2 * (x + ", "t.csv", "--target", "y"}, {"1:"});
  write("f.expr", "variable x\ny = 2 * * x\n");
  expect_refusal({"export", "f.expr", "--to", "cpp"}, {"f.expr:2:"});
  expect_refusal({"eval", "2 * z", "t.csv", "--target", "y"}, {"z"});
}

TEST_F(BadInput, ExpressionNestedAHundredThousandDeep) {
  write("f.expr", "variable x\ny = " + std::string(100000, '(') + "x" + std::string(100000, ')'));
  expect_refusal({"export", "f.expr", "--to", "cpp"}, {"f.expr:2:"});
}

TEST_F(BadInput, UnwritableOutput) {
  write("t.csv", "x,y\n" + good_rows(20));
  write("taken", "a file");
  expect_refusal({"fit", "t.csv", "--target", "y", "--out", "taken/out"}, {"taken"});
  expect_refusal({"fit", "t.csv", "--target", "y", "--out", "/proc/none"}, {"/proc/none"});
  write("f.expr", "variable x\ny = 2 * x\n");
  expect_refusal({"export", "f.expr", "--to", "cpp", "--out", "no/such/folder.hpp"},
                 {"no/such/folder.hpp"});
}

TEST_F(BadInput, LineOfTenMegabytes) {
  expect_table_refused("x,y\n1," + std::string(10'000'000, '7') + "\n", {"t.csv:2"});
  write("f.expr", "variable x\ny = " + std::string(10'000'000, 'x') + "\n");
  expect_refusal({"export", "f.expr", "--to", "cpp"}, {"f.expr:2:"});
}

TEST_F(BadInput, BinaryFile) {
  std::string bytes;
  for (int i = 0; i < 4096; ++i) bytes += static_cast<char>(i * 37 % 256);
  write("t.csv", bytes);
  write("b.ini", bytes);
  write("b.expr", bytes);
  write("b.json", bytes);
  expect_refusal({"fit", "t.csv", "--target", "y"}, {"t.csv"});
  expect_refusal({"run", "b.ini"}, {"b.ini"});
  expect_refusal({"export", "b.expr", "--to", "cpp"}, {"b.expr"});
  expect_refusal({"export", "b.json", "--to", "cpp"}, {"b.json"});
}

TEST_F(BadInput, CommandsAndOptionsAreAnsweredWithTheNearest) {
  expect_refusal({}, {"--help"});
  expect_refusal({"fti"}, {"did you mean fit?"});
  expect_refusal({"fit", "t.csv", "--traget", "y"}, {"did you mean --target?"});
  expect_refusal({"fit", "t.csv"}, {"--target"});
  expect_refusal({"fit", "--target", "y"}, {"DATA.csv"});
  expect_refusal({"fit", "a.csv", "b.csv", "--target", "y"}, {"b.csv"});
  expect_refusal({"fit", "a.csv", "--target"}, {"target"});
  write("f.expr", "variable x\ny = 2 * x\n");
  expect_refusal({"export", "f.expr"}, {"--to"});
  expect_refusal({"export", "f.expr", "--to", "latx"}, {"did you mean latex?"});
  expect_refusal({"export", "f.expr", "--to", "latex", "--digits", "99"}, {"--digits", "17"});
}

}  // namespace
}  // namespace memlaw
