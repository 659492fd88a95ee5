// Included by one file for each instruction set, after it has defined MEMLAW_TARGET.
#include "normal_tile.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

// The totals of a sum, added up in pairs: an order that every width shares.
inline double fold(double* totals) {
  for (std::size_t n = sum_lanes / 2; n > 0; n /= 2) {
    for (std::size_t i = 0; i < n; ++i) totals[i] += totals[i + n];
  }
  return totals[0];
}

template <class Real>
double sum_losses(const LossJob<Real>& job) {
  alignas(64) double totals[sum_lanes] = {};
  Memory<Real> memory = job.memory;
  TargetColumns<Real> target = job.target;
  for (std::size_t first = 0; first < job.rows; first += job.tile) {
    const std::size_t left = job.rows - first;
    const Tile<Real> tile{left < job.tile ? left : job.tile};
    run(tile, job.predict.begin, job.predict.end, memory);
    add_loss(tile, job.rule, memory.slots, target, totals);
    memory.columns += tile.rows;
    memory.levels += tile.rows;
    target.y += tile.rows;
    target.factor += tile.rows;
    target.extra += tile.rows;
  }
  return fold(totals);
}

template <class Real>
void forward(Range<Instruction> code, const Memory<Real>& memory, std::size_t rows) {
  run(Tile<Real>{rows}, code.begin, code.end, memory);
}

template <class Real>
void normal(NormalJob<Real>& job) {
  add_normal_sums(job);
  job.loss_sum = fold(job.loss_totals);
}

extern const TileKernels<float> float_kernels;
extern const TileKernels<double> double_kernels;
const TileKernels<float> float_kernels{sum_losses<float>, forward<float>, normal<float>};
const TileKernels<double> double_kernels{sum_losses<double>, forward<double>, normal<double>};

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
