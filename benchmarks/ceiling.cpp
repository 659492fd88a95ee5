// Compiled for AVX2 where the evaluator would use it; benchmarks check that the machine has it.
#define MEMLAW_TARGET ceiling
#include "ceiling.hpp"

#include <utility>

#include "../src/search/kernel/operations.hpp"

namespace memlaw::benchmarks {
namespace {

template <Op op, class Real>
void loop(const Real* a, const Real* b, Real* out, std::size_t rows) {
  using kernel::load;
#pragma GCC unroll 4
  for (std::size_t i = 0; i < rows; i += kernel::width<Real>) {
    if constexpr (op <= Op::category) {
      kernel::store(out + i, load(a + i));
    } else {
      kernel::store(out + i, kernel::apply<op>(load(a + i), load(b + i)));
    }
  }
}

template <class Real>
using Loop = void (*)(const Real*, const Real*, Real*, std::size_t);

template <class Real, int... ops>
Loop<Real> find(Op op, std::integer_sequence<int, ops...>) {
  static constexpr Loop<Real> loops[] = {&loop<Op(ops), Real>...};
  return loops[static_cast<int>(op)];
}

}  // namespace

template <class Real>
Ceiling<Real>::Ceiling() {
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 0; i < tile; ++i) {
      arrays_.in[k][i] = static_cast<Real>(0.5 + static_cast<double>((i * 7 + k * 13) % 31) / 20.0);
    }
  }
}

template <class Real>
void Ceiling<Real>::run(const std::vector<Op>& ops, std::size_t rows) {
  for (std::size_t first = 0; first < rows; first += tile) {
    const std::size_t n = rows - first < tile ? rows - first : tile;
    std::size_t k = 0;
    for (const Op op : ops) {
      const Loop<Real> f = find<Real>(op, std::make_integer_sequence<int, op_count>());
      f(arrays_.in[k % 4], arrays_.in[(k + 1) % 4], arrays_.out[k % 2], n);
      ++k;
    }
  }
}

template <class Real>
double Ceiling<Real>::run_loss(std::size_t rows) {
  using kernel::load;
  constexpr std::size_t parts = 8;
  kernel::Double total[parts] = {};
  for (std::size_t first = 0; first < rows; first += tile) {
    const std::size_t n = rows - first < tile ? rows - first : tile;
    const Real* const t = arrays_.in[0];
    const Real* const y = arrays_.in[1];
    const Real* const w = arrays_.in[2];
    const auto term = [=](std::size_t i) {
      const auto p = load(t + i) * Real(0.5) + Real(2);
      return load(w + i) * kernel::abs(p - load(y + i));
    };
    constexpr std::size_t lanes = kernel::width<Real>;
    for (std::size_t i = 0; i + 4 * lanes <= n; i += 4 * lanes) {
#pragma GCC unroll 4
      for (std::size_t k = 0; k < 4; ++k) {
        if constexpr (sizeof(Real) == sizeof(double)) {
          total[k] += term(i + k * lanes);
        } else {
          const kernel::TwoDoubles v = kernel::widen(term(i + k * lanes));
          total[2 * k] += v.low;
          total[2 * k + 1] += v.high;
        }
      }
    }
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < parts; ++k) sum += total[k][0] + total[k][1];
  return sum;
}

template <class Real>
std::size_t Ceiling<Real>::vector_bytes() {
  return kernel::vector_bytes;
}

template class Ceiling<float>;
template class Ceiling<double>;

}  // namespace memlaw::benchmarks
