// Splits of a dataset into training and test rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memlaw/data/dataset.hpp"

namespace memlaw {

struct Split {
  std::string name;                // "random-3", "extrapolate", "fold-2", "train-40-1"
  std::vector<std::size_t> train;  // ascending
  std::vector<std::size_t> test;   // ascending, disjoint from train
};

enum class SplitKind { random, kfold, repeated, extrapolate, learning_curve };

struct SplitSpec {
  SplitKind kind = SplitKind::random;
  int count = 10;               // random: splits; repeated: repeats of a k-fold; learning-curve: repeats per size
  int folds = 5;                // kfold, repeated
  double test_fraction = 0.3;   // random, extrapolate, learning-curve
  std::vector<std::string> extrapolate_by;  // names of features (or the target's name); rows rank by the
                                            // product of their values, the largest test_fraction held out
  std::vector<int> train_sizes;             // learning-curve: rows (groups are added whole until reached)
  std::uint64_t seed = 1;
};

// Rows of one group (Dataset::group) always stay on one side. Deterministic in the seed and
// independent of row order only through the groups' order of appearance. InputError when a side
// would be empty. `validate` returns "" or what is wrong with which field.
std::string validate(const SplitSpec& spec);
std::vector<Split> make_splits(const Dataset& data, const SplitSpec& spec);

}  // namespace memlaw
