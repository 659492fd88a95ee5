// Weighted linear least squares with an intercept, safe for any rank.
#pragma once

#include <span>
#include <vector>

namespace memlaw {

struct LeastSquaresFit {
  double intercept = 0.0;
  std::vector<double> coefficients;  // one per column
};

// Minimises sum w (y - b0 - sum b_j x_j)^2. Columns are centred and scaled by their weighted spread
// first; of all minimisers the one of least norm in those units is returned. A constant column gets
// 0. Weights are > 0; columns, y and w have the same number of rows, at least 1.
LeastSquaresFit fit_least_squares(const std::vector<std::vector<double>>& columns,
                                  std::span<const double> y, std::span<const double> weight);

}  // namespace memlaw
