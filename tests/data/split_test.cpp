#include "memlaw/data/split.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "memlaw/base/error.hpp"
#include "memlaw/base/rng.hpp"

namespace memlaw {
namespace {

// Rows with a random target, one numeric feature "size", and groups of 1 to max_group rows that
// are scattered over the rows.
Dataset random_data(std::size_t rows, std::uint32_t max_group, std::uint64_t seed) {
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Dataset data;
  data.target_name = "y";
  data.variables = {{"size", "", {}}, {"kind", "", {"a", "b"}}};
  data.columns.resize(2);
  std::vector<std::int64_t> owner;
  for (std::int64_t g = 0; owner.size() < rows; ++g) {
    owner.insert(owner.end(), 1 + random.below(max_group), g);
  }
  owner.resize(rows);
  for (std::size_t i = rows; i > 1; --i) {
    std::swap(owner[i - 1], owner[random.below(static_cast<std::uint32_t>(i))]);
  }
  std::map<std::int64_t, std::int64_t> dense;
  for (std::size_t i = 0; i < rows; ++i) {
    data.columns[0].push_back(std::floor(random.uniform(1, 50)));
    data.columns[1].push_back(random.below(2));
    data.target.push_back(random.uniform(1, 100));
    data.weight.push_back(1);
    data.group.push_back(
        dense.emplace(owner[i], static_cast<std::int64_t>(dense.size())).first->second);
    data.line_of_row.push_back(static_cast<std::uint32_t>(i + 2));
  }
  return data;
}

std::size_t largest_group(const Dataset& data) {
  std::map<std::int64_t, std::size_t> size;
  std::size_t largest = 0;
  for (const std::int64_t g : data.group) largest = std::max(largest, ++size[g]);
  return largest;
}

bool same(const std::vector<Split>& a, const std::vector<Split>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Split& x, const Split& y) {
    return x.name == y.name && x.train == y.train && x.test == y.test;
  });
}

void expect_well_formed(const Dataset& data, const Split& split, bool covers_all) {
  SCOPED_TRACE(split.name);
  EXPECT_FALSE(split.train.empty());
  EXPECT_FALSE(split.test.empty());
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
  std::vector<int> seen(data.rows(), 0);
  std::set<std::int64_t> train_groups;
  for (const std::size_t row : split.train) {
    ++seen.at(row);
    train_groups.insert(data.group[row]);
  }
  for (const std::size_t row : split.test) {
    ++seen.at(row);
    EXPECT_EQ(train_groups.count(data.group[row]), 0u) << "group " << data.group[row];
  }
  EXPECT_LE(*std::max_element(seen.begin(), seen.end()), 1);
  if (covers_all) {
    EXPECT_EQ(*std::min_element(seen.begin(), seen.end()), 1);
  }
}

std::string error_of(const Dataset& data, const SplitSpec& spec) {
  try {
    make_splits(data, spec);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

class SplitProperties : public testing::TestWithParam<std::uint64_t> {
 protected:
  // Sizes, group sizes and spec vary with the parameter.
  Dataset data() const {
    return random_data(20 + 37 * GetParam(), 1 + static_cast<std::uint32_t>(GetParam() % 4),
                       GetParam());
  }
};

TEST_P(SplitProperties, RandomPutsEachRowOnOneSideAndKeepsGroups) {
  const Dataset rows = data();
  SplitSpec spec;
  spec.seed = GetParam();
  for (const double fraction : {0.01, 0.1, 0.3, 0.5, 0.99}) {
    spec.test_fraction = fraction;
    const auto splits = make_splits(rows, spec);
    ASSERT_EQ(splits.size(), 10u);
    for (const Split& split : splits) {
      expect_well_formed(rows, split, true);
      const double wanted = fraction * static_cast<double>(rows.rows());
      EXPECT_LE(std::abs(static_cast<double>(split.test.size()) - wanted),
                static_cast<double>(largest_group(rows)));
    }
  }
}

TEST_P(SplitProperties, FoldsTestEachRowOnceAndAreBalanced) {
  const Dataset rows = data();
  SplitSpec spec;
  spec.kind = SplitKind::repeated;
  spec.count = 3;
  spec.folds = 4;
  spec.seed = GetParam();
  const auto splits = make_splits(rows, spec);
  ASSERT_EQ(splits.size(), 12u);
  for (std::size_t repeat = 0; repeat < 3; ++repeat) {
    std::vector<int> tested(rows.rows(), 0);
    std::size_t least = rows.rows();
    std::size_t most = 0;
    for (std::size_t fold = 0; fold < 4; ++fold) {
      const Split& split = splits[repeat * 4 + fold];
      expect_well_formed(rows, split, true);
      for (const std::size_t row : split.test) ++tested[row];
      least = std::min(least, split.test.size());
      most = std::max(most, split.test.size());
    }
    EXPECT_EQ(tested, std::vector<int>(rows.rows(), 1));
    EXPECT_LE(most - least, largest_group(rows));
  }
  EXPECT_EQ(splits[5].name, "repeat-2-fold-2");
  EXPECT_NE(splits[0].test, splits[4].test);
}

TEST_P(SplitProperties, LearningCurveGrowsNestedTrainingSides) {
  const Dataset rows = data();
  SplitSpec spec;
  spec.kind = SplitKind::learning_curve;
  spec.count = 2;
  spec.train_sizes = {3, 10};
  spec.seed = GetParam();
  const auto splits = make_splits(rows, spec);
  ASSERT_EQ(splits.size(), 4u);
  const std::size_t group = largest_group(rows);
  for (const Split& split : splits) expect_well_formed(rows, split, false);
  for (std::size_t repeat = 0; repeat < 2; ++repeat) {
    const Split& small = splits[repeat];
    const Split& large = splits[2 + repeat];
    EXPECT_GE(small.train.size(), 3u);
    EXPECT_LT(small.train.size(), 3u + group);
    EXPECT_GE(large.train.size(), 10u);
    EXPECT_LT(large.train.size(), 10u + group);
    EXPECT_EQ(small.test, large.test);
    EXPECT_TRUE(std::includes(large.train.begin(), large.train.end(), small.train.begin(),
                              small.train.end()));
  }
  EXPECT_EQ(splits[3].name, "train-10-2");
}

TEST_P(SplitProperties, OnlyExtrapolationLooksAtValues) {
  const Dataset rows = data();
  Dataset permuted = rows;
  std::reverse(permuted.target.begin(), permuted.target.end());
  for (auto& column : permuted.columns) std::reverse(column.begin(), column.end());
  for (const SplitKind kind :
       {SplitKind::random, SplitKind::kfold, SplitKind::repeated, SplitKind::learning_curve}) {
    SplitSpec spec;
    spec.kind = kind;
    spec.seed = GetParam();
    spec.train_sizes = {5};
    EXPECT_TRUE(same(make_splits(rows, spec), make_splits(permuted, spec)));
  }
}

TEST_P(SplitProperties, TheSeedDecidesTheSplits) {
  const Dataset rows = data();
  for (const SplitKind kind :
       {SplitKind::random, SplitKind::kfold, SplitKind::repeated, SplitKind::learning_curve}) {
    SplitSpec spec;
    spec.kind = kind;
    spec.train_sizes = {5};
    spec.seed = GetParam();
    SplitSpec other = spec;
    other.seed = GetParam() + 1000;
    EXPECT_TRUE(same(make_splits(rows, spec), make_splits(rows, spec)));
    EXPECT_FALSE(same(make_splits(rows, spec), make_splits(rows, other)));
  }
}

TEST_P(SplitProperties, ExtrapolationHoldsOutExactlyTheLargest) {
  Dataset rows = data();
  std::iota(rows.group.begin(), rows.group.end(), std::int64_t{0});
  SplitSpec spec;
  spec.kind = SplitKind::extrapolate;
  spec.extrapolate_by = {"size"};
  const auto splits = make_splits(rows, spec);
  ASSERT_EQ(splits.size(), 1u);
  expect_well_formed(rows, splits[0], true);
  const auto& size = rows.columns[0];
  double largest_train = 0;
  double smallest_test = 1e9;
  for (const std::size_t row : splits[0].train) largest_train = std::max(largest_train, size[row]);
  for (const std::size_t row : splits[0].test) smallest_test = std::min(smallest_test, size[row]);
  EXPECT_LT(largest_train, smallest_test);
  // Moving the border by one value would not come nearer to the wanted fraction.
  const double wanted = 0.3 * static_cast<double>(rows.rows());
  const double got = static_cast<double>(splits[0].test.size());
  const double with_next =
      got + static_cast<double>(std::count(size.begin(), size.end(), largest_train));
  const double without_last =
      got - static_cast<double>(std::count(size.begin(), size.end(), smallest_test));
  EXPECT_LE(std::abs(got - wanted), std::abs(with_next - wanted));
  if (without_last > 0) {
    EXPECT_LE(std::abs(got - wanted), std::abs(without_last - wanted));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, SplitProperties, testing::Range<std::uint64_t>(1, 21));

TEST(Split, RandomHitsTheFractionExactlyWithoutGroups) {
  const Dataset data = random_data(100, 1, 3);
  for (const Split& split : make_splits(data, {})) EXPECT_EQ(split.test.size(), 30u);
  EXPECT_EQ(make_splits(data, {})[2].name, "random-3");
}

TEST(Split, RandomTestsEachRowAboutEquallyOften) {
  const Dataset data = random_data(50, 1, 3);
  SplitSpec spec;
  spec.count = 2000;
  std::vector<int> tested(50, 0);
  for (const Split& split : make_splits(data, spec)) {
    for (const std::size_t row : split.test) ++tested[row];
  }
  // Mean 600, standard deviation 20.5; five of them for the largest of 50.
  for (const int count : tested) EXPECT_NEAR(count, 600, 103);
}

TEST(Split, ExtrapolatesByTheProductOfFeaturesAndByTheTarget) {
  Dataset data = random_data(4, 1, 1);
  data.variables = {{"a", "", {}}, {"b", "", {}}};
  data.columns = {{1, 10, 3, 2}, {9, 1, 4, 2}};
  data.target = {1, 2, 3, 4};
  SplitSpec spec;
  spec.kind = SplitKind::extrapolate;
  spec.test_fraction = 0.5;
  spec.extrapolate_by = {"a", "b"};
  EXPECT_EQ(make_splits(data, spec)[0].test, (std::vector<std::size_t>{1, 2}));
  spec.extrapolate_by = {"y"};
  EXPECT_EQ(make_splits(data, spec)[0].test, (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(make_splits(data, spec)[0].name, "extrapolate");
}

TEST(Split, ExtrapolationKeepsGroupsTogetherByTheirLargestRow) {
  Dataset data = random_data(5, 1, 1);
  data.columns[0] = {1, 2, 3, 4, 50};
  data.group = {0, 1, 2, 3, 0};
  SplitSpec spec;
  spec.kind = SplitKind::extrapolate;
  spec.extrapolate_by = {"size"};
  spec.test_fraction = 0.4;
  EXPECT_EQ(make_splits(data, spec)[0].test, (std::vector<std::size_t>{0, 4}));
}

TEST(Split, AcceptsTheGroupNumbersOfASubset) {
  Dataset data = random_data(6, 1, 1);
  data.group = {7, 7, 3, 3, 9, 9};
  SplitSpec spec;
  spec.kind = SplitKind::kfold;
  spec.folds = 3;
  for (const Split& split : make_splits(data, spec)) {
    expect_well_formed(data, split, true);
    EXPECT_EQ(split.test.size(), 2u);
  }
}

TEST(Split, AllTrainingRowsAreThoseThatTheTestSideLeaves) {
  Dataset data = random_data(30, 1, 1);
  std::iota(data.group.begin(), data.group.end(), 0);
  SplitSpec spec;
  spec.kind = SplitKind::learning_curve;
  spec.count = 2;
  spec.train_sizes = {10, kAllRows};
  const std::vector<Split> splits = make_splits(data, spec);
  ASSERT_EQ(splits.size(), 4u);
  for (std::size_t k = 2; k < 4; ++k) {
    EXPECT_EQ(splits[k].train.size() + splits[k].test.size(), 30u);
    EXPECT_EQ(splits[k].test, splits[k - 2].test);
  }
  EXPECT_EQ(splits[2].train.size(), 21u);
  EXPECT_EQ(splits[2].name, "train-21-1");
  EXPECT_EQ(splits[3].name, "train-21-2");
}

TEST(Split, AllTrainingRowsOfUnequalGroupsHaveOneName) {
  Dataset data = random_data(30, 1, 1);
  for (std::size_t r = 0; r < 30; ++r) {
    data.group[r] = r < 12 ? 0 : static_cast<std::int64_t>(r);
  }
  SplitSpec spec;
  spec.kind = SplitKind::learning_curve;
  spec.count = 20;
  spec.train_sizes = {kAllRows};
  std::set<std::size_t> sizes;
  for (const Split& split : make_splits(data, spec)) {
    EXPECT_TRUE(split.name.starts_with("train-21-")) << split.name;
    EXPECT_EQ(split.train.size() + split.test.size(), 30u);
    sizes.insert(split.train.size());
  }
  EXPECT_GT(sizes.size(), 1u);
}

TEST(Split, SaysWhichFieldIsWrong) {
  SplitSpec spec;
  EXPECT_EQ(validate(spec), "");
  spec.test_fraction = 1.0;
  EXPECT_EQ(validate(spec), "test_fraction = 1; expected a number between 0 and 1, both excluded");
  spec.test_fraction = std::nan("");
  EXPECT_NE(validate(spec), "");
  spec = {};
  spec.count = 0;
  EXPECT_EQ(validate(spec), "count = 0; expected at least 1");
  spec = {};
  spec.kind = SplitKind::kfold;
  spec.folds = 1;
  EXPECT_EQ(validate(spec), "folds = 1; expected at least 2");
  spec = {};
  spec.kind = SplitKind::extrapolate;
  EXPECT_NE(validate(spec).find("extrapolate_by is empty"), std::string::npos);
  spec = {};
  spec.kind = SplitKind::learning_curve;
  EXPECT_NE(validate(spec).find("train_sizes is empty"), std::string::npos);
  spec.train_sizes = {5, 0};
  EXPECT_EQ(validate(spec), "train_sizes = 0; expected at least 1");
}

TEST(Split, ReportsWhatCannotBeSplit) {
  Dataset data = random_data(6, 1, 1);
  SplitSpec spec;
  spec.kind = SplitKind::kfold;
  spec.folds = 7;
  EXPECT_NE(error_of(data, spec).find("folds = 7: only 6 groups"), std::string::npos);
  spec = {};
  spec.kind = SplitKind::learning_curve;
  spec.train_sizes = {5};
  EXPECT_EQ(error_of(data, spec), "train_sizes: 5 rows wanted, but the test side leaves 4 of 6");
  spec.train_sizes = {2, 4, kAllRows};
  EXPECT_NE(error_of(data, spec).find("train_sizes: 4 rows are given twice"), std::string::npos);
  spec = {};
  spec.kind = SplitKind::extrapolate;
  spec.extrapolate_by = {"sise"};
  EXPECT_NE(error_of(data, spec).find("did you mean 'size'?"), std::string::npos);
  spec.extrapolate_by = {"kind"};
  EXPECT_NE(error_of(data, spec).find("is a category"), std::string::npos);
  spec.extrapolate_by = {"size"};
  data.columns[0].assign(6, 4.0);
  EXPECT_NE(error_of(data, spec).find("all rows have the same value"), std::string::npos);
  data.columns[0] = {1, 2, 3, -4, 5, 6};
  EXPECT_EQ(error_of(data, spec), "no error");
  spec.extrapolate_by = {"size", "y"};
  EXPECT_NE(error_of(data, spec).find("'size' is -4"), std::string::npos);
  data.group.assign(6, 0);
  EXPECT_NE(error_of(data, {}).find("expected at least 2 groups"), std::string::npos);
}

}  // namespace
}  // namespace memlaw
