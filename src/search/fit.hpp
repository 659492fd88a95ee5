// Fitting the constants of an individual: variable projection (Golub & Pereyra, SIAM J. Numer.
// Anal. 10(2), 1973) with Levenberg-Marquardt steps for the nonlinear constants, and iteratively
// reweighted least squares for losses that are not quadratic. Constants that no derivative reaches
// (thresholds and block sizes below ceil, floor and round) are scanned instead: powers of two
// first, since that is what allocators use, then ever finer steps around the best.
#pragma once

#include <limits>
#include <vector>

#include "individual.hpp"
#include "least_squares.hpp"
#include "memlaw/search/evaluator.hpp"

namespace memlaw {

struct FitBudget {
  int constant_iterations = 8;  // accepted or rejected Levenberg-Marquardt steps
  int reweightings = 2;         // extra linear solves for losses that are not quadratic
  bool nonnegative = false;
  // A fit whose loss is still above this after a few steps is ended: it is not going to matter.
  double hopeless_above = std::numeric_limits<double>::infinity();
  bool scan = true;  // try a grid of values for constants below ceil, floor or round
};

// Scratch of one thread.
struct FitScratch {
  Workspace workspace;
  Program program;
  NormalEquations equations, trial_equations;
  SolverScratch solver;
  std::vector<double> constants, trial_constants, coefficients, trial_coefficients, step;
  std::vector<char> frozen, stepped;
};

// Sets coefficients, constants (inside the terms' bodies) and loss. The loss is infinite when a
// term is not finite on some row; coefficients are then left empty. Never returns a worse loss than
// that of the constants it started from.
void fit(Individual& individual, const Evaluator& evaluator, const FitBudget& budget,
         FitScratch& scratch);

}  // namespace memlaw
