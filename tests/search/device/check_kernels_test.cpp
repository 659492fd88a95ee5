// The kernels of the self-check under the emulator: they must themselves be right.
#include "../../../src/search/device/check_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "search/simt/simt.hpp"

namespace memlaw::device {
namespace {

TEST(CheckKernels, EveryOperatorIsAppliedToEveryArgument) {
  const std::vector<double> a = {0.5, 2.0, -3.25, 7.0, 1e9};
  const std::vector<double> b = {1.5, -2.0, 0.25, 3.0, 2.0};
  for (const OperatorInfo& op : operators()) {
    if (op.arity == 0) continue;
    std::vector<double> value(a.size(), -1.0), da(a.size()), db(a.size());
    simt::launch(ApplyOperator<double>{static_cast<int>(op.op), a.size(), a.data(), b.data(),
                                       value.data(), da.data(), db.data()},
                 {.blocks = 2, .threads = 32});
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double expected = op.scalar(a[i], b[i]);
      if (std::isnan(expected)) {
        EXPECT_TRUE(std::isnan(value[i])) << op.name;
      } else if (std::isinf(expected)) {
        EXPECT_EQ(value[i], expected) << op.name;
      } else {
        EXPECT_NEAR(value[i], expected, 1e-14 * std::abs(expected)) << op.name << " of " << a[i];
      }
    }
  }
}

TEST(CheckKernels, AGridLargerOrSmallerThanTheArgumentsReachesThemAll) {
  for (const std::size_t count : {0u, 1u, 31u, 64u, 65u, 1000u}) {
    std::vector<float> a(count), b(count), value(count, -1.0F), da(count), db(count);
    std::iota(a.begin(), a.end(), 1.0F);
    simt::launch(ApplyOperator<float>{static_cast<int>(Op::square), count, a.data(), b.data(),
                                      value.data(), da.data(), db.data()},
                 {.blocks = 2, .threads = 32, .seed = count});
    for (std::size_t i = 0; i < count; ++i) {
      EXPECT_EQ(value[i], a[i] * a[i]);
      EXPECT_EQ(da[i], 2.0F * a[i]);
    }
  }
}

TEST(CheckKernels, EveryWayOfExchangeGivesTheSumOfTheBlock) {
  for (const int threads : {32, 64, 256}) {
    constexpr int blocks = 3;
    std::mt19937 random(static_cast<unsigned>(threads));
    std::vector<int> values(static_cast<std::size_t>(blocks * threads));
    for (int& value : values) value = static_cast<int>(random() % 2001) - 1000;
    std::vector<long long> sums(3 * blocks, -1);
    simt::launch(ExchangeSums{values.data(), sums.data()},
                 {.blocks = blocks,
                  .threads = threads,
                  .shared_bytes = ExchangeSums::shared_bytes(threads),
                  .seed = 5});
    for (int block = 0; block < blocks; ++block) {
      const auto first = values.begin() + block * threads;
      const long long expected = std::accumulate(first, first + threads, 0LL);
      for (int way = 0; way < 3; ++way)
        EXPECT_EQ(sums[static_cast<std::size_t>(3 * block + way)], expected) << way;
    }
  }
}

}  // namespace
}  // namespace memlaw::device
