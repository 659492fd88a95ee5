#include "memlaw/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace memlaw {
namespace {

TEST(Location, LeavesOutWhatIsNotKnown) {
  EXPECT_EQ((Location{"runs.csv", 12, 7}.to_string()), "runs.csv:12:7");
  EXPECT_EQ((Location{"runs.csv", 12}.to_string()), "runs.csv:12");
  EXPECT_EQ((Location{"runs.csv"}.to_string()), "runs.csv");
  EXPECT_EQ((Location{"", 3, 4}.to_string()), "3:4");
  EXPECT_EQ(Location{}.to_string(), "");
}

TEST(InputError, PrefixesTheMessageWithThePlace) {
  const InputError error({"runs.csv", 2, 3}, "not a number");
  EXPECT_STREQ(error.what(), "runs.csv:2:3: not a number");
  EXPECT_EQ(error.location().line, 2u);
  EXPECT_STREQ(InputError(Location{}, "no place").what(), "no place");
  EXPECT_STREQ(InputError("plain").what(), "plain");
}

TEST(Quote, KeepsOrdinaryTextAndValidUtf8) {
  EXPECT_EQ(quote("batch_size"), "'batch_size'");
  EXPECT_EQ(quote(""), "''");
  EXPECT_EQ(quote("größe €𝄞"), "'größe €𝄞'");
}

TEST(Quote, EscapesControlCharacters) {
  EXPECT_EQ(quote("a\tb\r\n"), "'a\\tb\\r\\n'");
  EXPECT_EQ(quote(std::string_view("\0\x1b[31m\x7f", 7)), "'\\x00\\x1b[31m\\x7f'");
  EXPECT_EQ(quote("\xC2\x9B"), "'\xEF\xBF\xBD'");  // CSI as one character
}

TEST(Quote, ReplacesBytesThatAreNotUtf8) {
  const std::string bad = "\xEF\xBF\xBD";
  EXPECT_EQ(quote("\xFF"), "'" + bad + "'");
  EXPECT_EQ(quote("\xC0\x80"), "'" + bad + bad + "'");                      // overlong
  EXPECT_EQ(quote("\xED\xA0\x80"), "'" + bad + bad + bad + "'");            // surrogate
  EXPECT_EQ(quote("\xE2\x82"), "'" + bad + bad + "'");                      // cut off
  EXPECT_EQ(quote("\xF4\x90\x80\x80"), "'" + bad + bad + bad + bad + "'");  // too large
}

TEST(Quote, ShortensLongTextAtACharacterBoundary) {
  EXPECT_EQ(quote("abcdef", 6), "'abcdef'");
  EXPECT_EQ(quote("abcdefg", 6), "'abcdef...'");
  EXPECT_EQ(quote("ab€", 4), "'ab...'");
  EXPECT_EQ(quote(std::string(10'000'000, 'x')), "'" + std::string(40, 'x') + "...'");
}

}  // namespace
}  // namespace memlaw
