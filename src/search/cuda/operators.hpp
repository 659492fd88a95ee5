// Launches of the kernels in src/search/device/check_kernels.hpp. Pointers are the device's; the
// work is done in the order of the stream.
#pragma once

#include <cstddef>

#include "memlaw/expr/operators.hpp"
#include "stream.hpp"

namespace memlaw::cuda {

// value[i], da[i], db[i] = op and its derivatives at a[i], b[i]. Real: float or double.
template <class Real>
void apply_operator(Op op, std::size_t count, const Real* a, const Real* b, Real* value, Real* da,
                    Real* db, const Stream& stream);

// Three sums of each block's `threads` values, found by different exchanges between its threads.
void exchange_sums(const int* values, long long* sums, int blocks, int threads,
                   const Stream& stream);

}  // namespace memlaw::cuda
