#include "../../src/expr/identifiers.hpp"

#include <gtest/gtest.h>

#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

TEST(Identifiers, GivesEachNameOnce) {
  Identifiers names(is_reserved_in_cpp);
  EXPECT_EQ(names.add("side voxels", "x"), "side_voxels");
  EXPECT_EQ(names.add("side-voxels", "x"), "side_voxels_2");
  EXPECT_EQ(names.add("class", "x"), "class_value");
  EXPECT_EQ(names.add("3d", "x"), "x3d");
  EXPECT_EQ(names.add("?!", "x"), "x");
}

// "M_2" is no better than "M_PI": macros of <cmath> begin so.
TEST(Identifiers, EndsWhenEveryNumberedNameIsReserved) {
  Identifiers names(is_reserved_in_cpp);
  EXPECT_EQ(names.add("M", "x"), "M");
  EXPECT_EQ(names.add("M!", "x"), "value_M_2");
  EXPECT_EQ(names.add("FP", "x"), "FP");
  EXPECT_EQ(names.add("(FP)", "x"), "value_FP_2");
}

TEST(Identifiers, AnyTextsBecomeDifferentValidFreeNames) {
  const std::string letters = "MFPamew_lHUGESNAT0129 -?";
  RandomStream random(5, 0, 0, 0, Purpose::test);
  for (const auto is_reserved :
       {is_reserved_in_cpp, is_reserved_in_c, is_reserved_in_cuda, is_reserved_in_python,
        is_reserved_in_numpy, is_reserved_in_sympy, is_reserved_in_javascript}) {
    for (int round = 0; round < 200; ++round) {
      Identifiers names(is_reserved);
      std::set<std::string> given;
      for (int i = 0; i < 40; ++i) {
        std::string wanted;
        for (std::uint32_t length = random.below(5); length > 0; --length) {
          wanted += letters[random.below(static_cast<std::uint32_t>(letters.size()))];
        }
        const std::string name = names.add(wanted, "x");
        EXPECT_TRUE(given.insert(name).second) << name;
        EXPECT_FALSE(is_reserved(name)) << name;
        EXPECT_TRUE((name[0] >= 'a' && name[0] <= 'z') || (name[0] >= 'A' && name[0] <= 'Z'))
            << name;
        EXPECT_EQ(name.find("__"), std::string::npos) << name;
      }
    }
  }
}

}  // namespace
}  // namespace memlaw
