#include "memlaw/expr/variables.hpp"

#include <gtest/gtest.h>

namespace memlaw {
namespace {

TEST(Variables, AreFoundByExactName) {
  const Variables variables = {{"batch", "images", {}}, {"optimizer", "", {"sgd", "adam"}}};
  EXPECT_EQ(find_variable(variables, "optimizer"), 1u);
  EXPECT_EQ(find_variable(variables, "Batch"), std::nullopt);
  EXPECT_EQ(find_variable(variables, ""), std::nullopt);
  EXPECT_FALSE(variables[0].is_categorical());
  EXPECT_TRUE(variables[1].is_categorical());
}

}  // namespace
}  // namespace memlaw
