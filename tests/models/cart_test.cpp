#include "../../src/models/cart.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace memlaw {
namespace {

GrownTree grow(const Columns& columns, const std::vector<double>& y, const GrowOptions& options,
               std::vector<double> weight = {}, std::uint64_t seed = 1) {
  if (weight.empty()) weight.assign(y.size(), 1.0);
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  return grow_tree(columns, y, weight, options, random);
}

// Rows of random numbers without ties.
struct Sample {
  Columns columns;
  std::vector<double> y;
};

Sample make_sample(std::size_t rows, std::uint64_t seed) {
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Sample sample{Columns(3, std::vector<double>(rows)), std::vector<double>(rows)};
  for (std::size_t r = 0; r < rows; ++r) {
    for (auto& column : sample.columns) column[r] = random.uniform(-1.0, 1.0);
    sample.y[r] = 1e9 * (sample.columns[0][r] * sample.columns[1][r] + random.uniform());
  }
  return sample;
}

TEST(Cart, SplitsWhereTheSquaredErrorIsLeast) {
  // The error about the mean is 24.75; parts {0, 0} and {3, 6} leave 4.5, the others 18 and 6.
  const GrownTree grown = grow({{1, 2, 3, 10}}, {0, 0, 3, 6}, {.max_depth = 1});
  ASSERT_EQ(grown.tree.size(), 3u);
  EXPECT_EQ(grown.tree[0].feature, 0);
  EXPECT_EQ(grown.tree[0].value, 2.5);
  EXPECT_EQ(grown.tree[0].right, 2);
  EXPECT_EQ(grown.tree[1].value, 0.0);
  EXPECT_EQ(grown.tree[2].value, 4.5);
  EXPECT_DOUBLE_EQ(grown.gain[0], 24.75 - 4.5);
}

TEST(Cart, StoresTheLeftChildRightAfterItsParent) {
  const GrownTree grown = grow({{1, 2, 3, 4}}, {0, 1, 10, 12}, {});
  ASSERT_EQ(grown.tree.size(), 7u);
  const std::vector<int> features = {0, 0, -1, -1, 0, -1, -1};
  const std::vector<int> rights = {4, 3, 0, 0, 6, 0, 0};
  const std::vector<double> values = {2.5, 1.5, 0, 1, 3.5, 10, 12};
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(grown.tree[k].feature, features[k]) << k;
    EXPECT_EQ(grown.tree[k].right, rights[k]) << k;
    EXPECT_EQ(grown.tree[k].value, values[k]) << k;
  }
}

TEST(Cart, SplitsWithoutGainWhereItsPartsCanGain) {
  // Exclusive or: no single split lessens the error.
  const Columns columns = {{0, 0, 1, 1}, {0, 1, 0, 1}};
  const std::vector<double> y = {0, 1, 1, 0};
  const GrownTree grown = grow(columns, y, {});
  for (std::size_t r = 0; r < 4; ++r) EXPECT_EQ(predict_row(grown.tree, columns, r), y[r]);
}

TEST(Cart, AWeightCountsLikeThatManyRows) {
  const Columns columns = {{1, 2, 3, 4, 5}};
  const GrownTree weighted = grow(columns, {1, 5, 2, 8, 9}, {.max_depth = 2}, {1, 3, 1, 0, 2});
  const GrownTree repeated = grow({{1, 2, 2, 2, 3, 5, 5}}, {1, 5, 5, 5, 2, 9, 9}, {.max_depth = 2});
  ASSERT_EQ(weighted.tree.size(), repeated.tree.size());
  for (std::size_t k = 0; k < weighted.tree.size(); ++k) {
    EXPECT_EQ(weighted.tree[k].right, repeated.tree[k].right) << k;
    EXPECT_DOUBLE_EQ(weighted.tree[k].value, repeated.tree[k].value) << k;
  }
}

TEST(Cart, ReproducesTargetsOfDistinctRowsExactly) {
  for (const Splitter splitter : {Splitter::best, Splitter::random}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Sample s = make_sample(200, seed);
      const GrownTree grown = grow(s.columns, s.y, {.splitter = splitter}, {}, seed);
      for (std::size_t r = 0; r < s.y.size(); ++r) {
        ASSERT_EQ(predict_row(grown.tree, s.columns, r), s.y[r]) << "seed " << seed;
      }
    }
  }
}

TEST(Cart, LimitsHold) {
  for (const Splitter splitter : {Splitter::best, Splitter::random}) {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      const Sample s = make_sample(300, seed);
      const GrownTree grown = grow(
          s.columns, s.y, {.splitter = splitter, .max_depth = 5, .min_samples_leaf = 7}, {}, seed);
      EXPECT_GT(grown.tree.size(), 7u);
      EXPECT_LE(grown.tree.size(), 63u);
      std::map<double, int> rows_of_leaf;
      for (std::size_t r = 0; r < s.y.size(); ++r) {
        ++rows_of_leaf[predict_row(grown.tree, s.columns, r)];
      }
      for (const auto& [value, rows] : rows_of_leaf) EXPECT_GE(rows, 7) << "seed " << seed;
      const auto [least, greatest] = std::minmax_element(s.y.begin(), s.y.end());
      EXPECT_GE(rows_of_leaf.begin()->first, *least);
      EXPECT_LE(rows_of_leaf.rbegin()->first, *greatest);
    }
  }
}

TEST(Cart, SmallNodesAreNotSplit) {
  EXPECT_EQ(grow({{1, 2, 3}}, {1, 2, 3}, {.min_samples_split = 4}).tree.size(), 1u);
  EXPECT_EQ(grow({{1, 2, 3}}, {1, 2, 3}, {.min_samples_split = 3}).tree.size(), 3u);
}

TEST(Cart, TheOrderOfRowsDoesNotMatter) {
  const Sample s = make_sample(150, 3);
  std::vector<std::size_t> order(s.y.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(4, 0, 0, 0, Purpose::test);
  std::shuffle(order.begin(), order.end(), random);
  Sample shuffled = s;
  for (std::size_t r = 0; r < order.size(); ++r) {
    shuffled.y[r] = s.y[order[r]];
    for (std::size_t c = 0; c < 3; ++c) shuffled.columns[c][r] = s.columns[c][order[r]];
  }
  const Tree a = grow(s.columns, s.y, {}).tree;
  const Tree b = grow(shuffled.columns, shuffled.y, {}).tree;
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) {
    EXPECT_EQ(a[k].feature, b[k].feature);
    EXPECT_EQ(a[k].right, b[k].right);
    EXPECT_EQ(a[k].value, b[k].value);
  }
}

TEST(Cart, AConstantColumnOrTargetIsNotSplit) {
  EXPECT_EQ(grow({{5, 5, 5}}, {1, 2, 3}, {}).tree.size(), 1u);
  EXPECT_EQ(grow({{1, 2, 3}}, {0.1, 0.1, 0.1}, {}).tree.size(), 1u);
  EXPECT_EQ(grow({{1}}, {3}, {}).tree.front().value, 3.0);
  // Drawing goes on until a column varies.
  const Columns columns = {{5, 5, 5}, {5, 5, 5}, {1, 2, 3}};
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    EXPECT_EQ(grow(columns, {1, 2, 3}, {.max_features = 0.1}, {}, seed).tree.size(), 5u);
  }
}

TEST(Cart, DrawsEachColumnWhenOneIsTried) {
  const Sample s = make_sample(50, 9);
  std::map<int, int> root;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    ++root[grow(s.columns, s.y, {.max_depth = 1, .max_features = 0.4}, {}, seed).tree[0].feature];
  }
  EXPECT_EQ(root.size(), 3u);
  for (const auto& [column, times] : root) EXPECT_GT(times, 8) << column;
}

TEST(Cart, SeparatesNeighbouringNumbers) {
  const double x = 1e9;
  const double next = std::nextafter(x, 2e9);
  const Columns columns = {{x, next}};
  for (const Splitter splitter : {Splitter::best, Splitter::random}) {
    const Tree tree = grow(columns, {1, 2}, {.splitter = splitter}).tree;
    EXPECT_EQ(predict_row(tree, columns, 0), 1.0);
    EXPECT_EQ(predict_row(tree, columns, 1), 2.0);
  }
}

}  // namespace
}  // namespace memlaw
