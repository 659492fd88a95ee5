#include "memlaw/base/number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMax = std::numeric_limits<double>::max();
constexpr double kDenormal = std::numeric_limits<double>::denorm_min();

TEST(FormatShortest, WritesKnownValues) {
  EXPECT_EQ(format_shortest(0.1), "0.1");
  EXPECT_EQ(format_shortest(1e30), "1e+30");
  EXPECT_EQ(format_shortest(100000), "100000");
  EXPECT_EQ(format_shortest(-999'999'999'999'999), "-999999999999999");
  EXPECT_EQ(format_shortest(1e15), "1e+15");
  EXPECT_EQ(format_shortest(1.0 / 3.0), "0.3333333333333333");
  EXPECT_EQ(format_shortest(0.0), "0");
  EXPECT_EQ(format_shortest(-0.0), "-0");
}

TEST(FormatShortest, WritesValuesThatAreNotFinite) {
  EXPECT_EQ(format_shortest(kInfinity), "inf");
  EXPECT_EQ(format_shortest(-kInfinity), "-inf");
  EXPECT_EQ(format_shortest(std::numeric_limits<double>::quiet_NaN()), "nan");
  EXPECT_EQ(format_shortest(std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0)), "nan");
}

TEST(FormatShortest, ParsesBackToTheSameBitsForRandomDoubles) {
  constexpr std::uint64_t kSeed = 1;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  RandomStream random(kSeed, 0, 0, 0, Purpose::test);
  for (int i = 0; i < 200'000; ++i) {
    const std::uint64_t high = random();
    const auto value = std::bit_cast<double>(high << 32 | random());
    if (std::isnan(value)) continue;
    const auto parsed = parse_number(format_shortest(value));
    ASSERT_TRUE(parsed.has_value()) << format_shortest(value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(*parsed), std::bit_cast<std::uint64_t>(value))
        << format_shortest(value);
  }
}

TEST(RoundSignificant, KeepsTheRequestedDigits) {
  EXPECT_EQ(round_significant(123456.0, 2), 120000.0);
  EXPECT_EQ(round_significant(-0.0012345, 3), -0.00123);
  EXPECT_EQ(round_significant(9.99, 1), 10.0);
  EXPECT_EQ(round_significant(0.0, 3), 0.0);
  EXPECT_EQ(round_significant(1.0 / 3.0, 17), 1.0 / 3.0);
}

TEST(RoundSignificant, LeavesWhatItCannotRound) {
  EXPECT_EQ(round_significant(kInfinity, 3), kInfinity);
  EXPECT_TRUE(std::isnan(round_significant(std::nan(""), 3)));
  EXPECT_EQ(round_significant(kMax, 2), kMax);  // 1.8e308 would overflow
  EXPECT_EQ(round_significant(kMax, 17), kMax);
}

TEST(FormatSignificant, WritesTheShortestSpelling) {
  EXPECT_EQ(format_significant(3.14159, 3), "3.14");
  EXPECT_EQ(format_significant(2.9999, 3), "3");
  EXPECT_EQ(format_significant(123456.0, 2), "120000");
}

TEST(ParseNumber, AcceptsDecimalNumbers) {
  EXPECT_EQ(parse_number("42"), 42.0);
  EXPECT_EQ(parse_number("+42"), 42.0);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("5."), 5.0);
  EXPECT_EQ(parse_number("1E+3"), 1000.0);
  EXPECT_EQ(parse_number("inf"), kInfinity);
  EXPECT_EQ(parse_number("-Infinity"), -kInfinity);
  EXPECT_TRUE(std::isnan(parse_number("NaN").value()));
}

TEST(ParseNumber, RejectsEverythingElse) {
  for (const char* text :
       {"",     "+",   "-",   ".",   "e5",    "1e",     "1e+",   " 1",       "1 ", "1,5", "1 000",
        "0x10", "+-1", "++1", "--1", "1.2.3", "nan(1)", "nan()", "infinite", "1f", "-+1"}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
  EXPECT_FALSE(parse_number(std::string_view("1\0", 2)).has_value());
}

TEST(ParseNumber, OverflowGivesInfinityAndUnderflowZero) {
  EXPECT_EQ(parse_number("1e309"), kInfinity);
  EXPECT_EQ(parse_number("-1e309"), -kInfinity);
  EXPECT_EQ(parse_number("1e99999999999999999999"), kInfinity);
  EXPECT_EQ(parse_number("0.001e400"), kInfinity);
  EXPECT_EQ(parse_number("1" + std::string(400, '0')), kInfinity);
  EXPECT_EQ(parse_number("5e-324"), kDenormal);
  EXPECT_EQ(parse_number("1e-400"), 0.0);
  EXPECT_EQ(parse_number("1e-99999999999999999999"), 0.0);
  EXPECT_EQ(parse_number("0." + std::string(400, '0') + "1"), 0.0);
  EXPECT_TRUE(std::signbit(parse_number("-1e-400").value()));
  EXPECT_EQ(parse_number("0e999999"), 0.0);
}

TEST(FormatBytes, KeepsThreeDigits) {
  EXPECT_EQ(format_bytes(0), "0 B");
  EXPECT_EQ(format_bytes(512), "512 B");
  EXPECT_EQ(format_bytes(0.25), "0.25 B");
  EXPECT_EQ(format_bytes(12 * 1024.0), "12.0 KiB");
  EXPECT_EQ(format_bytes(1.5 * 1024 * 1024 * 1024), "1.50 GiB");
  EXPECT_EQ(format_bytes(-2048), "-2.00 KiB");
  EXPECT_EQ(format_bytes(std::nan("")), "nan");
}

TEST(FormatBytes, NeverShows1024OfAUnit) {
  EXPECT_EQ(format_bytes(1023), "1023 B");
  EXPECT_EQ(format_bytes(1023.9), "1.00 KiB");
  EXPECT_EQ(format_bytes(1024.0 * 1024.0 - 1), "1.00 MiB");
  EXPECT_EQ(format_bytes(9.999 * 1024), "10.0 KiB");
  EXPECT_EQ(format_bytes(99.99 * 1024), "100 KiB");
}

}  // namespace
}  // namespace memlaw
