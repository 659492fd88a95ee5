#include "least_squares.hpp"

#include <Eigen/Dense>
#include <cmath>

namespace memlaw {
namespace {

double weighted_mean(std::span<const double> x, std::span<const double> weight) {
  double sum = 0.0;
  double total = 0.0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    sum += weight[r] * x[r];
    total += weight[r];
  }
  return sum / total;
}

double weighted_deviation(std::span<const double> x, std::span<const double> weight, double mean) {
  double sum = 0.0;
  double total = 0.0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    sum += weight[r] * (x[r] - mean) * (x[r] - mean);
    total += weight[r];
  }
  return std::sqrt(sum / total);
}

}  // namespace

LeastSquaresFit fit_least_squares(const std::vector<std::vector<double>>& columns,
                                  std::span<const double> y, std::span<const double> weight) {
  const auto rows = static_cast<Eigen::Index>(y.size());
  const auto count = static_cast<Eigen::Index>(columns.size());
  std::vector<double> means(columns.size());
  std::vector<double> deviations(columns.size());
  Eigen::MatrixXd design = Eigen::MatrixXd::Zero(rows, count);
  Eigen::VectorXd target(rows);
  const double target_mean = weighted_mean(y, weight);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const auto i = static_cast<std::size_t>(r);
    target(r) = std::sqrt(weight[i]) * (y[i] - target_mean);
  }
  for (Eigen::Index c = 0; c < count; ++c) {
    const auto j = static_cast<std::size_t>(c);
    means[j] = weighted_mean(columns[j], weight);
    deviations[j] = weighted_deviation(columns[j], weight, means[j]);
    // What is left of a constant column is rounding: it must not be blown up to unit spread.
    if (!(deviations[j] > 1e-14 * std::abs(means[j]))) {
      deviations[j] = 0.0;
      continue;
    }
    for (Eigen::Index r = 0; r < rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      design(r, c) = std::sqrt(weight[i]) * ((columns[j][i] - means[j]) / deviations[j]);
    }
  }

  LeastSquaresFit fit;
  fit.intercept = target_mean;
  fit.coefficients.assign(columns.size(), 0.0);
  if (count == 0) return fit;
  const Eigen::VectorXd solution = design.completeOrthogonalDecomposition().solve(target);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (deviations[j] == 0.0) continue;
    fit.coefficients[j] = solution(static_cast<Eigen::Index>(j)) / deviations[j];
    fit.intercept -= fit.coefficients[j] * means[j];
  }
  return fit;
}

}  // namespace memlaw
