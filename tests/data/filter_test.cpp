#include "memlaw/data/filter.hpp"

#include <gtest/gtest.h>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"

namespace memlaw {
namespace {

using Rows = std::vector<std::size_t>;

Table table() {
  return parse_csv(
      "n,status,dtype,x > y,empty\n"
      "1,ok,float32,1,\n"
      "2,error,float64,2,\n"
      ",ok,\"a, b\",3,\n"
      "4,,float32,4,5\n",
      "t.csv");
}

Rows rows(const std::vector<std::string>& conditions) { return filter_rows(table(), conditions); }

std::string error_of(const std::string& condition) {
  try {
    filter_rows(table(), {condition});
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Filter, KeepsEveryRowWithoutConditions) { EXPECT_EQ(rows({}), (Rows{0, 1, 2, 3})); }

TEST(Filter, ComparesNumbers) {
  EXPECT_EQ(rows({"n == 2"}), (Rows{1}));
  EXPECT_EQ(rows({"n==2.0"}), (Rows{1}));
  EXPECT_EQ(rows({"n < 2"}), (Rows{0}));
  EXPECT_EQ(rows({"n <= 2"}), (Rows{0, 1}));
  EXPECT_EQ(rows({"n > 1"}), (Rows{1, 3}));
  EXPECT_EQ(rows({"n >= +4"}), (Rows{3}));
  EXPECT_EQ(rows({"n in 1, 4,7"}), (Rows{0, 3}));
}

TEST(Filter, ComparesTexts) {
  EXPECT_EQ(rows({"status == ok"}), (Rows{0, 2}));
  EXPECT_EQ(rows({"dtype in float64, 'a, b'"}), (Rows{1, 2}));
  EXPECT_EQ(rows({"dtype == \"a, b\""}), (Rows{2}));
  EXPECT_EQ(rows({"status == Ok"}), Rows{});
}

TEST(Filter, LetsAMissingCellSatisfyOnlyNotEqual) {
  EXPECT_EQ(rows({"n != 1"}), (Rows{1, 2, 3}));
  EXPECT_EQ(rows({"status != ok"}), (Rows{1, 3}));
  EXPECT_EQ(rows({"empty != 5"}), (Rows{0, 1, 2}));
}

TEST(Filter, RequiresEveryCondition) { EXPECT_EQ(rows({"status == ok", "n >= 1"}), (Rows{0})); }

TEST(Filter, ReadsQuotedColumnNames) { EXPECT_EQ(rows({"'x > y' >= 3"}), (Rows{2, 3})); }

TEST(Filter, SaysWhatIsWrong) {
  EXPECT_EQ(error_of("status = ok"), "where: 'status = ok': '=' is not an operator; write '=='");
  EXPECT_NE(error_of("status").find("has no operator; expected COLUMN OP VALUE"),
            std::string::npos);
  EXPECT_NE(error_of("statsu == ok").find("did you mean 'status'?"), std::string::npos);
  EXPECT_NE(error_of("n == many").find("expected a number instead of 'many'"), std::string::npos);
  EXPECT_NE(error_of("n > nan").find("expected a number"), std::string::npos);
  EXPECT_NE(error_of("n ==").find("the value is missing"), std::string::npos);
  EXPECT_NE(error_of("== 3").find("the column is missing"), std::string::npos);
  EXPECT_NE(error_of("n in 1,,2").find("a value is missing"), std::string::npos);
  EXPECT_NE(error_of("status > ok").find("is text; expected ==, != or in"), std::string::npos);
  EXPECT_NE(error_of("status == \"ok").find("not closed"), std::string::npos);
  EXPECT_NE(error_of("\"status == ok").find("not closed"), std::string::npos);
  EXPECT_NE(error_of("n === 3").find("expected COLUMN OP VALUE"), std::string::npos);
  EXPECT_NE(error_of("").find("has no operator"), std::string::npos);
}

}  // namespace
}  // namespace memlaw
