// Evaluator: losses and normal equations of programs over one dataset, fused so that predictions
// are never stored.
//
// Rows are processed in tiles; every sum is accumulated in double in an order fixed by the row
// count alone, so results depend neither on the number of threads nor on the instruction set.
// Setting MEMLAW_SIMD=portable in the environment shows the latter.
//
// An Evaluator is immutable after construction and may be used by many threads, each with its own
// Workspace.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/search/loss.hpp"
#include "memlaw/search/program.hpp"

namespace memlaw {

// Weighted normal equations of the columns
//   [ 1, term columns ..., d term/d constant ..., y ]
// in this order; `size` columns in all. gram is size x size, row-major, both triangles filled:
// gram(i,j) = sum_rows v * col_i * col_j. The derivative column of a constant is that of its own
// term's body times the term's coefficient on that row (the row's level's coefficient for a term
// with a coefficient category; 1 when no coefficients are passed), so that it is the derivative of
// the prediction.
//
// Row weights v: w / y^2 for rmsre; w for mse; the losses that are not quadratic get theirs by
// iteratively reweighted least squares about the predictions p of the coefficients passed in:
//   mae      v = w / max(|r|, eps), eps = 1e-6 of the mean |y|, so that rows fitted exactly keep
//            finite weight
//   mape     v = w / |y| / max(|r|, 1e-6 |y|)
//   pinball  likewise, times q where p < y and 1 - q elsewhere
//   huber    v = w / y^2 * min(1, delta / |r/y|)
//   msle     Gauss-Newton: v = w / p^2, and y' = p + p * (log y - log p) in place of y
// Without coefficients (empty span) the quadratic weights are used: w for mse and mae, w / y^2 for
// the others; likewise on single rows whose prediction is not finite or, for msle, not positive.
struct NormalEquations {
  int size = 0;
  int linear = 0;            // first `linear` columns are linear parameters
  std::vector<double> gram;  // size * size
  double loss = 0.0;         // of the coefficients passed in (the Loss's own definition), infinity
                             // when none were passed or a value is not finite
  bool finite = true;        // every term and derivative was finite on every row, and so are the
                             // sums of their squares; otherwise gram is of no use
  double at(int i, int j) const { return gram[static_cast<std::size_t>(i) * size + j]; }
};

// Scratch memory of one thread. Grows as needed, never shrinks.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  struct Impl;
  std::unique_ptr<Impl> impl;
};

template <class Real>
class BasicEvaluator {
 public:
  // Copies the dataset into padded, aligned columns of Real.
  BasicEvaluator(const Dataset& data, const Loss& loss);
  ~BasicEvaluator();
  BasicEvaluator(const BasicEvaluator&) = delete;
  BasicEvaluator& operator=(const BasicEvaluator&) = delete;

  std::size_t rows() const;
  const Variables& variables() const;
  const Loss& loss() const;

  // Training loss of the program. `coefficients`: linear_columns entries (intercept first).
  // Infinity when any prediction is not finite.
  double compute_loss(const Program& program, std::span<const double> constants,
                      std::span<const double> coefficients, Workspace& workspace) const;

  // `with_constants`: include the derivative columns (reverse accumulation over the tile).
  void normal_equations(const Program& program, std::span<const double> constants,
                        std::span<const double> coefficients, bool with_constants,
                        NormalEquations& out, Workspace& workspace) const;

  // Values of the terms, terms x rows, for tests and for one-off uses. `out` has terms * rows
  // entries.
  void evaluate_terms(const Program& program, std::span<const double> constants,
                      std::span<Real> out, Workspace& workspace) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

extern template class BasicEvaluator<float>;
extern template class BasicEvaluator<double>;
using Evaluator = BasicEvaluator<double>;

}  // namespace memlaw
