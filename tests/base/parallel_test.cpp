#include "memlaw/base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

namespace memlaw {
namespace {

TEST(ThreadPool, VisitsEveryItemExactlyOnce) {
  for (const int threads : {1, 2, 5}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.size(), threads);
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{3}, std::size_t{1000}}) {
      std::vector<int> visits(count, 0);
      pool.run(count, [&](std::size_t item, int worker) {
        ASSERT_GE(worker, 0);
        ASSERT_LT(worker, threads);
        ++visits[item];
      });
      EXPECT_EQ(visits, std::vector<int>(count, 1));
    }
  }
}

TEST(ThreadPool, RethrowsAnExceptionAndStaysUsable) {
  ThreadPool pool(3);
  EXPECT_THROW(pool.run(100,
                        [](std::size_t item, int) {
                          if (item == 40) throw std::runtime_error("x");
                        }),
               std::runtime_error);
  std::atomic<int> done{0};
  pool.run(10, [&](std::size_t, int) { ++done; });
  EXPECT_EQ(done, 10);
}

TEST(ThreadPool, UsesAtLeastOneCoreByDefault) { EXPECT_GE(ThreadPool().size(), 1); }

}  // namespace
}  // namespace memlaw
