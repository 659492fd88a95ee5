// The emulator, on kernels with one fault each: a test of the tests of kernels.
#include "simt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <vector>

namespace memlaw::simt {
namespace {

// Which fault to plant in the kernel below.
enum class Fault { none, no_barrier, no_second_barrier, row_guard, overrun, early_return };

// Sums rows: each thread its stride of rows, then a tree in shared memory; one sum per block.
struct SumKernel {
  const double* rows;
  std::size_t count;
  double* sums;
  Fault fault;

  template <class B>
  void operator()(B& block) const {
    const auto threads = static_cast<std::size_t>(block.threads());
    const auto thread = static_cast<std::size_t>(block.thread());
    auto partial = block.template shared<double>(0, threads);
    const std::size_t guard = fault == Fault::row_guard ? count + 1 : count;
    double sum = 0.0;
    for (std::size_t row = thread; row < guard; row += threads) sum += rows[row];
    partial[fault == Fault::overrun ? thread + 1 : thread] = sum;
    if (fault == Fault::early_return && thread >= count) return;
    if (fault != Fault::no_barrier) block.sync();
    for (std::size_t half = threads / 2; half > 0; half /= 2) {
      if (thread < half) partial[thread] += static_cast<double>(partial[thread + half]);
      if (fault != Fault::no_second_barrier) block.sync();
    }
    if (thread == 0) sums[block.index()] = partial[0];
  }
};

// Row counts as the kernels meet them, in memory of exactly that size.
double run_sum(int threads, std::size_t count, Fault fault, std::uint64_t seed) {
  const std::vector<double> rows(count, 1.0);
  std::vector<double> sums(2);
  launch(SumKernel{rows.data(), count, sums.data(), fault},
         {.blocks = 2,
          .threads = threads,
          .shared_bytes = sizeof(double) * static_cast<std::size_t>(threads),
          .seed = seed});
  EXPECT_EQ(sums[0], sums[1]);
  return sums[0];
}

std::optional<Finding::Kind> finding(Fault fault, std::size_t count = 33, int threads = 64) {
  try {
    run_sum(threads, count, fault, 7);
  } catch (const Finding& f) {
    return f.kind;
  }
  return std::nullopt;
}

TEST(Simt, RunsARightKernelForEveryBlockSizeAndRowCount) {
  for (const int threads : {32, 64, 128, 256})
    for (const std::size_t count : {1, 31, 32, 33, 450, 4097})
      for (const std::uint64_t seed : {1, 2, 3})
        EXPECT_EQ(run_sum(threads, count, Fault::none, seed), static_cast<double>(count));
}

TEST(Simt, FindsARemovedBarrier) {
  EXPECT_EQ(finding(Fault::no_second_barrier), Finding::Kind::race);
  // The other half may also not have been written at all, depending on the order.
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    EXPECT_THROW(run_sum(64, 33, Fault::no_barrier, seed), Finding) << seed;
}

TEST(Simt, FindsASharedMemoryOverrun) {
  EXPECT_EQ(finding(Fault::overrun), Finding::Kind::overrun);
}

TEST(Simt, FindsABarrierThatSomeThreadsDoNotReach) {
  EXPECT_EQ(finding(Fault::early_return), Finding::Kind::divergence);
}

TEST(Simt, AnOffByOneRowGuardReadsPastTheRows) {
#if defined(__SANITIZE_ADDRESS__)
  EXPECT_DEATH(run_sum(32, 33, Fault::row_guard, 1), "heap-buffer-overflow");
#else
  // Without AddressSanitizer: the row after the last one is seen in the sum.
  const std::vector<double> rows{1.0, 1.0, 1.0, 1000.0};
  double sum = 0.0;
  launch(SumKernel{rows.data(), 3, &sum, Fault::row_guard}, {.shared_bytes = 32 * sizeof(double)});
  EXPECT_EQ(sum, 1003.0);
#endif
}

struct Body {
  void (*run)(Block&);
  void operator()(Block& block) const { run(block); }
};

TEST(Simt, FindsBarriersReachedAtDifferentPlaces) {
  const auto body = [](Block& block) {
    if (block.thread() < 5) {
      block.sync();
    } else {
      block.sync();
    }
  };
  try {
    launch(Body{body}, {});
    FAIL();
  } catch (const Finding& f) {
    EXPECT_EQ(f.kind, Finding::Kind::divergence);
    EXPECT_NE(std::string(f.what()).find("threads 0 to 4 wait at the block's barrier"),
              std::string::npos)
        << f.what();
  }
}

TEST(Simt, FindsAnExchangeThatALaneMisses) {
  const auto body = [](Block& block) {
    if (block.lane() != 3) block.shuffle_down(1, 1);
  };
  EXPECT_THROW(launch(Body{body}, {}), Finding);
}

TEST(Simt, FindsReadsOfSharedMemoryThatNobodyWrote) {
  const auto body = [](Block& block) {
    auto s = block.shared<int>(0, 32);
    s[block.thread()] = s[block.thread()] + 1;
  };
  try {
    launch(Body{body}, {.shared_bytes = 128});
    FAIL();
  } catch (const Finding& f) {
    EXPECT_EQ(f.kind, Finding::Kind::unset);
  }
}

TEST(Simt, AWarpsBarrierOrdersItsOwnLanesOnly) {
  const auto neighbours = [](Block& block) {
    auto s = block.shared<int>(0, static_cast<std::size_t>(block.threads()));
    s[block.thread()] = block.thread();
    block.sync_warp();
    const int other = block.thread() ^ 1;
    if (s[other] != other) throw std::logic_error("stale value");
  };
  EXPECT_NO_THROW(launch(Body{neighbours}, {.threads = 64, .shared_bytes = 256}));
  const auto strangers = [](Block& block) {
    auto s = block.shared<int>(0, static_cast<std::size_t>(block.threads()));
    s[block.thread()] = block.thread();
    block.sync_warp();
    [[maybe_unused]] const int value = s[(block.thread() + 32) % 64];
  };
  EXPECT_THROW(launch(Body{strangers}, {.threads = 64, .shared_bytes = 256}), Finding);
}

TEST(Simt, ShufflesMoveValuesBetweenLanes) {
  const auto body = [](Block& block) {
    const double mine = 0.5 * block.thread();
    const int lane = block.lane();
    const auto expect = [&](double got, int from) {
      if (got != 0.5 * (block.warp() * 32 + from)) throw std::logic_error("wrong lane");
    };
    expect(block.shuffle_down(mine, 4), lane + 4 < 32 ? lane + 4 : lane);
    expect(block.shuffle_xor(mine, 5), lane ^ 5);
    expect(block.broadcast(mine, 9), 9);
  };
  EXPECT_NO_THROW(launch(Body{body}, {.blocks = 2, .threads = 96}));
}

TEST(Simt, DrawsTheOrderOfTheThreadsFromTheSeed) {
  struct Order {
    std::vector<int>* seen;
    void operator()(Block& block) const { seen->push_back(block.thread()); }
  };
  std::set<std::vector<int>> orders;
  for (const std::uint64_t seed : {1, 2, 3, 1}) {
    std::vector<int> seen;
    launch(Order{&seen}, {.seed = seed});
    orders.insert(seen);
    std::sort(seen.begin(), seen.end());
    std::vector<int> all(32);
    std::iota(all.begin(), all.end(), 0);
    EXPECT_EQ(seen, all);
  }
  EXPECT_EQ(orders.size(), 3u);
}

TEST(Simt, AnExceptionOfAThreadEndsTheLaunch) {
  const auto body = [](Block& block) {
    if (block.thread() == 4) throw std::out_of_range("four");
    block.sync();
  };
  EXPECT_THROW(launch(Body{body}, {}), std::out_of_range);
}

}  // namespace
}  // namespace memlaw::simt
