#include "memlaw/data/split.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {
namespace {

using Group = std::vector<std::size_t>;  // rows, ascending
using Groups = std::vector<Group>;

Groups groups_of(const Dataset& data) {
  Groups groups;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    const auto index = static_cast<std::size_t>(data.group[row]);
    if (index >= groups.size()) groups.resize(index + 1);
    groups[index].push_back(row);
  }
  // A subset of a dataset may lack some groups.
  std::erase_if(groups, [](const Group& group) { return group.empty(); });
  return groups;
}

// A permutation of 0 .. count-1; `repeat` numbers the independent ones of a seed.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed, int repeat) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  RandomStream random(seed, 0, static_cast<std::uint32_t>(repeat), 0, Purpose::split);
  for (std::size_t i = count; i > 1; --i) {
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  }
  return order;
}

void add_rows(std::vector<std::size_t>& side, const Group& group) {
  side.insert(side.end(), group.begin(), group.end());
}

Split finished(Split split) {
  std::sort(split.train.begin(), split.train.end());
  std::sort(split.test.begin(), split.test.end());
  return split;
}

// Number of leading blocks whose total size is nearest to `wanted`; at least one is taken and at
// least one left.
std::size_t blocks_nearest(const std::vector<std::size_t>& sizes, double wanted) {
  std::size_t best = 1;
  double best_distance = std::numeric_limits<double>::infinity();
  double total = 0.0;
  for (std::size_t count = 1; count < sizes.size(); ++count) {
    total += static_cast<double>(sizes[count - 1]);
    const double distance = std::abs(total - wanted);
    if (distance >= best_distance) break;
    best = count;
    best_distance = distance;
  }
  return best;
}

// How many groups, taken in this order, make the test side.
std::size_t test_group_count(const Groups& groups, const std::vector<std::size_t>& order,
                             double wanted) {
  std::vector<std::size_t> sizes;
  sizes.reserve(order.size());
  for (const std::size_t g : order) sizes.push_back(groups[g].size());
  return blocks_nearest(sizes, wanted);
}

double wanted_test_rows(const Dataset& data, const SplitSpec& spec) {
  return spec.test_fraction * static_cast<double>(data.rows());
}

std::vector<Split> random_splits(const Dataset& data, const Groups& groups, const SplitSpec& spec) {
  std::vector<Split> splits;
  for (int i = 0; i < spec.count; ++i) {
    const std::vector<std::size_t> order = shuffled(groups.size(), spec.seed, i);
    const std::size_t test_groups = test_group_count(groups, order, wanted_test_rows(data, spec));
    Split split{"random-" + std::to_string(i + 1), {}, {}};
    for (std::size_t k = 0; k < order.size(); ++k) {
      add_rows(k < test_groups ? split.test : split.train, groups[order[k]]);
    }
    splits.push_back(finished(std::move(split)));
  }
  return splits;
}

void add_folds(const Groups& groups, const SplitSpec& spec, int repeat, const std::string& prefix,
               std::vector<Split>& splits) {
  const auto folds = static_cast<std::size_t>(spec.folds);
  if (groups.size() < folds) {
    throw InputError("folds = " + std::to_string(folds) + ": only " +
                     std::to_string(groups.size()) +
                     " groups of rows; expected at least one for each fold");
  }
  // Each group goes to the fold with the fewest rows so far: no fold is empty, and folds differ by
  // one group at most.
  std::vector<std::size_t> fold_of(groups.size());
  std::vector<std::size_t> rows_in(folds, 0);
  for (const std::size_t g : shuffled(groups.size(), spec.seed, repeat)) {
    const auto smallest = std::min_element(rows_in.begin(), rows_in.end());
    fold_of[g] = static_cast<std::size_t>(smallest - rows_in.begin());
    *smallest += groups[g].size();
  }
  for (std::size_t fold = 0; fold < folds; ++fold) {
    Split split{prefix + "fold-" + std::to_string(fold + 1), {}, {}};
    for (std::size_t g = 0; g < groups.size(); ++g) {
      add_rows(fold_of[g] == fold ? split.test : split.train, groups[g]);
    }
    splits.push_back(finished(std::move(split)));
  }
}

std::vector<Split> fold_splits(const Groups& groups, const SplitSpec& spec) {
  std::vector<Split> splits;
  if (spec.kind == SplitKind::kfold) {
    add_folds(groups, spec, 0, "", splits);
    return splits;
  }
  for (int repeat = 0; repeat < spec.count; ++repeat) {
    add_folds(groups, spec, repeat, "repeat-" + std::to_string(repeat + 1) + "-", splits);
  }
  return splits;
}

const std::vector<double>& ranking_column(const Dataset& data, const std::string& name) {
  if (name == data.target_name) return data.target;
  const auto index = find_variable(data.variables, name);
  if (!index) {
    std::vector<std::string> known{data.target_name};
    for (const Variable& variable : data.variables) {
      if (!variable.is_categorical()) known.push_back(variable.name);
    }
    const std::string near = nearest(name, known);
    throw InputError("extrapolate_by: " + quote(name) + " is neither a feature nor the target" +
                     (near.empty() ? "" : "; did you mean " + quote(near) + "?"));
  }
  if (data.variables[*index].is_categorical()) {
    throw InputError("extrapolate_by: " + quote(name) +
                     " is a category; expected numeric features");
  }
  return data.columns[*index];
}

std::vector<double> sizes_of_rows(const Dataset& data, const SplitSpec& spec) {
  std::vector<double> size(data.rows(), 1.0);
  for (const std::string& name : spec.extrapolate_by) {
    const std::vector<double>& column = ranking_column(data, name);
    for (std::size_t row = 0; row < size.size(); ++row) {
      if (column[row] < 0.0 && spec.extrapolate_by.size() > 1) {
        throw InputError({data.source, data.line_of_row[row]},
                         "extrapolate_by: " + quote(name) + " is " + format_shortest(column[row]) +
                             "; a product of several features ranks rows only when none is "
                             "negative");
      }
      size[row] *= column[row];
    }
  }
  return size;
}

std::vector<Split> extrapolation_split(const Dataset& data, const Groups& groups,
                                       const SplitSpec& spec) {
  const std::vector<double> size = sizes_of_rows(data, spec);
  std::vector<double> group_size;
  for (const Group& group : groups) {
    const auto largest =
        std::max_element(group.begin(), group.end(),
                         [&](std::size_t a, std::size_t b) { return size[a] < size[b]; });
    group_size.push_back(size[*largest]);
  }
  std::vector<std::size_t> order(groups.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return group_size[a] > group_size[b]; });
  // Blocks of groups that rank the same.
  std::vector<std::size_t> rows_in_block;
  std::vector<std::size_t> block_of(order.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (k == 0 || group_size[order[k]] != group_size[order[k - 1]]) rows_in_block.push_back(0);
    rows_in_block.back() += groups[order[k]].size();
    block_of[k] = rows_in_block.size() - 1;
  }
  if (rows_in_block.size() < 2) {
    throw InputError(
        "extrapolate_by: all rows have the same value; expected larger rows to hold "
        "out");
  }
  const std::size_t test_blocks = blocks_nearest(rows_in_block, wanted_test_rows(data, spec));
  Split split{"extrapolate", {}, {}};
  for (std::size_t k = 0; k < order.size(); ++k) {
    add_rows(block_of[k] < test_blocks ? split.test : split.train, groups[order[k]]);
  }
  return {finished(std::move(split))};
}

std::vector<Split> learning_curve_splits(const Dataset& data, const Groups& groups,
                                         const SplitSpec& spec) {
  std::vector<Split> splits;
  std::set<std::size_t> sizes;
  for (const int wanted_size : spec.train_sizes) {
    const bool all = wanted_size == kAllRows;
    const std::size_t wanted =
        all ? data.rows() - static_cast<std::size_t>(std::round(wanted_test_rows(data, spec)))
            : static_cast<std::size_t>(wanted_size);
    if (!sizes.insert(wanted).second) {
      throw InputError("train_sizes: " + std::to_string(wanted) +
                       " rows are given twice (all counts as the rows that test_fraction leaves); "
                       "expected different sizes");
    }
    for (int repeat = 0; repeat < spec.count; ++repeat) {
      // The order depends on the repeat only: sizes share the test side, and nest.
      const std::vector<std::size_t> order = shuffled(groups.size(), spec.seed, repeat);
      std::size_t next = test_group_count(groups, order, wanted_test_rows(data, spec));
      Split split{"train-" + std::to_string(wanted) + '-' + std::to_string(repeat + 1), {}, {}};
      for (std::size_t k = 0; k < next; ++k) add_rows(split.test, groups[order[k]]);
      while ((all || split.train.size() < wanted) && next < order.size()) {
        add_rows(split.train, groups[order[next++]]);
      }
      if (!all && split.train.size() < wanted) {
        throw InputError("train_sizes: " + std::to_string(wanted) + " rows wanted, but the test " +
                         "side leaves " + std::to_string(split.train.size()) + " of " +
                         std::to_string(data.rows()));
      }
      splits.push_back(finished(std::move(split)));
    }
  }
  return splits;
}

}  // namespace

std::string validate(const SplitSpec& spec) {
  const auto at_least = [](const char* field, int value, int least) {
    return value >= least ? std::string()
                          : std::string(field) + " = " + std::to_string(value) +
                                "; expected at least " + std::to_string(least);
  };
  const SplitKind kind = spec.kind;
  if (kind == SplitKind::random || kind == SplitKind::repeated ||
      kind == SplitKind::learning_curve) {
    if (auto problem = at_least("count", spec.count, 1); !problem.empty()) return problem;
  }
  if (kind == SplitKind::kfold || kind == SplitKind::repeated)
    return at_least("folds", spec.folds, 2);
  // Written so that NaN fails.
  if (!(spec.test_fraction > 0.0 && spec.test_fraction < 1.0)) {
    return "test_fraction = " + format_shortest(spec.test_fraction) +
           "; expected a number between 0 and 1, both excluded";
  }
  if (kind == SplitKind::extrapolate && spec.extrapolate_by.empty()) {
    return "extrapolate_by is empty; expected the features by whose product rows are ranked";
  }
  if (kind == SplitKind::learning_curve) {
    if (spec.train_sizes.empty()) return "train_sizes is empty; expected numbers of training rows";
    for (const int size : spec.train_sizes) {
      if (auto problem = at_least("train_sizes", size, 1); !problem.empty()) return problem;
    }
  }
  return "";
}

std::vector<Split> make_splits(const Dataset& data, const SplitSpec& spec) {
  if (const std::string problem = validate(spec); !problem.empty()) throw InputError(problem);
  const Groups groups = groups_of(data);
  if (groups.size() < 2) {
    throw InputError("cannot split " + std::to_string(data.rows()) + " rows in " +
                     std::to_string(groups.size()) + " group; expected at least 2 groups");
  }
  switch (spec.kind) {
    case SplitKind::random:
      return random_splits(data, groups, spec);
    case SplitKind::kfold:
    case SplitKind::repeated:
      return fold_splits(groups, spec);
    case SplitKind::extrapolate:
      return extrapolation_split(data, groups, spec);
    case SplitKind::learning_curve:
      return learning_curve_splits(data, groups, spec);
  }
  return {};
}

}  // namespace memlaw
