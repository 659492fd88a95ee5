#include "memlaw/base/suggest.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace memlaw {
namespace {

const std::vector<std::string> kKeys = {"target", "features", "categorical", "where", "seed"};

TEST(Nearest, FindsANameWithOneMistakeOfEachKind) {
  EXPECT_EQ(nearest("targt", kKeys), "target");    // missing
  EXPECT_EQ(nearest("targeet", kKeys), "target");  // extra
  EXPECT_EQ(nearest("tardet", kKeys), "target");   // wrong
  EXPECT_EQ(nearest("taregt", kKeys), "target");   // swapped
  EXPECT_EQ(nearest("categoricla", kKeys), "categorical");
}

TEST(Nearest, ReturnsNothingWhenEveryCandidateIsFar) {
  EXPECT_EQ(nearest("zzzzzz", kKeys), "");
  EXPECT_EQ(nearest("", kKeys), "");
  EXPECT_EQ(nearest("target", {}), "");
}

TEST(Nearest, CountsASwapOfNeighboursAsOneMistake) {
  // "ab" is one swap from "ba" and two substitutions from "xy": half the length is the limit.
  EXPECT_EQ(nearest("ab", std::vector<std::string>{"ba"}), "ba");
  EXPECT_EQ(nearest("ab", std::vector<std::string>{"xy"}), "");
}

TEST(Nearest, PrefersTheNearestAndThenTheFirst) {
  EXPECT_EQ(nearest("loss", std::vector<std::string>{"lass", "loss"}), "loss");
  EXPECT_EQ(nearest("lxss", std::vector<std::string>{"lass", "loss"}), "lass");
}

TEST(Nearest, IsQuickForAVeryLongName) {
  EXPECT_EQ(nearest(std::string(10'000'000, 'a'), kKeys), "");
}

}  // namespace
}  // namespace memlaw
