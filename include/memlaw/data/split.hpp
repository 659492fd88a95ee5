// Splits of a dataset into training and test rows.
//
// Rows of one group (Dataset::group) always stay on one side. Splits are a pure function of the
// groups, the seed and the spec; only `extrapolate` looks at values, and of them only at the
// columns it names. The seed gives the same splits on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "memlaw/data/dataset.hpp"

namespace memlaw {

struct Split {
  std::string name;  // "random-3", "fold-2", "repeat-1-fold-2", "extrapolate", "train-40-1"
  std::vector<std::size_t> train;  // ascending
  std::vector<std::size_t> test;   // ascending, disjoint from train
};

enum class SplitKind {
  random,          // `count` independent splits
  kfold,           // `folds` splits; each row is tested once
  repeated,        // `count` times k-fold, shuffled anew
  extrapolate,     // one split: the largest rows are the test
  learning_curve,  // `count` times: a random test side, and growing, nested parts of the rest
};

// As a training size: every row that the test side leaves.
inline constexpr int kAllRows = std::numeric_limits<int>::max();

struct SplitSpec {
  SplitKind kind = SplitKind::random;
  int count = 10;              // random: splits; repeated, learning-curve: repeats
  int folds = 5;               // kfold, repeated
  double test_fraction = 0.3;  // random, extrapolate, learning-curve; in (0, 1)
  // extrapolate: numeric features, or the target's name. Rows rank by the product of their values,
  // groups by their largest row. Groups that rank the same go to the same side, so every row of the
  // test side is larger than every row for training; the test side comes as near to
  // `test_fraction` of the rows as that allows.
  std::vector<std::string> extrapolate_by;
  // learning-curve: training rows, all different, in any order; groups are added whole until
  // reached. kAllRows goes by the number of rows that test_fraction leaves, in the name of the
  // split
  // ("train-316-1") too; how many they are exactly depends on the groups that are drawn.
  std::vector<int> train_sizes;
  std::uint64_t seed = 1;
};

// "" or what is wrong with which field, its value and the allowed range.
std::string validate(const SplitSpec& spec);

// InputError when the spec is not valid, a side would be empty (fewer than two groups, fewer groups
// than folds, all rows of the same rank), a name in `extrapolate_by` is not a numeric feature or
// the target, or a training size is given twice or exceeds what the test side leaves. In random
// splits the test side is within one group of test_fraction of the rows; folds differ by at most
// the largest group.
std::vector<Split> make_splits(const Dataset& data, const SplitSpec& spec);

}  // namespace memlaw
