// The inner loops of the networks: products of matrices and the functions applied to every element,
// compiled once per instruction set and chosen at run time.
//
// Every element of a product is added up in the order of the depth, without fused multiply-adds,
// and the elementary functions are those of search/kernel/math.hpp: results are the same bits
// whatever the instruction set and however a matrix is cut into blocks. Matrices are column-major.
#pragma once

#include <cstddef>

namespace memlaw::neural {

// Rows that are computed together. The left factor is packed in panels of this many rows, the last
// one padded with zeros: element (i, p) is at ((i / 8) * depth + p) * 8 + i % 8.
inline constexpr std::size_t kPanelRows = 8;

// C = A B (+ C) (+ bias), A packed.
struct ProductJob {
  const double* packed;
  std::size_t rows, depth, columns;
  const double* b;  // element (p, j) at p * b_row_stride + j * b_column_stride
  std::size_t b_row_stride, b_column_stride;
  double* c;  // element (i, j) at i + j * c_stride
  std::size_t c_stride;
  const double* bias;  // one value a row, or null
  bool accumulate;
};

// One time step of a GRU for `batch` sequences; `hidden` values a column everywhere.
struct GruStepJob {
  std::size_t hidden, batch;
  const double* input;      // 3 hidden a column: W_i x + b_i, gates reset, update, new
  const double* recurrent;  // 3 hidden a column: W_h h + b_h
  const double* previous;   // h of the step before
  std::size_t previous_stride;
  double* gates;  // 3 hidden a column: reset, update, new after their functions
  double* state;  // h
  std::size_t state_stride;
};

// The gradients of such a step: by what the gates read, and by h.
struct GruStepBackwardJob {
  std::size_t hidden, batch;
  const double* gates;      // as gru_step left them
  const double* recurrent;  // as gru_step read it
  const double* previous;   // hidden a column
  const double* d_output;   // by this step's h, from the layers above
  std::size_t d_output_stride;
  double* d_input;      // 3 hidden a column
  double* d_recurrent;  // the same
  double* d_state;  // hidden a column: by this step's h from the step after; becomes the part of
                    // the gradient by `previous` that does not pass through the weights
};

struct Kernels {
  void (*multiply)(const ProductJob& job);
  void (*gru_step)(const GruStepJob& job);
  void (*gru_step_backward)(const GruStepBackwardJob& job);
  // x Phi(x) and its derivative, Phi the standard normal distribution function (Hendrycks & Gimpel
  // 2016, the exact form).
  void (*gelu)(std::size_t n, const double* x, double* y, double* slope);
  // Each column of `rows` values, in place: scaled, then softmax.
  void (*softmax)(std::size_t rows, std::size_t columns, double scale, double* x);
};

// The fastest ones that this machine runs. MEMLAW_SIMD=portable in the environment chooses the
// portable ones.
const Kernels& kernels();

}  // namespace memlaw::neural
