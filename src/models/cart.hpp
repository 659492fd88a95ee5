// Growing one regression tree: the core that the decision tree, the forests and AdaBoost share.
// In double precision, because byte counts above 2^24 are not exact in single precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encoding.hpp"
#include "memlaw/base/rng.hpp"

namespace memlaw {

struct TreeNode {
  std::int32_t feature = -1;  // column that is compared; -1: a leaf
  std::int32_t right = 0;     // the right child; the left one is the next node
  double value = 0.0;         // threshold: rows at most it go left; the prediction of a leaf
};

// In preorder, never empty; every child stands after its parent.
using Tree = std::vector<TreeNode>;

// The prediction for one row; `columns` has every column that the tree names.
double predict_row(const Tree& tree, const Columns& columns, std::size_t row);

enum class Splitter {
  best,    // every threshold halfway between neighbouring values of the node
  random,  // one uniform threshold a feature
};

struct GrowOptions {
  Splitter splitter = Splitter::best;
  int max_depth = 0;          // splits between the root and a leaf; 0: any number
  int min_samples_split = 2;  // rows of a node that may be split
  int min_samples_leaf = 1;   // rows of each part
  double max_features = 1.0;  // share of the columns tried at a node, rounded down, at least one
  // Columns are visited in random order, so that chance decides between splits that are equally
  // good and the trees of an ensemble differ more; without it, the first column wins.
  bool shuffle = false;
};

struct GrownTree {
  Tree tree;
  std::vector<double> gain;  // a column: decrease of the weighted squared error by its splits
};

// Rows of weight 0 do not take part; at least one weight must be > 0 and the others >= 0.
// O(columns * rows log rows) a level of the tree. `random` is used by Splitter::random, by shuffle,
// and when max_features leaves out columns.
GrownTree grow_tree(const Columns& columns, std::span<const double> y,
                    std::span<const double> weight, const GrowOptions& options,
                    RandomStream& random);

}  // namespace memlaw
