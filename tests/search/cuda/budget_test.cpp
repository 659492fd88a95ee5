// The checker of the kernels' budget, on logs with planted faults.
#include "budget.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace memlaw::budget {
namespace {

// As ptxas of CUDA 13 writes it; the second kernel calls a function of the device library.
constexpr const char* log_text =
    R"(ptxas info    : 272 bytes gmem, 16 bytes cmem[4]
ptxas info    : Compiling entry function '_ZN6memlaw4cuda3runINS_6device13ApplyOperatorIdEEEEvT_' for 'sm_80'
ptxas info    : Function properties for _ZN6memlaw4cuda3runINS_6device13ApplyOperatorIdEEEEvT_
    40 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 54 registers, used 0 barriers, 48 bytes cumulative stack size, 408 bytes cmem[0]
ptxas info    : Compile time = 297.108 ms
ptxas info    : Function properties for __internal_trig_reduction_slowpathd
    16 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
ptxas info    : Compiling entry function '_Z5otherv' for 'sm_90'
ptxas info    : Function properties for _Z5otherv
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 16 registers, used 1 barriers, 1024 bytes smem
)";

Table measured() {
  Table table;
  read_log(log_text, table);
  return table;
}

const Kernel apply{"ApplyOperator<double>", "sm_80"};

TEST(Budget, FiguresOfEachKernelAreReadFromTheLog) {
  const Table table = measured();
  ASSERT_EQ(table.size(), 2u);
  const Resources& r = table.at(apply);
  EXPECT_EQ(r.registers, 54);
  EXPECT_EQ(r.stack_bytes, 48);  // with the functions it calls
  EXPECT_EQ(r.spill_bytes, 20);
  EXPECT_EQ(r.shared_bytes, 0);
  EXPECT_EQ(table.at({"other()", "sm_90"}).shared_bytes, 1024);
}

TEST(Budget, KernelsWithinTheirBudgetPass) {
  Table allowed = measured();
  allowed.at(apply).registers += 1;
  EXPECT_TRUE(compare(measured(), allowed).empty());
}

TEST(Budget, EveryFigurePastTheBudgetIsNamedWithItsKernel) {
  for (int Resources::*figure : {&Resources::registers, &Resources::stack_bytes,
                                 &Resources::spill_bytes, &Resources::shared_bytes}) {
    Table now = measured();
    now.at(apply).*figure += 3;
    const std::vector<std::string> findings = compare(now, measured());
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_NE(findings[0].find("ApplyOperator<double> for sm_80 takes " +
                               std::to_string(now.at(apply).*figure)),
              std::string::npos)
        << findings[0];
    EXPECT_NE(findings[0].find("budget is " + std::to_string(measured().at(apply).*figure)),
              std::string::npos)
        << findings[0];
  }
}

TEST(Budget, AKernelThatIsNotListedIsFound) {
  Table allowed = measured();
  allowed.erase(apply);
  const std::vector<std::string> findings = compare(measured(), allowed);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_NE(findings[0].find("ApplyOperator<double> for sm_80 is not listed; it takes 54"),
            std::string::npos)
      << findings[0];
}

TEST(Budget, AListedKernelThatIsGoneIsFound) {
  Table now = measured();
  now.erase(apply);
  ASSERT_EQ(compare(now, measured()).size(), 1u);
}

TEST(Budget, ATableReadsBackAsItWasWritten) {
  const Budget budget = read_budget(write_budget({"13.0", measured()}));
  EXPECT_EQ(budget.toolkit, "13.0");
  EXPECT_TRUE(compare(measured(), budget.table).empty());
  EXPECT_TRUE(compare(budget.table, measured()).empty());
}

TEST(Budget, BadTablesAndLogsAreRefused) {
  EXPECT_THROW(read_budget("toolkit 13.0\nkernel sm_80 1 2 3\n"), std::runtime_error);
  EXPECT_THROW(read_budget("toolkit 13.0\nkernel sm_80 1 2 3 4 5\n"), std::runtime_error);
  EXPECT_THROW(read_budget("toolkit 13.0\nk sm_80 1 2 3 4\nk sm_80 1 2 3 4\n"), std::runtime_error);
  EXPECT_THROW(read_budget("k sm_80 1 2 3 4\n"), std::runtime_error);
  Table table;
  EXPECT_THROW(read_log("ptxas info    : Used 16 registers\n", table), std::runtime_error);
  EXPECT_THROW(read_log("ptxas info    : Compiling entry function _Z5otherv\n", table),
               std::runtime_error);
}

}  // namespace
}  // namespace memlaw::budget
