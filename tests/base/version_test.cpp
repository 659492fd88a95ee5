#include "memlaw/base/version.hpp"

#include <gtest/gtest.h>

namespace memlaw {
namespace {

TEST(Version, IsTheOneOfTheProject) { EXPECT_EQ(version(), MEMLAW_EXPECTED_VERSION); }

}  // namespace
}  // namespace memlaw
