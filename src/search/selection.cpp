#include "selection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

bool is_squared(LossKind kind) {
  return kind == LossKind::mse || kind == LossKind::msle || kind == LossKind::huber;
}

constexpr int kFolds = 5;

void check_groups(const Dataset& data, int least, const char* rule) {
  const std::size_t groups = std::set(data.group.begin(), data.group.end()).size();
  if (groups >= static_cast<std::size_t>(least)) return;
  throw InputError({data.source},
                   fmt::format("search.selection = {} needs at least {} groups of training rows, "
                               "but there {} {}; set search.selection = description_length, or "
                               "add rows of other groups",
                               rule, least, groups == 1 ? "is" : "are", groups));
}

}  // namespace

double loss_floor(const Loss& loss, const Dataset& data) {
  constexpr double relative = 1e-12;
  double scale = 0.0;
  for (const double y : data.target) scale += std::abs(y);
  scale /= static_cast<double>(std::max<std::size_t>(1, data.rows()));
  switch (loss.kind) {
    case LossKind::mse:
      return relative * relative * scale * scale;
    case LossKind::mae:
      return relative * scale;
    case LossKind::mape:
    case LossKind::rmsre:
      return 100.0 * relative;
    case LossKind::pinball:
      return relative;
    case LossKind::msle:
    case LossKind::huber:
      return relative * relative;
  }
  return 0.0;
}

double description_length(double loss, LossKind kind, double floor, std::size_t rows,
                          std::size_t constants, std::size_t nodes, std::size_t symbols) {
  const double n = static_cast<double>(rows);
  const double residual_bits = std::log2(loss + floor) * (is_squared(kind) ? 0.5 : 1.0);
  return n * residual_bits + 0.5 * static_cast<double>(constants) * std::log2(std::max(n, 2.0)) +
         static_cast<double>(nodes) *
             std::log2(static_cast<double>(std::max<std::size_t>(2, symbols)));
}

std::vector<Split> validation_splits(SelectionRule rule, const Dataset& data, std::uint64_t seed) {
  SplitSpec spec;
  spec.seed = seed;
  switch (rule) {
    case SelectionRule::description_length:
      return {};
    case SelectionRule::cross_validation:
      spec.kind = SplitKind::kfold;
      spec.folds = kFolds;
      check_groups(data, kFolds, "cross_validation");
      return make_splits(data, spec);
    case SelectionRule::extrapolation:
      check_groups(data, 2, "extrapolation");
      break;
  }
  std::vector<Split> splits;
  spec.kind = SplitKind::extrapolate;
  spec.extrapolate_by = {data.target_name};
  for (const double fraction : {0.2, 0.35, 0.5}) {
    spec.test_fraction = fraction;
    splits.push_back(make_splits(data, spec).front());
  }
  return splits;
}

double validated_loss(const Individual& individual, const Dataset& data, const Loss& loss,
                      const FitBudget& budget, std::span<const Split> splits, FitScratch& scratch) {
  double total = 0.0, weight = 0.0;
  for (const Split& split : splits) {
    const Dataset train = data.subset(split.train), test = data.subset(split.test);
    const Evaluator fitting(train, loss), judging(test, loss);
    Individual copy = individual;
    fit(copy, fitting, budget, scratch);
    if (copy.coefficients.empty()) return copy.loss;
    compile(copy.terms, data.variables, scratch.program);
    gather_constants(copy.terms, scratch.constants);
    const double rows = static_cast<double>(split.test.size());
    total += rows * judging.compute_loss(scratch.program, scratch.constants, copy.coefficients,
                                         scratch.workspace);
    weight += rows;
  }
  return total / weight;
}

}  // namespace memlaw
