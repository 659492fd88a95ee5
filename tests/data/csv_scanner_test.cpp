#include "csv_scanner.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

// Gives the header line at once, and the rest in pieces of a few bytes.
class PieceSource : public ByteSource {
 public:
  PieceSource(std::string_view text, std::size_t piece_size)
      : text_(text), piece_size_(piece_size) {}
  std::string_view next() override {
    const std::size_t size = position_ == 0 ? text_.find('\n') + 1 : piece_size_;
    // A copy on the heap, gone at the next call: sanitizers see a view that outlives its piece.
    piece_ = std::string(text_.substr(position_, size));
    piece_.shrink_to_fit();
    position_ += piece_.size();
    return piece_;
  }
  void rewind() override { position_ = 0; }
  std::size_t size_hint() const override { return 0; }

 private:
  std::string_view text_;
  std::size_t piece_size_;
  std::size_t position_ = 0;
  std::string piece_;
};

// Every record with the place of every field, or the error.
std::string scan(std::string_view text, std::size_t piece_size) {
  PieceSource source(text, piece_size);
  std::string result;
  try {
    CsvScanner scanner(source, "t", CsvOptions{});
    CsvRecord record;
    while (scanner.next(record, 3)) {
      result += std::to_string(record.line) + " (" + std::to_string(record.field_count) + "):";
      for (std::size_t i = 0; i < record.fields.size(); ++i) {
        result += ' ' + std::to_string(record.fields[i].line) + '.' +
                  std::to_string(record.fields[i].column) + '[' + std::string(record[i]) + ']';
      }
      result += '\n';
    }
  } catch (const InputError& error) {
    result += error.what();
  }
  return result;
}

TEST(CsvScanner, PlacesEveryField) {
  EXPECT_EQ(scan("a,b\n\n 1,\"x\r\ny\" ,,5\nz", 100),
            "1 (2): 1.1[a] 1.3[b]\n"
            "3 (4): 3.2[1] 3.4[x\r\ny] 4.5[]\n"
            "5 (1): 5.1[z]\n");
}

TEST(CsvScanner, GivesTheSameForPiecesOfAnySize) {
  constexpr std::uint64_t kSeed = 3;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  RandomStream random(kSeed, 0, 0, 0, Purpose::test);
  constexpr std::string_view kAlphabet = "aab1,,,\"\"\r\n\n \t";
  int clean = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text = "h,i\n";
    for (std::uint32_t i = 1 + random.below(24); i > 0; --i) {
      text += random.chance(0.1)
                  ? "\"q\"\",\r\n\""
                  : std::string(1, kAlphabet[random.below(std::uint32_t{kAlphabet.size()})]);
    }
    const std::string whole = scan(text, text.size());
    if (whole.ends_with('\n')) ++clean;
    for (const std::size_t piece_size : {1u, 2u, 3u, 7u}) {
      ASSERT_EQ(scan(text, piece_size), whole) << testing::PrintToString(text);
    }
  }
  EXPECT_GT(clean, 1000);  // not errors only
}

}  // namespace
}  // namespace memlaw
