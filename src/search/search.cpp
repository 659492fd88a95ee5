#include "memlaw/search/search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "device/device.hpp"
#include "engine.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"
#include "polish.hpp"
#include "selection.hpp"

namespace memlaw {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void check_target(const Dataset& data, const Loss& loss) {
  if (data.rows() < 2)
    throw InputError(
        fmt::format("{}: a search needs at least 2 rows, found {}", data.source, data.rows()));
  const auto [low, high] = std::minmax_element(data.target.begin(), data.target.end());
  if (*low == *high)
    throw InputError(
        fmt::format("{}: target {} has the same value on every row; there is nothing to fit",
                    data.source, quote(data.target_name)));
  for (std::size_t r = 0; r < data.rows(); ++r) {
    const double y = data.target[r];
    const bool bad = loss.kind == LossKind::msle ? !(y > 0.0) : loss.is_relative() && y == 0.0;
    if (!bad) continue;
    throw InputError(
        {data.source, data.line_of_row.empty() ? 0 : data.line_of_row[r], 0},
        fmt::format("target {} is {}: the loss {} needs targets {}; use mse or mae, or filter "
                    "such rows out",
                    quote(data.target_name), y, name(loss.kind),
                    loss.kind == LossKind::msle ? "above 0" : "other than 0"));
  }
}

// Which limit has been reached; nothing when none has.
std::optional<StopReason> limit_reached(const SearchOptions& options, const Engine& engine,
                                        Clock::time_point start) {
  if (interrupted()) return StopReason::interrupted;
  if (options.generations > 0 && engine.generation() >= options.generations)
    return StopReason::generations;
  if (options.evaluations > 0 && engine.evaluations() >= options.evaluations)
    return StopReason::evaluations;
  if (options.time_seconds > 0.0 && seconds_since(start) >= options.time_seconds)
    return StopReason::time;
  return std::nullopt;
}

SearchProgress progress_of(const SearchOptions& options, const Engine& engine,
                           Clock::time_point start) {
  SearchProgress p;
  p.generation = engine.generation();
  p.evaluations = engine.evaluations();
  if (!engine.front().entries().empty()) {
    p.best_loss = engine.front().entries().back().loss;
    p.best_size = static_cast<std::size_t>(engine.front().entries().back().size);
  }
  p.elapsed_seconds = seconds_since(start);
  p.evaluations_per_second = static_cast<double>(p.evaluations) / std::max(p.elapsed_seconds, 1e-9);
  double left = std::numeric_limits<double>::infinity();
  if (options.time_seconds > 0.0) left = options.time_seconds - p.elapsed_seconds;
  const auto remaining = [&](std::uint64_t done, std::uint64_t limit) {
    if (limit > 0 && done > 0)
      left = std::min(
          left, p.elapsed_seconds * (static_cast<double>(limit) / static_cast<double>(done) - 1.0));
  };
  remaining(p.generation, options.generations);
  remaining(p.evaluations, options.evaluations);
  p.seconds_left = std::isfinite(left) ? std::max(0.0, left) : -1.0;
  return p;
}

std::size_t constants_of(const Individual& individual) {
  std::size_t count = individual.coefficients.size();
  for (const Term& term : individual.terms) count += term.body.constant_count();
  return count;
}

// Index of the reported entry. Validated losses are estimates: the simplest entry within a
// few percent of the lowest is as good as the lowest, and easier to read.
std::size_t select(const std::vector<double>& scores, SelectionRule rule) {
  constexpr double same_loss = 1.03;
  const auto lowest = std::min_element(scores.begin(), scores.end());
  if (rule == SelectionRule::description_length)
    return static_cast<std::size_t>(lowest - scores.begin());
  const double limit = *lowest * same_loss;
  const auto simplest =
      std::find_if(scores.begin(), scores.end(), [&](double s) { return s <= limit; });
  return static_cast<std::size_t>(simplest - scores.begin());
}

}  // namespace

std::string_view name(StopReason reason) {
  switch (reason) {
    case StopReason::generations:
      return "generation limit";
    case StopReason::evaluations:
      return "evaluation limit";
    case StopReason::time:
      return "time limit";
    case StopReason::interrupted:
      return "interrupted";
  }
  return "";
}

std::string SearchResult::brief_report() const {
  return fmt::format(
      "{} nodes, training loss {:.6g}; {} generations, {} evaluations ({} duplicates skipped) in "
      "{:.1f} s; ended by: {}",
      best.size(), best_loss, generations, evaluations, duplicates, search_seconds, name(stop));
}

void check_search(const Dataset& data, const SearchOptions& options) {
  if (const std::string problem = options.validate(); !problem.empty())
    throw InputError("search options: " + problem);
  check_target(data, options.loss);
  validation_splits(options.selection, data, options.seed);
}

SearchResult run_search(const Dataset& data, const SearchOptions& options,
                        const ProgressCallback& progress) {
  check_search(data, options);
  const auto start = Clock::now();
  const std::vector<Split> splits = validation_splits(options.selection, data, options.seed);
  SearchResult result;
  result.device = make_search_device(options.device).description;
  Engine engine(data, options);
  engine.initialise();
  std::optional<StopReason> stop;
  while (!(stop = limit_reached(options, engine, start))) {
    engine.step();
    if (progress) progress(progress_of(options, engine, start));
  }
  result.stop = *stop;
  engine.refine_front();

  const std::vector<Individual>& entries = engine.front().entries();
  if (entries.empty())
    throw RunError(fmt::format(
        "{}: no formula was finite on every training row; allow more operators or check the "
        "features' values",
        data.source));
  const double floor = loss_floor(options.loss, data);
  std::vector<double> scores(entries.size());
  engine.pool().run(entries.size(), [&](std::size_t k, int worker) {
    if (options.selection != SelectionRule::description_length) {
      const FitBudget budget{options.constant_iterations, 4, options.nonnegative};
      scores[k] =
          validated_loss(entries[k], data, options.loss, budget, splits, engine.scratch(worker));
    } else {
      scores[k] =
          description_length(entries[k].loss, options.loss.kind, floor, data.rows(),
                             constants_of(entries[k]), static_cast<std::size_t>(entries[k].size),
                             options.operators.size() + data.variables.size());
    }
  });
  for (std::size_t k = 0; k < entries.size(); ++k) {
    Individual filled = entries[k];
    fill_unseen_levels(filled, data);
    result.front.push_back(
        {to_expression(filled, data.variables), entries[k].loss, entries[k].complexity, scores[k]});
  }

  Individual best = entries[select(scores, options.selection)];
  FitScratch& scratch = engine.scratch(0);
  // Terms are weighed by the same rule that chose the formula.
  if (options.selection == SelectionRule::description_length)
    drop_terms(best, engine.evaluator(), data, options, scratch);
  snap_constants(best, engine.evaluator(), options, scratch);
  fill_unseen_levels(best, data);
  result.best = simplify_and_round(to_expression(best, data.variables), data, options.loss, floor);
  result.best_loss = expression_loss(result.best, data, options.loss);
  result.generations = engine.generation();
  result.evaluations = engine.evaluations();
  result.duplicates = engine.duplicates();
  result.search_seconds = seconds_since(start);
  return result;
}

}  // namespace memlaw
