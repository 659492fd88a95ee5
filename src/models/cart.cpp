#include "cart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace memlaw {
namespace {

// Two columns that part the rows alike have the same gain, up to the order of summation: a gain
// must exceed the best so far by more than that, or chance in the last bit would choose the column.
constexpr double kTie = 1e-12;

struct Split {
  double gain = -1.0;  // below 0: none found
  std::size_t column = 0;
  double threshold = 0.0;

  bool is_beaten_by(double other) const { return gain < 0.0 || other > gain * (1.0 + kTie); }
};

class Grower {
 public:
  Grower(const Columns& columns, std::span<const double> y, std::span<const double> weight,
         const GrowOptions& options, RandomStream& random)
      : columns_(columns),
        y_(y),
        weight_(weight),
        options_(options),
        random_(random),
        tried_(std::max<std::size_t>(
            1,
            static_cast<std::size_t>(options.max_features * static_cast<double>(columns.size())))),
        column_order_(columns.size()) {
    for (std::size_t r = 0; r < y.size(); ++r) {
      if (weight[r] > 0.0) rows_.push_back(static_cast<std::uint32_t>(r));
    }
    std::iota(column_order_.begin(), column_order_.end(), std::size_t{0});
    grown_.gain.assign(columns.size(), 0.0);
  }

  GrownTree grow() {
    // A stack of our own: a tree may be as deep as there are rows.
    struct Part {
      std::size_t begin, end;
      int depth;
      std::int32_t parent;  // whose right child this is; -1: none
    };
    std::vector<Part> stack = {{0, rows_.size(), 0, -1}};
    while (!stack.empty()) {
      const Part part = stack.back();
      stack.pop_back();
      Tree& tree = grown_.tree;
      const auto index = static_cast<std::int32_t>(tree.size());
      if (part.parent >= 0) tree[static_cast<std::size_t>(part.parent)].right = index;
      const bool pure = measure(part.begin, part.end);
      tree.push_back({-1, 0, mean_});
      const std::size_t count = part.end - part.begin;
      if (pure || count < static_cast<std::size_t>(options_.min_samples_split) ||
          (options_.max_depth > 0 && part.depth >= options_.max_depth)) {
        continue;
      }
      const Split split = find_split(part.begin, part.end);
      if (split.gain < 0.0) continue;
      grown_.gain[split.column] += split.gain;
      tree.back() = {static_cast<std::int32_t>(split.column), 0, split.threshold};
      const std::size_t middle = partition(part.begin, part.end, split);
      stack.push_back({middle, part.end, part.depth + 1, index});
      stack.push_back({part.begin, middle, part.depth + 1, -1});
    }
    return std::move(grown_);
  }

 private:
  // Sets mean and total weight of a node. True when its targets are all equal.
  bool measure(std::size_t begin, std::size_t end) {
    // Relative to one of the targets: the mean of equal targets is then exact.
    const double origin = y_[rows_[begin]];
    double least = origin;
    double greatest = origin;
    double sum = 0.0;
    total_weight_ = 0.0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t r = rows_[k];
      least = std::min(least, y_[r]);
      greatest = std::max(greatest, y_[r]);
      sum += weight_[r] * (y_[r] - origin);
      total_weight_ += weight_[r];
    }
    mean_ = std::clamp(origin + sum / total_weight_, least, greatest);
    return least == greatest;
  }

  Split find_split(std::size_t begin, std::size_t end) {
    Split best;
    const bool draw = options_.shuffle || tried_ < columns_.size();
    std::size_t varying = 0;
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      if (draw) {
        // The next entry of a random permutation. Constant columns do not end the drawing.
        if (k >= tried_ && varying > 0) break;
        const auto left = static_cast<std::uint32_t>(columns_.size() - k);
        std::swap(column_order_[k], column_order_[k + random_.below(left)]);
      }
      const std::size_t column = column_order_[k];
      const bool varies = options_.splitter == Splitter::best
                              ? try_every_threshold(column, begin, end, best)
                              : try_one_threshold(column, begin, end, best);
      varying += varies ? 1 : 0;
    }
    return best;
  }

  // Decrease of the weighted squared error when the left part has this weight and this weighted
  // sum of y - mean; the sum of the right part is its negative.
  double gain_of(double left_sum, double left_weight) const {
    return left_sum * left_sum * (1.0 / left_weight + 1.0 / (total_weight_ - left_weight));
  }

  // False when the column is constant in the node; the same below.
  bool try_every_threshold(std::size_t column, std::size_t begin, std::size_t end, Split& best) {
    const std::vector<double>& x = columns_[column];
    sorted_.clear();
    for (std::size_t k = begin; k < end; ++k) sorted_.emplace_back(x[rows_[k]], rows_[k]);
    std::sort(sorted_.begin(), sorted_.end());
    if (sorted_.front().first == sorted_.back().first) return false;
    const std::size_t count = sorted_.size();
    const auto least = static_cast<std::size_t>(options_.min_samples_leaf);
    double sum = 0.0;
    double weight = 0.0;
    for (std::size_t k = 1; k < count; ++k) {
      const auto [low, r] = sorted_[k - 1];
      const double high = sorted_[k].first;
      sum += weight_[r] * (y_[r] - mean_);
      weight += weight_[r];
      if (low == high || k < least || count - k < least) continue;
      const double gain = gain_of(sum, weight);
      if (!best.is_beaten_by(gain)) continue;
      const double middle = low / 2.0 + high / 2.0;
      best = {gain, column, middle < high ? middle : low};
    }
    return true;
  }

  bool try_one_threshold(std::size_t column, std::size_t begin, std::size_t end, Split& best) {
    const std::vector<double>& x = columns_[column];
    double low = x[rows_[begin]];
    double high = low;
    for (std::size_t k = begin; k < end; ++k) {
      low = std::min(low, x[rows_[k]]);
      high = std::max(high, x[rows_[k]]);
    }
    if (low == high) return false;
    const double share = random_.uniform();
    double threshold = (1.0 - share) * low + share * high;
    if (!(threshold >= low && threshold < high)) threshold = low;
    std::size_t left = 0;
    double sum = 0.0;
    double weight = 0.0;
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t r = rows_[k];
      if (x[r] > threshold) continue;
      sum += weight_[r] * (y_[r] - mean_);
      weight += weight_[r];
      ++left;
    }
    const auto least = static_cast<std::size_t>(options_.min_samples_leaf);
    if (left < least || end - begin - left < least) return true;
    const double gain = gain_of(sum, weight);
    if (best.is_beaten_by(gain)) best = {gain, column, threshold};
    return true;
  }

  // Stable, so that sums of rows do not depend on the standard library.
  std::size_t partition(std::size_t begin, std::size_t end, const Split& split) {
    const std::vector<double>& x = columns_[split.column];
    const auto first = rows_.begin();
    const auto middle = std::stable_partition(
        first + static_cast<std::ptrdiff_t>(begin), first + static_cast<std::ptrdiff_t>(end),
        [&](std::uint32_t r) { return x[r] <= split.threshold; });
    return static_cast<std::size_t>(middle - first);
  }

  const Columns& columns_;
  std::span<const double> y_;
  std::span<const double> weight_;
  const GrowOptions& options_;
  RandomStream& random_;
  std::size_t tried_;
  std::vector<std::size_t> column_order_;
  std::vector<std::uint32_t> rows_;  // the rows of a node are neighbours
  std::vector<std::pair<double, std::uint32_t>> sorted_;
  double mean_ = 0.0;
  double total_weight_ = 0.0;
  GrownTree grown_;
};

}  // namespace

double predict_row(const Tree& tree, const Columns& columns, std::size_t row) {
  std::size_t at = 0;
  while (tree[at].feature >= 0) {
    const TreeNode& node = tree[at];
    const double x = columns[static_cast<std::size_t>(node.feature)][row];
    at = x <= node.value ? at + 1 : static_cast<std::size_t>(node.right);
  }
  return tree[at].value;
}

GrownTree grow_tree(const Columns& columns, std::span<const double> y,
                    std::span<const double> weight, const GrowOptions& options,
                    RandomStream& random) {
  return Grower(columns, y, weight, options, random).grow();
}

}  // namespace memlaw
