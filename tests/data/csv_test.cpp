#include "memlaw/data/csv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

Table parse(std::string_view text) { return parse_csv(text, "t.csv"); }

std::string error_of(std::string_view text, const CsvOptions& options = {}) {
  try {
    parse_csv(text, "t.csv", options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

// The cells of a column as text.
std::vector<std::string> cells(const Table& table, std::string_view name) {
  std::vector<std::string> result;
  const Column& column = table.at(name);
  for (std::size_t row = 0; row < table.rows(); ++row) result.push_back(column.text(row));
  return result;
}

using Texts = std::vector<std::string>;

// A file that lives as long as the object.
class ScratchFile {
 public:
  explicit ScratchFile(std::string_view bytes)
      : path_(fs::temp_directory_path() /
              ("memlaw_csv_test_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
    std::ofstream(path_, std::ios::binary) << bytes;
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { fs::remove(path_); }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

TEST(Csv, ReadsNumbersAndTexts) {
  const Table table = parse("a,b,c\n1,x,2.5\n-3e2,y,\n4,x,.5\n");
  ASSERT_EQ(table.columns.size(), 3u);
  EXPECT_EQ(table.at("a").numbers, (std::vector<double>{1, -300, 4}));
  EXPECT_EQ(table.at("b").type, ColumnType::text);
  EXPECT_EQ(table.at("b").levels, (Texts{"x", "y"}));
  EXPECT_EQ(table.at("b").codes, (std::vector<std::int32_t>{0, 1, 0}));
  EXPECT_EQ(table.at("b").first_text_row, 0u);
  EXPECT_TRUE(table.at("c").is_missing(1));
  EXPECT_TRUE(std::isnan(table.at("c").numbers[1]));
  EXPECT_EQ(table.line_of_row, (std::vector<std::uint32_t>{2, 3, 4}));
}

TEST(Csv, KeepsQuotedNewlinesInsideAField) {
  const Table table = parse("a,b\n\"x\ny\",1\n\"p\r\nq\",2\nz,3\n");
  EXPECT_EQ(cells(table, "a"), (Texts{"x\ny", "p\r\nq", "z"}));
  EXPECT_EQ(table.line_of_row, (std::vector<std::uint32_t>{2, 4, 6}));
}

TEST(Csv, ReadsDoubledQuotesAndQuotedSeparators) {
  EXPECT_EQ(cells(parse("a,b\n\"say \"\"hi\"\"\",\"1,2\"\n"), "a"), (Texts{"say \"hi\""}));
  EXPECT_EQ(cells(parse("a,b\n\"say \"\"hi\"\"\",\"1,2\"\n"), "b"), (Texts{"1,2"}));
  EXPECT_EQ(cells(parse("a\n\"\"\"\"\n"), "a"), (Texts{"\""}));
}

TEST(Csv, AcceptsEveryLineEndAndAMissingLastOne) {
  for (const char* text : {"a,b\n1,2\n3,4\n", "a,b\r\n1,2\r\n3,4\r\n", "a,b\r1,2\r3,4\r",
                           "a,b\n1,2\n3,4", "\n\na,b\n\n1,2\r\n  \n3,4\n\n\n"}) {
    const Table table = parse(text);
    EXPECT_EQ(table.at("a").numbers, (std::vector<double>{1, 3})) << text;
    EXPECT_EQ(table.at("b").numbers, (std::vector<double>{2, 4})) << text;
  }
}

TEST(Csv, SkipsAByteOrderMark) {
  EXPECT_EQ(parse("\xEF\xBB\xBF"
                  "a\n1\n")
                .names(),
            (Texts{"a"}));
  EXPECT_EQ(error_of("\xEF\xBB\xBF"
                     "a,\n1,2\n")
                .substr(0, 9),
            "t.csv:1:3");
}

TEST(Csv, FindsTheSeparatorByTheHeader) {
  EXPECT_EQ(parse("a;b\n1;2\n").names(), (Texts{"a", "b"}));
  EXPECT_EQ(parse("a\tb\n1\t2\n").names(), (Texts{"a", "b"}));
  EXPECT_EQ(parse("a;b;\"c,d,e\"\n1;2;3\n").names(), (Texts{"a", "b", "c,d,e"}));
  EXPECT_EQ(parse("one\n1\n").names(), (Texts{"one"}));
  EXPECT_EQ(cells(parse("a\tb\n\t2\n1\t\n"), "a"), (Texts{"", "1"}));
  CsvOptions options;
  options.separator = '|';
  EXPECT_EQ(parse_csv("a,x|b\n1|2\n", "t", options).names(), (Texts{"a,x", "b"}));
}

TEST(Csv, TrimsBlanksAroundUnquotedFieldsOnly) {
  const Table table = parse("a , b\n 1 ,  \" x \" \n2,\ty\n");
  EXPECT_EQ(table.at("a").numbers, (std::vector<double>{1, 2}));
  EXPECT_EQ(cells(table, "b"), (Texts{" x ", "y"}));
}

TEST(Csv, TakesAQuotedNumberForANumberAndAQuotedNothingForMissing) {
  const Table table = parse("a\n\"1\"\n\"\"\n2\n");
  EXPECT_EQ(table.at("a").type, ColumnType::numeric);
  EXPECT_TRUE(table.at("a").is_missing(1));
  EXPECT_EQ(table.rows(), 3u);
}

TEST(Csv, TellsANanFromAnEmptyCell) {
  const Column column = parse("a,b\nnan,1\n,2\ninf,3\nNaN,4\n").at("a");
  EXPECT_EQ(column.type, ColumnType::numeric);
  EXPECT_EQ(column.nan_rows, (std::vector<std::size_t>{0, 3}));
  EXPECT_FALSE(column.is_missing(0));
  EXPECT_TRUE(column.is_missing(1));
  EXPECT_EQ(column.text(2), "inf");
}

TEST(Csv, KeepsTheSpellingOfNumbersInAColumnThatTurnsOutToBeText) {
  const Table table = parse("a,b\n,1\n007,2\n1.50,3\nx,4\n7,5\n");
  const Column& column = table.at("a");
  EXPECT_EQ(column.type, ColumnType::text);
  EXPECT_EQ(column.levels, (Texts{"007", "1.50", "x", "7"}));
  EXPECT_EQ(column.codes, (std::vector<std::int32_t>{-1, 0, 1, 2, 3}));
  EXPECT_EQ(column.first_text_row, 3u);
  EXPECT_TRUE(column.numbers.empty());
  EXPECT_EQ(table.at("b").numbers, (std::vector<double>{1, 2, 3, 4, 5}));
}

TEST(Csv, ReadsAFileAsItReadsText) {
  // Longer than the chunks a file is read in, with quotes and CRLF astride their borders.
  constexpr std::uint64_t kSeed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  RandomStream random(kSeed, 0, 0, 0, Purpose::test);
  std::string text = "number,text,late\r\n";
  for (int row = 0; row < 40'000; ++row) {
    text += format_shortest(random.uniform(-1e6, 1e6)) + ",\"a \"\"" +
            std::to_string(random.below(50)) + "\"\"\r\nb\"," +
            (row < 39'999 ? std::to_string(row) : "end") + "\r\n";
  }
  const ScratchFile file(text);
  const Table from_file = read_csv(file.path());
  const Table from_text = parse(text);
  ASSERT_EQ(from_file.rows(), 40'000u);
  EXPECT_EQ(from_file.source, file.path().string());
  EXPECT_EQ(from_file.line_of_row, from_text.line_of_row);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(from_file.columns[i].numbers, from_text.columns[i].numbers);
    EXPECT_EQ(from_file.columns[i].codes, from_text.columns[i].codes);
    EXPECT_EQ(from_file.columns[i].levels, from_text.columns[i].levels);
  }
  EXPECT_EQ(from_file.at("text").levels.size(), 50u);
  EXPECT_EQ(from_file.at("late").levels[123], "123");
}

TEST(Csv, ReadsBackWhatCsvFieldWrote) {
  constexpr std::uint64_t kSeed = 11;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  RandomStream random(kSeed, 0, 0, 0, Purpose::test);
  constexpr std::string_view kAlphabet = "ab1.,;\t\"\n\r '\xC3\xA9";
  Texts expected;
  std::string text = "n,x\n";
  for (int row = 0; row < 5000; ++row) {
    std::string cell = "x";
    for (std::uint32_t i = random.below(8); i > 0; --i) {
      cell += kAlphabet[random.below(static_cast<std::uint32_t>(kAlphabet.size()))];
    }
    // Blanks and quotes at the front matter too.
    if (random.chance(0.5)) cell = cell.substr(1) + 'x';
    text += "0," + csv_field(cell) + "\n";
    expected.push_back(cell);
  }
  EXPECT_EQ(cells(parse(text), "x"), expected);
}

TEST(Csv, QuotesOnlyWhatNeedsIt) {
  EXPECT_EQ(csv_field("plain text"), "plain text");
  EXPECT_EQ(csv_field(""), "");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("a\"b"), "\"a\"\"b\"");
  EXPECT_EQ(csv_field(" edge"), "\" edge\"");
  EXPECT_EQ(csv_field("\xEF\xBB\xBFx"), "\"\xEF\xBB\xBFx\"");
}

TEST(Csv, ReportsAMissingFile) {
  EXPECT_THROW(
      {
        try {
          read_csv("/nonexistent/data.csv");
        } catch (const InputError& error) {
          EXPECT_NE(std::string(error.what()).find("/nonexistent/data.csv"), std::string::npos);
          throw;
        }
      },
      InputError);
  EXPECT_THROW(read_csv(fs::temp_directory_path()), InputError);
}

struct BadCase {
  const char* name;
  std::string text;
  const char* where;
  const char* message;
};

void PrintTo(const BadCase& test, std::ostream* out) { *out << test.name; }

class BadCsv : public testing::TestWithParam<BadCase> {};

TEST_P(BadCsv, IsReportedWithItsPlace) {
  const std::string error = error_of(GetParam().text);
  EXPECT_EQ(error.substr(0, std::string(GetParam().where).size()), GetParam().where) << error;
  EXPECT_NE(error.find(GetParam().message), std::string::npos) << error;
}

INSTANTIATE_TEST_SUITE_P(
    All, BadCsv,
    testing::Values(
        BadCase{"Empty", "", "t.csv: ", "the file is empty"},
        BadCase{"BlankLines", "\n \r\n\n", "t.csv: ", "the file is empty"},
        BadCase{"HeaderOnly", "\na,b\n\n", "t.csv:2: ", "a header and no rows"},
        BadCase{"TooManyFields", "a,b\n1,2\n1,2,3,4\n",
                "t.csv:3:5: ", "the row has 4 fields; expected 2"},
        BadCase{"TooFewFields", "a,b,c\n1,2,3\n\n1,2\n",
                "t.csv:4:3: ", "the row has 2 fields; expected 3"},
        BadCase{"DuplicateColumn", "a,b,a\n1,2,3\n", "t.csv:1:5: ", "two columns are named 'a'"},
        BadCase{"EmptyName", "a,,c\n1,2,3\n", "t.csv:1:3: ", "column 2 has no name"},
        BadCase{"Nul", std::string("a,b\n1,2\n3,\0\n", 12), "t.csv:3:3: ", "binary file"},
        BadCase{"Utf16",
                "\xFF\xFE"
                "a,b",
                "t.csv:1:1: ", "UTF-16"},
        BadCase{"UnterminatedQuote", "a,b\n1,2\n3,\"x\n4,5\n", "t.csv:3:3: ", "never closed"},
        BadCase{"TextAfterQuote", "a,b\n1,\"x\"y\n", "t.csv:2:6: ", "text after a closing quote"},
        BadCase{"StrayQuote", "a,b\n1,x\"y\n", "t.csv:2:4: ", "a quote inside an unquoted field"}),
    [](const testing::TestParamInfo<BadCase>& test) { return test.param.name; });

TEST(Csv, ReportsALineOfTenMegabytes) {
  const std::string one_field = "a,b\n1,2\n3," + std::string(10'000'000, 'x') + "\n";
  EXPECT_EQ(error_of(one_field).substr(0, 45), "t.csv:3:3: a field of more than 1048576 bytes");
  const std::string separators = "a,b\n1,2\n3," + std::string(10'000'000, ',') + "\n";
  EXPECT_EQ(error_of(separators).substr(0, 58),
            "t.csv:3:4: the row has 10000002 fields; expected 2, as in ");
  const std::string in_quotes = "a,b\n1,2\n3,\"" + std::string(10'000'000, 'x') + "\"\n";
  EXPECT_NE(error_of(in_quotes).find("t.csv:3:3: the quote that opens here"), std::string::npos);
  const std::string header = std::string(10'000'000, 'x');
  EXPECT_EQ(error_of(header).substr(0, 45), "t.csv:1:1: a field of more than 1048576 bytes");
}

TEST(Csv, FindsANulByteBeyondTheFirstChunk) {
  std::string text = "a\n";
  for (int row = 0; row < 200'000; ++row) text += "12\n";
  const ScratchFile file(text + std::string(1, '\0') + "\n");
  EXPECT_THROW(read_csv(file.path()), InputError);
}

TEST(Csv, RefusesAnImpossibleSeparator) {
  CsvOptions options;
  options.separator = '"';
  EXPECT_NE(error_of("a\n1\n", options).find("separator"), std::string::npos);
}

TEST(Csv, ReadsTheMeasuredDatasets) {
  const fs::path folder = fs::path(MEMLAW_SOURCE_DIR) / "datasets";
  const Table unet = read_csv(folder / "unet3d_cpu.csv");
  EXPECT_EQ(unet.rows(), 304u);
  EXPECT_EQ(unet.at("optimizer").levels.size(), 4u);
  EXPECT_EQ(unet.at("peak_bytes").numbers[0], 585244672.0);
  EXPECT_EQ(read_csv(folder / "unet3d_grid_cpu.csv").rows(), 96u);
  EXPECT_EQ(read_csv(folder / "zoo_cpu.csv").rows(), 453u);
}

TEST(Table, SuggestsTheNearestColumn) {
  const Table table = parse("peak_bytes,levels\n1,2\n");
  EXPECT_EQ(table.find("peak"), nullptr);
  try {
    table.at("peak_byte");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "t.csv: has no column 'peak_byte'; did you mean 'peak_bytes'?");
  }
  try {
    table.at("zzz");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(), "t.csv: has no column 'zzz'; its columns are: peak_bytes, levels");
  }
}

}  // namespace
}  // namespace memlaw
