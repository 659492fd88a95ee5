#include "least_squares.hpp"

#include <algorithm>
#include <cmath>

namespace memlaw {
namespace {

constexpr double pivot_tolerance = 1e-13;

// Solves A x = b for the columns with used[j] != 0, A symmetric positive semidefinite with unit or
// zero diagonal, n x n row-major; destroys A and b. Dependent columns get 0.
void cholesky_solve(double* a, double* b, const char* used, int n) {
  // Factor L in the lower triangle; a dropped column has pivot 0.
  for (int j = 0; j < n; ++j) {
    double* row_j = a + static_cast<std::ptrdiff_t>(j) * n;
    double pivot = row_j[j];
    for (int k = 0; k < j; ++k) pivot -= row_j[k] * row_j[k];
    if (!used[j] || !(pivot > pivot_tolerance)) {
      std::fill(row_j, row_j + j + 1, 0.0);
      for (int i = j + 1; i < n; ++i) a[static_cast<std::ptrdiff_t>(i) * n + j] = 0.0;
      b[j] = 0.0;
      continue;
    }
    const double root = std::sqrt(pivot);
    row_j[j] = root;
    for (int i = j + 1; i < n; ++i) {
      double* row_i = a + static_cast<std::ptrdiff_t>(i) * n;
      double sum = row_i[j];
      for (int k = 0; k < j; ++k) sum -= row_i[k] * row_j[k];
      row_i[j] = sum / root;
    }
  }
  for (int j = 0; j < n; ++j) {
    const double* row = a + static_cast<std::ptrdiff_t>(j) * n;
    if (row[j] == 0.0) continue;
    double sum = b[j];
    for (int k = 0; k < j; ++k) sum -= row[k] * b[k];
    b[j] = sum / row[j];
  }
  for (int j = n - 1; j >= 0; --j) {
    const double pivot = a[static_cast<std::ptrdiff_t>(j) * n + j];
    if (pivot == 0.0) continue;
    double sum = b[j];
    for (int i = j + 1; i < n; ++i) sum -= a[static_cast<std::ptrdiff_t>(i) * n + j] * b[i];
    b[j] = sum / pivot;
  }
}

// Scale that brings a Gram matrix's diagonal to 1; 0 for columns that cannot be used.
void unit_scale(const NormalEquations& eq, int n, std::vector<double>& scale) {
  scale.resize(static_cast<std::size_t>(n));
  for (int j = 0; j < n; ++j) {
    const double d = eq.at(j, j);
    scale[static_cast<std::size_t>(j)] = d > 0.0 && std::isfinite(d) ? 1.0 / std::sqrt(d) : 0.0;
  }
}

void solve_subset(const NormalEquations& eq, int n, const std::vector<double>& scale,
                  const std::vector<char>& used, std::vector<double>& matrix,
                  std::vector<double>& right) {
  const int y = eq.size - 1;
  matrix.resize(static_cast<std::size_t>(n) * n);
  right.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j)
      matrix[static_cast<std::size_t>(i) * n + j] =
          eq.at(i, j) * scale[static_cast<std::size_t>(i)] * scale[static_cast<std::size_t>(j)];
    right[static_cast<std::size_t>(i)] = eq.at(i, y) * scale[static_cast<std::size_t>(i)];
  }
  cholesky_solve(matrix.data(), right.data(), used.data(), n);
}

void mark_usable(const std::vector<double>& scale, std::vector<char>& used) {
  used.resize(scale.size());
  for (std::size_t j = 0; j < scale.size(); ++j) used[j] = scale[j] > 0.0 ? 1 : 0;
}

void solve_nonnegative(const NormalEquations& eq, SolverScratch& s, std::vector<double>& x) {
  const int n = eq.linear;
  const auto at = [](const auto& v, int j) { return v[static_cast<std::size_t>(j)]; };
  const int y = eq.size - 1;
  std::vector<char> usable;
  mark_usable(s.scale, usable);
  s.used.assign(static_cast<std::size_t>(n), 0);
  s.used[0] = usable[0];
  x.assign(static_cast<std::size_t>(n), 0.0);
  const auto solve = [&] { solve_subset(eq, n, s.scale, s.used, s.matrix, s.right); };
  solve();
  x[0] = s.right[0];
  for (int round = 0; round < 3 * n; ++round) {
    // Enter the column with the steepest descent.
    int best = -1;
    double steepest = 1e-12 * std::sqrt(std::max(eq.at(y, y), 0.0));
    for (int j = 1; j < n; ++j) {
      if (at(s.used, j) || !at(usable, j)) continue;
      double gradient = eq.at(j, y) * at(s.scale, j);
      for (int k = 0; k < n; ++k)
        if (at(s.used, k)) gradient -= eq.at(j, k) * at(s.scale, j) * at(s.scale, k) * at(x, k);
      if (gradient > steepest) {
        steepest = gradient;
        best = j;
      }
    }
    if (best < 0) break;
    s.used[static_cast<std::size_t>(best)] = 1;
    for (;;) {
      solve();
      double limit = 1.0;
      int leaving = -1;
      for (int j = 1; j < n; ++j) {
        if (!at(s.used, j) || at(s.right, j) > 0.0) continue;
        const double step = at(x, j) / (at(x, j) - at(s.right, j));
        if (leaving < 0 || step < limit) {
          limit = step;
          leaving = j;
        }
      }
      if (leaving < 0) {
        x.assign(s.right.begin(), s.right.begin() + n);
        break;
      }
      for (int j = 0; j < n; ++j)
        if (at(s.used, j)) x[static_cast<std::size_t>(j)] += limit * (at(s.right, j) - at(x, j));
      x[static_cast<std::size_t>(leaving)] = 0.0;
      s.used[static_cast<std::size_t>(leaving)] = 0;
      if (leaving == best) {
        // The entering column cannot improve at working precision.
        usable[static_cast<std::size_t>(best)] = 0;
      }
    }
  }
}

}  // namespace

void solve_linear(const NormalEquations& eq, bool nonnegative, std::vector<double>& coefficients,
                  SolverScratch& s) {
  const int n = eq.linear;
  unit_scale(eq, n, s.scale);
  if (nonnegative) {
    solve_nonnegative(eq, s, coefficients);
  } else {
    mark_usable(s.scale, s.used);
    solve_subset(eq, n, s.scale, s.used, s.matrix, s.right);
    coefficients.assign(s.right.begin(), s.right.begin() + n);
  }
  for (int j = 0; j < n; ++j)
    coefficients[static_cast<std::size_t>(j)] *= s.scale[static_cast<std::size_t>(j)];
}

bool solve_step(const NormalEquations& eq, double damping, std::span<const char> frozen,
                std::vector<double>& step, SolverScratch& s) {
  const int n = eq.size - 1;
  unit_scale(eq, n, s.scale);
  for (int k = eq.linear; k < n; ++k)
    if (frozen[static_cast<std::size_t>(k - eq.linear)]) s.scale[static_cast<std::size_t>(k)] = 0.0;
  mark_usable(s.scale, s.used);
  const int y = eq.size - 1;
  s.matrix.resize(static_cast<std::size_t>(n) * n);
  s.right.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) {
    const double scale_i = s.scale[static_cast<std::size_t>(i)];
    for (int j = 0; j <= i; ++j)
      s.matrix[static_cast<std::size_t>(i) * n + j] =
          eq.at(i, j) * scale_i * s.scale[static_cast<std::size_t>(j)];
    if (i >= eq.linear) s.matrix[static_cast<std::size_t>(i) * n + i] += damping;
    s.right[static_cast<std::size_t>(i)] = eq.at(i, y) * scale_i;
  }
  cholesky_solve(s.matrix.data(), s.right.data(), s.used.data(), n);
  step.resize(static_cast<std::size_t>(n - eq.linear));
  bool moves = false;
  for (std::size_t k = 0; k < step.size(); ++k) {
    const std::size_t j = static_cast<std::size_t>(eq.linear) + k;
    step[k] = s.right[j] * s.scale[j];
    if (!std::isfinite(step[k])) return false;
    moves = moves || step[k] != 0.0;
  }
  return moves;
}

}  // namespace memlaw
