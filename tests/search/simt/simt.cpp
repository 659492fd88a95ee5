#include "simt.hpp"

#include <ucontext.h>

#include <exception>
#include <memory>
#include <random>
#include <utility>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace memlaw::simt {
namespace {

constexpr std::size_t stack_bytes = 256 * 1024;

// When and by whom an element was used last. Time is counted in barriers: of the block, and of the
// thread's warp since.
struct Access {
  int thread = -1;
  std::uint32_t block_time = 0;
  std::uint32_t warp_time = 0;
};

struct Cell {  // one byte of shared memory
  bool written = false;
  Access writer;
  Access readers[2];  // the last two different ones
};

enum class State { ready, at_block_barrier, at_warp_barrier, in_exchange, done };

// Stacks are kept for later launches: a fresh one costs a page fault for every page it touches.
class Stack {
 public:
  Stack() {
    if (spare().empty()) {
      bytes_.reset(new char[stack_bytes]);
    } else {
      bytes_ = std::move(spare().back());
      spare().pop_back();
    }
  }
  Stack(Stack&&) = default;
  ~Stack() {
    if (bytes_) spare().push_back(std::move(bytes_));
  }
  char* data() const { return bytes_.get(); }

 private:
  using Bytes = std::unique_ptr<char[]>;
  static std::vector<Bytes>& spare() {
    thread_local std::vector<Bytes> stacks;
    return stacks;
  }
  Bytes bytes_;
};

struct Fiber {
  ucontext_t context;
  Stack stack;
  State state = State::ready;
  int site = 0;
  int source = 0;
  std::uint64_t value = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's
};

}  // namespace

class Grid {
 public:
  Grid(const Launch& launch, const std::function<void(Block&)>& body)
      : launch_(launch),
        body_(body),
        fibers_(static_cast<std::size_t>(launch.threads)),
        warp_times_(fibers_.size() / warp_size),
        random_(launch.seed) {}

  void run() {
    for (index_ = 0; index_ < launch_.blocks; ++index_) run_block();
  }

  const Launch& launch() const { return launch_; }
  int index() const { return index_; }

  void wait(int thread, State state, int site) {
    Fiber& fiber = fibers_[static_cast<std::size_t>(thread)];
    fiber.state = state;
    fiber.site = site;
    leave(fiber, false);
  }

  std::uint64_t exchange(int thread, std::uint64_t given, int source, int site) {
    Fiber& fiber = fibers_[static_cast<std::size_t>(thread)];
    fiber.value = given;
    fiber.source = source;
    wait(thread, State::in_exchange, site);
    return fiber.value;
  }

  std::byte* read(int thread, std::size_t offset, std::size_t bytes) {
    const Access now = access(thread);
    for (std::size_t i = offset; i < offset + bytes; ++i) {
      Cell& cell = cells_[i];
      if (!cell.written) {
        throw Finding(Finding::Kind::unset, where(thread) + " reads shared byte " +
                                                std::to_string(i) +
                                                ", which no thread of the block has written");
      }
      if (conflict(cell.writer, now)) race(cell.writer, "writes", now, "reads", i);
      if (cell.readers[0].thread != thread) cell.readers[1] = cell.readers[0];
      cell.readers[0] = now;
    }
    return memory_.data() + offset;
  }

  std::byte* write(int thread, std::size_t offset, std::size_t bytes) {
    const Access now = access(thread);
    for (std::size_t i = offset; i < offset + bytes; ++i) {
      Cell& cell = cells_[i];
      if (conflict(cell.writer, now)) race(cell.writer, "writes", now, "writes", i);
      for (const Access& reader : cell.readers) {
        if (conflict(reader, now)) race(reader, "reads", now, "writes", i);
      }
      cell.written = true;
      cell.writer = now;
    }
    return memory_.data() + offset;
  }

  std::string where(int thread) const {
    return "block " + std::to_string(index_) + ", thread " + std::to_string(thread);
  }

 private:
  void run_block();
  void start(int thread);
  void enter(Fiber& fiber);
  void leave(Fiber& fiber, bool for_good);
  static void entry(unsigned high, unsigned low);

  // Lets the threads of complete barriers and exchanges go on. False when there is none.
  bool release();
  bool release_warp(std::size_t warp);
  [[noreturn]] void divergence() const;

  Access access(int thread) const {
    return {thread, block_time_, warp_times_[static_cast<std::size_t>(thread / warp_size)]};
  }
  // Whether nothing orders `before` and `now`.
  static bool conflict(const Access& before, const Access& now) {
    if (before.thread < 0 || before.thread == now.thread) return false;
    if (before.block_time != now.block_time) return false;
    const bool same_warp = before.thread / warp_size == now.thread / warp_size;
    return !(same_warp && before.warp_time != now.warp_time);
  }
  [[noreturn]] void race(const Access& before, const char* did, const Access& now, const char* does,
                         std::size_t byte) const {
    throw Finding(Finding::Kind::race, where(now.thread) + " " + does + " shared byte " +
                                           std::to_string(byte) + ", which thread " +
                                           std::to_string(before.thread) + " " + did +
                                           " without a barrier in between");
  }

  Launch launch_;
  const std::function<void(Block&)>& body_;
  std::vector<Fiber> fibers_;
  std::vector<std::uint32_t> warp_times_;
  std::vector<std::byte> memory_;
  std::vector<Cell> cells_;
  std::vector<std::size_t> ready_;
  std::uint32_t block_time_ = 0;
  int index_ = 0;
  int running_ = 0;
  std::exception_ptr failure_;
  std::mt19937_64 random_;
  ucontext_t scheduler_;
  void* scheduler_fake_stack_ = nullptr;
  const void* scheduler_stack_ = nullptr;
  std::size_t scheduler_stack_bytes_ = 0;
};

void Grid::entry(unsigned high, unsigned low) {
  auto* const grid = reinterpret_cast<Grid*>((static_cast<std::uintptr_t>(high) << 32) | low);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &grid->scheduler_stack_, &grid->scheduler_stack_bytes_);
#endif
  const int thread = grid->running_;
  try {
    Block block(*grid, thread);
    grid->body_(block);
  } catch (...) {
    if (!grid->failure_) grid->failure_ = std::current_exception();
  }
  Fiber& fiber = grid->fibers_[static_cast<std::size_t>(thread)];
  fiber.state = State::done;
  grid->leave(fiber, true);
}

void Grid::start(int thread) {
  Fiber& fiber = fibers_[static_cast<std::size_t>(thread)];
  fiber.state = State::ready;
#if defined(__SANITIZE_ADDRESS__)
  // A launch that was given up left the marks of its frames.
  __asan_unpoison_memory_region(fiber.stack.data(), stack_bytes);
#endif
  getcontext(&fiber.context);
  fiber.context.uc_stack.ss_sp = fiber.stack.data();
  fiber.context.uc_stack.ss_size = stack_bytes;
  fiber.context.uc_link = nullptr;
  const auto self = reinterpret_cast<std::uintptr_t>(this);
  makecontext(&fiber.context, reinterpret_cast<void (*)()>(&Grid::entry), 2,
              static_cast<unsigned>(self >> 32), static_cast<unsigned>(self));
}

void Grid::enter(Fiber& fiber) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&scheduler_fake_stack_, fiber.stack.data(), stack_bytes);
#endif
  swapcontext(&scheduler_, &fiber.context);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(scheduler_fake_stack_, nullptr, nullptr);
#endif
}

void Grid::leave(Fiber& fiber, [[maybe_unused]] bool for_good) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(for_good ? nullptr : &fiber.fake_stack, scheduler_stack_,
                                 scheduler_stack_bytes_);
#endif
  swapcontext(&fiber.context, &scheduler_);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fiber.fake_stack, &scheduler_stack_, &scheduler_stack_bytes_);
#endif
}

void Grid::run_block() {
  memory_.assign(launch_.shared_bytes, std::byte{0xcd});
  cells_.assign(launch_.shared_bytes, {});
  block_time_ = 0;
  ready_.clear();
  for (std::size_t t = 0; t < fibers_.size(); ++t) {
    start(static_cast<int>(t));
    ready_.push_back(t);
  }
  for (;;) {
    while (!ready_.empty()) {
      const std::size_t pick = random_() % ready_.size();
      const std::size_t thread = ready_[pick];
      ready_[pick] = ready_.back();
      ready_.pop_back();
      running_ = static_cast<int>(thread);
      enter(fibers_[thread]);
      if (failure_) std::rethrow_exception(failure_);
    }
    if (!release()) return;
  }
}

bool Grid::release_warp(std::size_t warp) {
  Fiber* const lanes = &fibers_[warp * warp_size];
  const State state = lanes[0].state;
  if (state != State::at_warp_barrier && state != State::in_exchange) return false;
  std::uint64_t given[warp_size];
  for (int i = 0; i < warp_size; ++i) {
    if (lanes[i].state != state || lanes[i].site != lanes[0].site) return false;
    given[i] = lanes[i].value;
  }
  for (int i = 0; i < warp_size; ++i) {
    if (state == State::in_exchange) {
      if (lanes[i].source < 0 || lanes[i].source >= warp_size) {
        throw Finding(Finding::Kind::overrun,
                      "a warp operation asks for lane " + std::to_string(lanes[i].source));
      }
      lanes[i].value = given[lanes[i].source];
    }
    lanes[i].state = State::ready;
    ready_.push_back(warp * warp_size + static_cast<std::size_t>(i));
  }
  // An exchange orders no memory accesses.
  if (state == State::at_warp_barrier) ++warp_times_[warp];
  return true;
}

bool Grid::release() {
  bool any = false;
  for (std::size_t w = 0; w < warp_times_.size(); ++w) any = release_warp(w) || any;
  if (any) return true;
  std::size_t done = 0, waiting = 0;
  for (const Fiber& fiber : fibers_) {
    if (fiber.state == State::done) ++done;
    if (fiber.state == State::at_block_barrier && fiber.site == fibers_[0].site) ++waiting;
  }
  if (done == fibers_.size()) return false;
  if (waiting != fibers_.size()) divergence();
  ++block_time_;
  for (std::size_t t = 0; t < fibers_.size(); ++t) {
    fibers_[t].state = State::ready;
    ready_.push_back(t);
  }
  return true;
}

void Grid::divergence() const {
  std::string text = "block " + std::to_string(index_) + " cannot go on:";
  for (std::size_t t = 0; t < fibers_.size(); ++t) {
    const auto same = [&](std::size_t other) {
      return fibers_[other].state == fibers_[t].state &&
             (fibers_[t].state == State::done || fibers_[other].site == fibers_[t].site);
    };
    if (t > 0 && same(t - 1)) continue;
    std::size_t end = t + 1;
    while (end < fibers_.size() && same(end)) ++end;
    text += " threads " + std::to_string(t) + " to " + std::to_string(end - 1);
    switch (fibers_[t].state) {
      case State::done:
        text += " have ended;";
        continue;
      case State::at_block_barrier:
        text += " wait at the block's barrier";
        break;
      case State::at_warp_barrier:
        text += " wait at the warp's barrier";
        break;
      default:
        text += " exchange values";
    }
    text += " in line " + std::to_string(fibers_[t].site) + ";";
  }
  text.pop_back();
  throw Finding(Finding::Kind::divergence, text);
}

namespace detail {

void check_view(Grid& grid, std::size_t offset, std::size_t bytes, std::size_t alignment) {
  const std::size_t have = grid.launch().shared_bytes;
  if (offset > have || bytes > have - offset || offset % alignment != 0) {
    throw Finding(Finding::Kind::overrun, "a view of " + std::to_string(bytes) + " bytes at " +
                                              std::to_string(offset) + " does not fit " +
                                              std::to_string(have) + " bytes of shared memory");
  }
}

void index_overrun(const Grid& grid, int thread, std::size_t index, std::size_t count) {
  throw Finding(Finding::Kind::overrun, grid.where(thread) + " uses element " +
                                            std::to_string(index) + " of a shared array of " +
                                            std::to_string(count));
}

std::byte* note_read(Grid& grid, int thread, std::size_t offset, std::size_t bytes) {
  return grid.read(thread, offset, bytes);
}
std::byte* note_write(Grid& grid, int thread, std::size_t offset, std::size_t bytes) {
  return grid.write(thread, offset, bytes);
}
void block_barrier(Grid& grid, int thread, int site) {
  grid.wait(thread, State::at_block_barrier, site);
}
void warp_barrier(Grid& grid, int thread, int site) {
  grid.wait(thread, State::at_warp_barrier, site);
}
std::uint64_t exchange(Grid& grid, int thread, std::uint64_t given, int source, int site) {
  return grid.exchange(thread, given, source, site);
}
int block_index(const Grid& grid) { return grid.index(); }
int block_count(const Grid& grid) { return grid.launch().blocks; }
int block_threads(const Grid& grid) { return grid.launch().threads; }

}  // namespace detail

void run(const Launch& launch, const std::function<void(Block&)>& thread_body) {
  if (launch.blocks < 0 || launch.threads < warp_size || launch.threads > 1024 ||
      launch.threads % warp_size != 0) {
    throw std::invalid_argument("simt: a launch of " + std::to_string(launch.blocks) +
                                " blocks of " + std::to_string(launch.threads) + " threads");
  }
  Grid(launch, thread_body).run();
}

}  // namespace memlaw::simt
