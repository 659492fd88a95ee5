#include <algorithm>

#include "../device/check_kernels.hpp"
#include "launch.cuh"
#include "operators.hpp"

namespace memlaw::cuda {

template <class Real>
void apply_operator(Op op, std::size_t count, const Real* a, const Real* b, Real* value, Real* da,
                    Real* db, const Stream& stream) {
  constexpr int threads = 256;
  constexpr std::size_t most_blocks = 4096;  // several a multiprocessor; each goes round
  const std::size_t blocks = std::min(most_blocks, (count + threads - 1) / threads);
  launch(device::ApplyOperator<Real>{static_cast<int>(op), count, a, b, value, da, db},
         static_cast<std::int64_t>(blocks), threads, 0, stream);
}

template void apply_operator(Op, std::size_t, const float*, const float*, float*, float*, float*,
                             const Stream&);
template void apply_operator(Op, std::size_t, const double*, const double*, double*, double*,
                             double*, const Stream&);

void exchange_sums(const int* values, long long* sums, int blocks, int threads,
                   const Stream& stream) {
  launch(device::ExchangeSums{values, sums}, blocks, threads,
         device::ExchangeSums::shared_bytes(threads), stream);
}

}  // namespace memlaw::cuda
