// Kernels that compare a device with the CPU before anything relies on it: the values and
// derivatives of every operator, and what the threads of a block exchange.
#pragma once

#include <cstddef>

#include "../kernel/dispatch.hpp"
#include "../kernel/operations.hpp"

namespace memlaw::device {

// value[i], da[i], db[i] of operator `op` at a[i], b[i]; leaves give zeros.
template <class Real>
struct ApplyOperator {
  static constexpr int max_threads = 256;

  int op;
  std::size_t count;
  const Real* a;
  const Real* b;
  Real* value;
  Real* da;
  Real* db;

  template <class Block>
  MEMLAW_HD void operator()(Block& block) const {
    const auto step =
        static_cast<std::size_t>(block.threads()) * static_cast<std::size_t>(block.count());
    for (std::size_t i =
             static_cast<std::size_t>(block.index()) * static_cast<std::size_t>(block.threads()) +
             static_cast<std::size_t>(block.thread());
         i < count; i += step) {
      kernel::dispatch<One, op_count>(op, *this, i);
    }
  }

  struct One {
    template <int code>
    MEMLAW_HD static void call(const ApplyOperator& self, const std::size_t& i) {
      if constexpr (code >= static_cast<int>(Op::add)) {
        constexpr auto op = static_cast<Op>(code);
        const Real r = kernel::apply<op>(self.a[i], self.b[i]);
        const kernel::PartialValues<Real> partial =
            kernel::partial_values<op>(self.a[i], self.b[i], r);
        self.value[i] = r;
        self.da[i] = partial.da;
        self.db[i] = partial.db;
      } else {
        self.value[i] = self.da[i] = self.db[i] = Real(0);
      }
    }
  };
};

// Each block adds up its part of `values` three ways, which must agree: by every exchange between
// threads that kernels use. Whole numbers, so that the order of additions does not matter.
// sums: 3 a block. Shared memory: shared_bytes(threads).
struct ExchangeSums {
  static constexpr int max_threads = 256;
  static constexpr std::size_t shared_bytes(int threads) {
    return static_cast<std::size_t>(threads) * sizeof(long long);
  }

  const int* values;  // one a thread of the grid
  long long* sums;

  template <class Block>
  MEMLAW_HD void operator()(Block& block) const {
    auto shared = block.template shared<long long>(0, static_cast<std::size_t>(block.threads()));
    const int warps = block.threads() / 32;
    const long long own = values[block.index() * block.threads() + block.thread()];

    // Down the lanes, then over the warps' sums.
    long long sum = own;
    for (int delta = 16; delta > 0; delta /= 2) sum += block.shuffle_down(sum, delta);
    sum = block.broadcast(sum, 0);
    if (block.lane() == 0) shared[block.warp()] = sum;
    block.sync();
    long long total = 0;
    for (int w = 0; w < warps; ++w) total += shared[w];
    if (block.thread() == 0) sums[3 * block.index()] = total;
    block.sync();

    // Across the lanes: every lane has the sum.
    long long across = own;
    for (int mask = 16; mask > 0; mask /= 2) across += block.shuffle_xor(across, mask);
    if (block.lane() == 31) shared[block.warp()] = across;
    block.sync();
    total = 0;
    for (int w = 0; w < warps; ++w) total += shared[w];
    if (block.thread() == 0) sums[3 * block.index() + 1] = total;
    block.sync();

    // Through shared memory alone. Lanes of one warp read what other lanes wrote.
    shared[block.thread()] = own;
    block.sync_warp();
    const long long neighbour = shared[block.thread() ^ 1];
    block.sync();
    shared[block.thread()] = neighbour;
    block.sync();
    total = 0;
    if (block.thread() == block.threads() - 1) {
      for (int t = 0; t < block.threads(); ++t) total += shared[t];
      sums[3 * block.index() + 2] = total;
    }
  }
};

}  // namespace memlaw::device
