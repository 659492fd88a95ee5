// Included by one file for each instruction set, after it has defined MEMLAW_TARGET.
#include "../../search/kernel/math.hpp"
#include "kernels.hpp"

namespace memlaw::neural {
namespace MEMLAW_TARGET {
namespace {

using kernel::Double;
constexpr std::size_t kWidth = kernel::width<double>;
// A vector that need not be aligned.
using Loose = double __attribute__((vector_size(kernel::vector_bytes), aligned(8), may_alias));

inline Double load(const double* p) { return *reinterpret_cast<const Loose*>(p); }
inline void store(double* p, Double v) { *reinterpret_cast<Loose*>(p) = v; }

// The first n lanes; the others are 0.
inline Double load_part(const double* p, std::size_t n) {
  if (n >= kWidth) return load(p);
  Double v = {};
  for (std::size_t i = 0; i < n; ++i) v[i] = p[i];
  return v;
}
inline void store_part(double* p, Double v, std::size_t n) {
  if (n >= kWidth) return store(p, v);
  for (std::size_t i = 0; i < n; ++i) p[i] = v[i];
}

// Columns that are computed together: as many as the registers hold sums for.
constexpr std::size_t kBlockColumns = kWidth == 4 ? 6 : 2;

// One panel of rows times `count` columns.
template <std::size_t count>
inline void multiply_block(const ProductJob& job, std::size_t row, std::size_t column) {
  constexpr std::size_t vectors = kPanelRows / kWidth;
  Double sums[count][vectors] = {};
  const double* a = job.packed + row * job.depth;
  const double* b = job.b + column * job.b_column_stride;
  for (std::size_t p = 0; p < job.depth; ++p, a += kPanelRows, b += job.b_row_stride) {
    Double left[vectors];
    for (std::size_t v = 0; v < vectors; ++v) left[v] = load(a + v * kWidth);
    for (std::size_t j = 0; j < count; ++j) {
      const Double right = kernel::broadcast<Double>(b[j * job.b_column_stride]);
      for (std::size_t v = 0; v < vectors; ++v) sums[j][v] += left[v] * right;
    }
  }
  const std::size_t rows = job.rows - row < kPanelRows ? job.rows - row : kPanelRows;
  for (std::size_t j = 0; j < count; ++j) {
    double* const c = job.c + row + (column + j) * job.c_stride;
    for (std::size_t v = 0; v < vectors && v * kWidth < rows; ++v) {
      const std::size_t n = rows - v * kWidth;
      Double sum = sums[j][v];
      if (job.bias != nullptr) sum += load_part(job.bias + row + v * kWidth, n);
      if (job.accumulate) sum += load_part(c + v * kWidth, n);
      store_part(c + v * kWidth, sum, n);
    }
  }
}

template <std::size_t count>
inline void multiply_columns(const ProductJob& job, std::size_t column) {
  for (std::size_t row = 0; row < job.rows; row += kPanelRows) {
    multiply_block<count>(job, row, column);
  }
}

template <std::size_t count>
inline void multiply_last_columns(const ProductJob& job, std::size_t column) {
  if constexpr (count > 0) {
    if (job.columns - column == count) return multiply_columns<count>(job, column);
    multiply_last_columns<count - 1>(job, column);
  }
}

void multiply(const ProductJob& job) {
  std::size_t column = 0;
  for (; column + kBlockColumns <= job.columns; column += kBlockColumns) {
    multiply_columns<kBlockColumns>(job, column);
  }
  multiply_last_columns<kBlockColumns - 1>(job, column);
}

inline Double sigmoid(Double x) { return 1.0 / (1.0 + kernel::exp(-x)); }

void gru_step(const GruStepJob& job) {
  const std::size_t n = job.hidden;
  for (std::size_t b = 0; b < job.batch; ++b) {
    const double* const input = job.input + b * 3 * n;
    const double* const recurrent = job.recurrent + b * 3 * n;
    double* const gates = job.gates + b * 3 * n;
    for (std::size_t i = 0; i < n; i += kWidth) {
      const std::size_t left = n - i;
      const auto at = [&](const double* p) { return load_part(p + i, left); };
      const Double reset = sigmoid(at(input) + at(recurrent));
      const Double update = sigmoid(at(input + n) + at(recurrent + n));
      const Double fresh = kernel::tanh(at(input + 2 * n) + reset * at(recurrent + 2 * n));
      const Double previous = at(job.previous + b * job.previous_stride);
      store_part(gates + i, reset, left);
      store_part(gates + n + i, update, left);
      store_part(gates + 2 * n + i, fresh, left);
      store_part(job.state + b * job.state_stride + i, (1.0 - update) * fresh + update * previous,
                 left);
    }
  }
}

void gru_step_backward(const GruStepBackwardJob& job) {
  const std::size_t n = job.hidden;
  for (std::size_t b = 0; b < job.batch; ++b) {
    const double* const gates = job.gates + b * 3 * n;
    const double* const pulled = job.recurrent + b * 3 * n + 2 * n;
    double* const d_input = job.d_input + b * 3 * n;
    double* const d_recurrent = job.d_recurrent + b * 3 * n;
    double* const d_state = job.d_state + b * n;
    for (std::size_t i = 0; i < n; i += kWidth) {
      const std::size_t left = n - i;
      const auto at = [&](const double* p) { return load_part(p + i, left); };
      const Double reset = at(gates);
      const Double update = at(gates + n);
      const Double fresh = at(gates + 2 * n);
      const Double dh = at(d_state) + at(job.d_output + b * job.d_output_stride);
      const Double d_new = dh * (1.0 - update) * (1.0 - fresh * fresh);
      const Double d_update = dh * (at(job.previous + b * n) - fresh) * update * (1.0 - update);
      const Double d_reset = d_new * at(pulled) * reset * (1.0 - reset);
      store_part(d_input + i, d_reset, left);
      store_part(d_input + n + i, d_update, left);
      store_part(d_input + 2 * n + i, d_new, left);
      store_part(d_recurrent + i, d_reset, left);
      store_part(d_recurrent + n + i, d_update, left);
      store_part(d_recurrent + 2 * n + i, d_new * reset, left);
      store_part(d_state + i, dh * update, left);
    }
  }
}

void gelu(std::size_t n, const double* x, double* y, double* slope) {
  constexpr double root_half = 0.70710678118654752440;
  constexpr double density_at_0 = 0.39894228040143267794;
  for (std::size_t i = 0; i < n; i += kWidth) {
    const Double v = load_part(x + i, n - i);
    Double erf = v * root_half;
    for (std::size_t lane = 0; lane < kWidth; ++lane) erf[lane] = __builtin_erf(erf[lane]);
    const Double below = 0.5 * (1.0 + erf);
    store_part(y + i, v * below, n - i);
    store_part(slope + i, below + v * (density_at_0 * kernel::exp(-0.5 * (v * v))), n - i);
  }
}

void softmax(std::size_t rows, std::size_t columns, double scale, double* x) {
  for (std::size_t j = 0; j < columns; ++j, x += rows) {
    double highest = x[0];
    for (std::size_t i = 1; i < rows; ++i) highest = x[i] > highest ? x[i] : highest;
    // Four sums whatever the width, so that every instruction set adds up in the same order.
    double sums[4] = {};
    for (std::size_t i = 0; i < rows; i += kWidth) {
      const std::size_t left = rows - i;
      const Double value = kernel::exp((load_part(x + i, left) - highest) * scale);
      store_part(x + i, value, left);
      for (std::size_t lane = 0; lane < kWidth && lane < left; ++lane) {
        sums[(i + lane) % 4] += value[lane];
      }
    }
    const double factor = 1.0 / ((sums[0] + sums[1]) + (sums[2] + sums[3]));
    for (std::size_t i = 0; i < rows; i += kWidth) {
      store_part(x + i, load_part(x + i, rows - i) * factor, rows - i);
    }
  }
}

}  // namespace

extern const Kernels table;
const Kernels table = {multiply, gru_step, gru_step_backward, gelu, softmax};

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::neural
