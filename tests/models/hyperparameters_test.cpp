#include "memlaw/models/hyperparameters.hpp"

#include <gtest/gtest.h>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

std::vector<Hyperparameter> table() {
  return {{.name = "trees", .meaning = "", .value = 500, .low = 1, .high = 1e5, .integer = true},
          {.name = "rate", .meaning = "", .value = 0.1, .low = 0.0, .high = 1.0},
          {.name = "loss", .meaning = "", .value = 1, .choices = {"linear", "square"}},
          {.name = "size", .meaning = "", .value = 3, .low = 1, .integer = true}};
}

std::string message_of_set(std::string_view name, std::string_view text) {
  Hyperparameters values(table());
  try {
    values.set(name, text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(HyperparametersTest, StartsFromTheDefaults) {
  const Hyperparameters values(table());
  EXPECT_EQ(values.integer("trees"), 500);
  EXPECT_EQ(values.number("rate"), 0.1);
  EXPECT_EQ(values.choice("loss"), "square");
  EXPECT_EQ(values.to_string(), "trees=500, rate=0.1, loss=square, size=3");
}

TEST(HyperparametersTest, TextIsTakenBack) {
  Hyperparameters values(table());
  values.set("trees", "7");
  values.set("rate", "0.30000000000000004");
  values.set("loss", "linear");
  Hyperparameters copy(table());
  for (const char* name : {"trees", "rate", "loss", "size"}) copy.set(name, values.text(name));
  EXPECT_EQ(copy, values);
  EXPECT_EQ(copy.number("rate"), 0.30000000000000004);
}

TEST(HyperparametersTest, RejectsWhatLiesOutsideTheTable) {
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "did you mean trees?", message_of_set("tres", "7"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "a whole number from 1 to 100000",
                      message_of_set("trees", "0"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "a whole number", message_of_set("trees", "1.5"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "a number from 0 to 1", message_of_set("rate", "1.01"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "a number from 0 to 1", message_of_set("rate", "nan"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "'fast'", message_of_set("rate", "fast"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "did you mean square?",
                      message_of_set("loss", "squared"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "1 or more", message_of_set("size", "0"));
  EXPECT_PRED_FORMAT2(testing::IsSubstring, "1 or more", message_of_set("size", "inf"));
}

}  // namespace
}  // namespace memlaw
