#include "describe_splits.hpp"

#include <fmt/format.h>

#include "config_text.hpp"

namespace memlaw {

std::string describe_splits(const ExperimentConfig& config) {
  const SplitSpec& split = config.split;
  const std::string share = fmt::format("{:g} % of the rows", 100.0 * split.test_fraction);
  std::string text;
  switch (split.kind) {
    case SplitKind::random:
      text = fmt::format("{} random, {} held out", split.count, share);
      break;
    case SplitKind::kfold:
      text = fmt::format("{} folds", split.folds);
      break;
    case SplitKind::repeated:
      text = fmt::format("{} folds, repeated {} times", split.folds, split.count);
      break;
    case SplitKind::extrapolate:
      text = fmt::format("the {} with the largest {} held out", share,
                         join_list(split.extrapolate_by, " x "));
      break;
    case SplitKind::learning_curve:
      text = fmt::format("growing training sets, {} of each size, {} held out", split.count, share);
      break;
  }
  if (!config.data.group.empty()) {
    text += fmt::format(", rows of one {} kept together", config.data.group);
  }
  return text + fmt::format(", seed {}", split.seed);
}

}  // namespace memlaw
