#include "memlaw/base/interrupt.hpp"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace memlaw {
namespace {

// Exit code of a process that ended on request before its work was done.
constexpr int kInterruptedExitCode = 130;

std::atomic<bool> stop_requested{false};
// Only lock-free atomics may be used in a signal handler.
static_assert(std::atomic<bool>::is_always_lock_free);

// Runs inside a signal handler: async-signal-safe calls only.
void on_signal(int) {
  if (stop_requested.exchange(true)) _exit(kInterruptedExitCode);
}

}  // namespace

void install_interrupt_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  // Interrupted reads and writes continue, so a report being written stays whole.
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return stop_requested.load(std::memory_order_relaxed); }

void set_interrupted(bool value) { stop_requested.store(value); }

}  // namespace memlaw
