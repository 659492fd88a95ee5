// Small weighted least-squares problems given by their normal equations.
#pragma once

#include <span>
#include <vector>

#include "memlaw/search/evaluator.hpp"

namespace memlaw {

// Scratch memory of the solvers below; one per thread.
struct SolverScratch {
  std::vector<double> matrix, scale, right, work;
  std::vector<char> used;
};

// Minimises |y - Phi c|^2 over the linear columns of `equations` (its first `linear` columns; the
// last column is y) by Cholesky factorisation of the Gram matrix scaled to unit diagonal. A column
// that is zero, not finite or linearly dependent on earlier ones (pivot below 1e-13) gets
// coefficient 0. With `nonnegative`, every coefficient but the intercept is kept >= 0 (active-set
// method of Lawson & Hanson, "Solving Least Squares Problems", 1974, ch. 23, on normal equations).
void solve_linear(const NormalEquations& equations, bool nonnegative,
                  std::vector<double>& coefficients, SolverScratch& scratch);

// One damped step of variable projection: minimises |y - Phi c - D d|^2 + damping * |S d|^2 over
// c and d, S the norms of D's columns, and returns d (Kaufman's approximation, BIT 15, 1975; with
// Levenberg's damping on the nonlinear parameters only). y must be the target, so D d is measured
// from the current constants through `coefficients`: the solution c replaces them. `frozen[k]`
// keeps constant k. False when the system is singular beyond repair.
bool solve_step(const NormalEquations& equations, double damping, std::span<const char> frozen,
                std::vector<double>& step, SolverScratch& scratch);

}  // namespace memlaw
