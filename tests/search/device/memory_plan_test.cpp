#include "../../../src/search/device/memory_plan.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

std::string refusal(const MemoryPlan& plan, std::uint64_t programs, std::uint64_t available) {
  try {
    plan.fit(programs, available, grid_limit);
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error";
}

TEST(MemoryPlan, ArraysAddUpRoundedToWhatIsAllocated) {
  MemoryPlan plan;
  plan.keep("data", 3, 100);
  plan.keep("genomes", 1000, 16);
  plan.per_program("results", 1, 8);
  EXPECT_EQ(plan.kept_bytes(), 512u + 16128u);
  EXPECT_EQ(plan.program_bytes(), 256u);
  ASSERT_EQ(plan.arrays().size(), 3u);
  EXPECT_TRUE(plan.arrays()[2].per_program);
}

TEST(MemoryPlan, APopulationThatFitsGoesInOneLaunch) {
  MemoryPlan plan;
  plan.keep("data", 1, gib);
  plan.per_program("scratch", 1, 1024);
  const MemoryPlan::Launches launches = plan.fit(1000, 2 * gib, grid_limit);
  EXPECT_EQ(launches.programs, 1000u);
  EXPECT_EQ(launches.count, 1u);
  EXPECT_EQ(launches.bytes, gib + 1000 * 1024);
}

TEST(MemoryPlan, ALargePopulationIsWorkedOffInEvenLaunchesAndNeverCapped) {
  MemoryPlan plan;
  plan.keep("data", 1, 4096);
  plan.per_program("scratch", 1, 1024);
  for (const std::uint64_t programs : {1u, 7u, 1000u, 10000001u}) {
    const MemoryPlan::Launches launches = plan.fit(programs, 4096 + 300 * 1024 + 5, grid_limit);
    EXPECT_LE(launches.programs, 300u);
    EXPECT_LE(launches.bytes, 4096u + 300 * 1024 + 5);
    EXPECT_EQ(launches.count, (programs + 299) / 300);
    EXPECT_GE(launches.programs * launches.count, programs);
    EXPECT_LT(launches.programs * launches.count, programs + launches.count);
  }
}

TEST(MemoryPlan, TheGridLimitsALaunchToo) {
  MemoryPlan plan;
  plan.per_program("scratch", 1, 256);
  const MemoryPlan::Launches launches = plan.fit(70000, 100 * gib, 65535);
  EXPECT_EQ(launches.count, 2u);
  EXPECT_EQ(launches.programs, 35000u);
}

TEST(MemoryPlan, WhatDoesNotFitIsRefusedWithAllNumbers) {
  MemoryPlan plan;
  plan.keep("population", 10, gib);
  plan.per_program("gradient rows", 1, gib / 2);
  const std::string message = refusal(plan, 5, 8 * gib);
  for (const char* const part : {"needs 10.0 GiB", "512 MiB for each program", "8.00 GiB are",
                                 "population", "gradient rows", "search.population"}) {
    EXPECT_NE(message.find(part), std::string::npos) << part << " in: " << message;
  }
  EXPECT_NE(refusal(plan, 5, 10 * gib + gib / 4), "no error");  // not even one program
  EXPECT_EQ(refusal(plan, 5, 10 * gib + gib / 2), "no error");
}

TEST(MemoryPlan, SizesThatOverflowAreRefusedByName) {
  MemoryPlan plan;
  const std::uint64_t huge = std::numeric_limits<std::uint64_t>::max() / 2;
  try {
    plan.keep("genomes", huge, 16);
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find("genomes"), std::string::npos) << error.what();
  }
  plan.keep("data", huge, 1);
  EXPECT_THROW(plan.keep("more", huge, 1), RunError);
}

TEST(MemoryPlan, NoProgramsNeedNoLaunch) {
  EXPECT_EQ(MemoryPlan{}.fit(0, 0, grid_limit).count, 0u);
}

TEST(MemoryPlan, PartsCoverEverythingInOrder) {
  for (const std::uint64_t count : {0u, 1u, 9u, 10u, 11u, 100u}) {
    std::uint64_t next = 0;
    for_each_part(count, 10, [&](std::uint64_t first, std::uint64_t n) {
      EXPECT_EQ(first, next);
      EXPECT_GE(n, 1u);
      EXPECT_LE(n, 10u);
      next = first + n;
    });
    EXPECT_EQ(next, count);
  }
}

}  // namespace
}  // namespace memlaw
