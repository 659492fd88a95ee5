#include "memlaw/base/interrupt.hpp"

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <atomic>

namespace memlaw {
namespace {

// Exit code of a process that ended on request before its work was done.
constexpr int kInterruptedExitCode = 130;
// timeout(1), batch systems and wrappers signal both a process and its group, so that one request
// arrives twice. No person presses Ctrl-C twice this fast.
constexpr long long kSameRequestNs = 200'000'000;

std::atomic<bool> stop_requested{false};
// Only lock-free atomics may be used in a signal handler.
std::atomic<long long> first_signal_ns{0};
static_assert(std::atomic<bool>::is_always_lock_free);
static_assert(std::atomic<long long>::is_always_lock_free);

// clock_gettime is async-signal-safe (POSIX.1-2017, 2.4.3).
long long now_ns() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

// Runs inside a signal handler: async-signal-safe calls only.
void on_signal(int) {
  // One exchange decides which signal is the first, also when two threads are signalled at once.
  const long long now = now_ns();
  long long first = 0;
  if (first_signal_ns.compare_exchange_strong(first, now)) {
    stop_requested.store(true);
  } else if (now - first >= kSameRequestNs) {
    _exit(kInterruptedExitCode);
  }
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
