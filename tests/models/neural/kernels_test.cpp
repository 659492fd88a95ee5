#include "kernels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "memlaw/base/rng.hpp"
#include "product.hpp"

namespace memlaw::neural {

namespace portable {
extern const Kernels table;
}

namespace {

std::vector<double> random_values(RandomStream& random, std::size_t n) {
  std::vector<double> values(n);
  for (double& v : values) v = 2.0 * random.normal();
  return values;
}

// Where the machine has no AVX2 these compare the portable kernels with themselves.
TEST(Kernels, ProductsAreTheSameBitsOnEveryInstructionSetAndAgreeWithEigen) {
  for (std::uint32_t trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random(11, 0, 0, trial, Purpose::test);
    const std::size_t rows = 1 + random.below(30);
    const std::size_t depth = 1 + random.below(30);
    const std::size_t columns = 1 + random.below(30);
    const std::size_t height = kPanelRows;
    std::vector<double> packed((rows + height - 1) / height * height * depth, 0.0);
    Matrix a(static_cast<Index>(rows), static_cast<Index>(depth));
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t p = 0; p < depth; ++p) {
        const double value = random.normal();
        a(static_cast<Index>(i), static_cast<Index>(p)) = value;
        packed[(i / height * depth + p) * height + i % height] = value;
      }
    }
    const std::vector<double> b = random_values(random, depth * columns);
    const std::vector<double> bias = random_values(random, rows);
    const std::vector<double> start = random_values(random, rows * columns);
    std::vector<double> c = start;
    std::vector<double> d = start;
    const bool accumulate = random.chance(0.5);
    ProductJob job = {packed.data(), rows,     depth, columns,     b.data(),  1,
                      depth,         c.data(), rows,  bias.data(), accumulate};
    kernels().multiply(job);
    job.c = d.data();
    portable::table.multiply(job);
    EXPECT_EQ(c, d);
    const auto map = [](const std::vector<double>& v, std::size_t m, std::size_t n) {
      return Matrix(
          Eigen::Map<const Matrix>(v.data(), static_cast<Index>(m), static_cast<Index>(n)));
    };
    Matrix expected = a * map(b, depth, columns);
    expected.colwise() += Vector(map(bias, rows, 1));
    if (accumulate) expected += map(start, rows, columns);
    EXPECT_LE((map(c, rows, columns) - expected).cwiseAbs().maxCoeff(), 1e-12);
  }
}

TEST(Kernels, FunctionsAreTheSameBitsOnEveryInstructionSet) {
  for (std::size_t n = 1; n <= 19; ++n) {
    SCOPED_TRACE(n);
    RandomStream random(12, 0, 0, static_cast<std::uint32_t>(n), Purpose::test);
    const std::size_t batch = 3;
    const std::vector<double> x = random_values(random, 3 * n * batch);
    const std::vector<double> h = random_values(random, n * batch);
    const auto run = [&](const Kernels& table) {
      std::vector<double> y(x.size()), slope(x.size()), gates(x.size()), state(h.size());
      std::vector<double> d_input(x.size()), d_recurrent(x.size()), d_state = h, weights = x;
      table.gelu(x.size(), x.data(), y.data(), slope.data());
      table.softmax(n, 3 * batch, 0.7, weights.data());
      table.gru_step({n, batch, x.data(), y.data(), h.data(), n, gates.data(), state.data(), n});
      table.gru_step_backward({n, batch, gates.data(), y.data(), h.data(), x.data(), n,
                               d_input.data(), d_recurrent.data(), d_state.data()});
      for (const auto* part :
           {&slope, &gates, &state, &d_input, &d_recurrent, &d_state, &weights}) {
        y.insert(y.end(), part->begin(), part->end());
      }
      return y;
    };
    EXPECT_EQ(run(kernels()), run(portable::table));
  }
}

}  // namespace
}  // namespace memlaw::neural
