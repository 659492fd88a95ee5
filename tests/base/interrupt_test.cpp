#include "memlaw/base/interrupt.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

namespace memlaw {
namespace {

// Signals are raised in a child process, so that the test program keeps its own handlers.
void raise_and_exit(int first_signal) {
  install_interrupt_handlers();
  raise(first_signal);
  _exit(interrupted() ? 7 : 8);
}

TEST(Interrupt, FirstSignalOnlyAsksToStop) {
  EXPECT_EXIT(raise_and_exit(SIGINT), testing::ExitedWithCode(7), "");
  EXPECT_EXIT(raise_and_exit(SIGTERM), testing::ExitedWithCode(7), "");
}

TEST(Interrupt, SecondSignalEndsTheProcessWithCode130) {
  const auto raise_twice = [] {
    install_interrupt_handlers();
    raise(SIGINT);
    usleep(300'000);
    raise(SIGTERM);
    _exit(0);
  };
  EXPECT_EXIT(raise_twice(), testing::ExitedWithCode(130), "");
}

TEST(Interrupt, ARequestThatArrivesTwiceAtOnceOnlyAsksToStop) {
  const auto raise_doubled = [] {
    install_interrupt_handlers();
    raise(SIGINT);
    raise(SIGINT);
    _exit(interrupted() ? 7 : 8);
  };
  EXPECT_EXIT(raise_doubled(), testing::ExitedWithCode(7), "");
}

TEST(Interrupt, FlagCanBeSetAndCleared) {
  EXPECT_FALSE(interrupted());
  set_interrupted(true);
  EXPECT_TRUE(interrupted());
  set_interrupted(false);
  EXPECT_FALSE(interrupted());
}

}  // namespace
}  // namespace memlaw
