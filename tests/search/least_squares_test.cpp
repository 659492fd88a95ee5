#include "../../src/search/least_squares.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace memlaw {
namespace {

// Normal equations of [columns, y] with the first `linear` columns linear.
NormalEquations equations_of(const Eigen::MatrixXd& columns, const Eigen::VectorXd& y, int linear) {
  Eigen::MatrixXd all(columns.rows(), columns.cols() + 1);
  all << columns, y;
  const Eigen::MatrixXd gram = all.transpose() * all;
  NormalEquations out;
  out.size = static_cast<int>(all.cols());
  out.linear = linear;
  for (int i = 0; i < gram.rows(); ++i)
    for (int j = 0; j < gram.cols(); ++j) out.gram.push_back(gram(i, j));
  return out;
}

Eigen::MatrixXd random_matrix(int rows, int columns, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Eigen::MatrixXd m(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i) m(i, j) = normal(random) * std::pow(10.0, 3 * j % 7);
  return m;
}

TEST(SolveLinear, AgreesWithAnOrthogonalFactorisation) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int columns = 1 + trial % 9;
    const Eigen::MatrixXd a = random_matrix(30, columns, random);
    const Eigen::VectorXd y = random_matrix(30, 1, random);
    const Eigen::VectorXd expected = a.colPivHouseholderQr().solve(y);
    std::vector<double> found;
    SolverScratch scratch;
    solve_linear(equations_of(a, y, columns), false, found, scratch);
    for (int j = 0; j < columns; ++j)
      EXPECT_NEAR(found[static_cast<std::size_t>(j)], expected[j],
                  1e-8 * expected.cwiseAbs().maxCoeff())
          << "trial " << trial;
  }
}

TEST(SolveLinear, GivesDependentAndZeroColumnsTheCoefficientZero) {
  std::mt19937_64 random(2);
  Eigen::MatrixXd a = random_matrix(20, 4, random);
  a.col(2) = 3.0 * a.col(1);
  a.col(3).setZero();
  const Eigen::VectorXd y = 2.0 * a.col(0) + 6.0 * a.col(1);
  std::vector<double> found;
  SolverScratch scratch;
  solve_linear(equations_of(a, y, 4), false, found, scratch);
  EXPECT_NEAR(found[0], 2.0, 1e-9);
  EXPECT_NEAR(found[1], 6.0, 1e-9);
  EXPECT_EQ(found[2], 0.0);
  EXPECT_EQ(found[3], 0.0);
}

TEST(SolveLinear, NonnegativeSolutionSatisfiesTheOptimalityConditions) {
  std::mt19937_64 random(3);
  for (int trial = 0; trial < 300; ++trial) {
    const int columns = 2 + trial % 7;
    Eigen::MatrixXd a = random_matrix(25, columns, random);
    a.col(0).setOnes();
    for (int j = 0; j < columns; ++j) a.col(j).normalize();
    const Eigen::VectorXd y = random_matrix(25, 1, random);
    std::vector<double> found;
    SolverScratch scratch;
    solve_linear(equations_of(a, y, columns), true, found, scratch);
    const Eigen::VectorXd x = Eigen::Map<Eigen::VectorXd>(found.data(), columns);
    const Eigen::VectorXd gradient = a.transpose() * (y - a * x);
    const double tolerance = 1e-8 * y.norm();
    EXPECT_NEAR(gradient[0], 0.0, tolerance);
    for (int j = 1; j < columns; ++j) {
      EXPECT_GE(x[j], 0.0);
      if (x[j] > 0.0) {
        EXPECT_NEAR(gradient[j], 0.0, tolerance) << "trial " << trial << " column " << j;
      } else {
        EXPECT_LE(gradient[j], tolerance) << "trial " << trial << " column " << j;
      }
    }
  }
}

TEST(SolveStep, WithoutDampingEqualsTheJointLeastSquaresSolution) {
  std::mt19937_64 random(4);
  const Eigen::MatrixXd a = random_matrix(40, 5, random);
  const Eigen::VectorXd y = random_matrix(40, 1, random);
  const Eigen::VectorXd expected = a.colPivHouseholderQr().solve(y);
  std::vector<double> step;
  SolverScratch scratch;
  const std::vector<char> frozen{0, 0};
  ASSERT_TRUE(solve_step(equations_of(a, y, 3), 0.0, frozen, step, scratch));
  ASSERT_EQ(step.size(), 2u);
  for (int k = 0; k < 2; ++k)
    EXPECT_NEAR(step[static_cast<std::size_t>(k)] / expected[3 + k], 1.0, 1e-7);
}

TEST(SolveStep, KeepsFrozenConstantsAndReportsWhenNothingCanMove) {
  std::mt19937_64 random(5);
  const Eigen::MatrixXd a = random_matrix(40, 4, random);
  const Eigen::VectorXd y = random_matrix(40, 1, random);
  std::vector<double> step;
  SolverScratch scratch;
  ASSERT_TRUE(solve_step(equations_of(a, y, 2), 1e-3, std::vector<char>{1, 0}, step, scratch));
  EXPECT_EQ(step[0], 0.0);
  EXPECT_NE(step[1], 0.0);
  EXPECT_FALSE(solve_step(equations_of(a, y, 2), 1e-3, std::vector<char>{1, 1}, step, scratch));
}

TEST(SolveStep, MoreDampingGivesAShorterStep) {
  std::mt19937_64 random(6);
  const Eigen::MatrixXd a = random_matrix(40, 4, random);
  const Eigen::VectorXd y = random_matrix(40, 1, random);
  SolverScratch scratch;
  double previous = std::numeric_limits<double>::infinity();
  for (const double damping : {1e-6, 1e-2, 1.0, 100.0}) {
    std::vector<double> step;
    ASSERT_TRUE(solve_step(equations_of(a, y, 2), damping, std::vector<char>{0, 0}, step, scratch));
    const double length = std::hypot(step[0] * a.col(2).norm(), step[1] * a.col(3).norm());
    EXPECT_LT(length, previous);
    previous = length;
  }
}

}  // namespace
}  // namespace memlaw
