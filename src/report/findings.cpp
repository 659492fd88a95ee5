// What the figures of a run say, in sentences.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "figures.hpp"
#include "memlaw/report/results.hpp"

namespace memlaw {
namespace {

std::string count_of(std::size_t count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == 1 ? singular : plural);
}

std::string spread_phrase(const ModelSummary& summary) {
  if (std::isnan(summary.mape_percent.median)) return "its predictions are not all finite";
  if (summary.splits < 2) return percent(summary.mape_percent.median);
  return fmt::format("{} in the median split (10th to 90th percentile {} to {})",
                     percent(summary.mape_percent.median), percent(summary.mape_percent.low),
                     percent(summary.mape_percent.high));
}

std::string in_splits(std::size_t better, const PairedComparison& paired) {
  return fmt::format("in {} of {}", better, count_of(paired.pairs, "split", "splits"));
}

const ModelSummary* find(const std::vector<ModelSummary>& summaries, std::string_view model) {
  const auto found = std::find_if(summaries.begin(), summaries.end(),
                                  [&](const ModelSummary& s) { return s.model == model; });
  return found == summaries.end() ? nullptr : &*found;
}

const ModelComparison& comparison_with(const std::vector<ModelComparison>& comparisons,
                                       std::string_view model) {
  return *std::find_if(comparisons.begin(), comparisons.end(),
                       [&](const ModelComparison& c) { return c.model == model; });
}

// "a, b and c".
std::string enumerate(const std::vector<std::string>& names) {
  if (names.size() < 2) return names.empty() ? "" : names.front();
  const std::vector<std::string> all_but_last(names.begin(), names.end() - 1);
  return fmt::format("{} and {}", fmt::join(all_but_last, ", "), names.back());
}

// Which models the best one really beats.
std::string significance(const std::string& best, const std::vector<ModelComparison>& comparisons) {
  const std::size_t pairs = comparisons.front().paired.pairs;
  if (!can_tell_apart(comparisons)) {
    return fmt::format(
        "{} too few for a test that tells {} from {} apart at the 5 % level: differences between "
        "them may be chance.",
        pairs == 1 ? "One split is" : fmt::format("{} splits are", pairs), best,
        count_of(comparisons.size(), "other model", "other models"));
  }
  std::vector<std::string> worse;
  std::vector<std::string> alike;
  for (const ModelComparison& comparison : comparisons) {
    (comparison.is_real() ? worse : alike).push_back(comparison.model);
  }
  const std::string test = fmt::format("paired Wilcoxon test over {}, Holm-corrected, 5 % level",
                                       count_of(pairs, "split", "splits"));
  if (worse.empty()) {
    return fmt::format("No other model can be told apart from {} ({}).", best, test);
  }
  if (alike.empty()) {
    return fmt::format("{} is more accurate than every other model beyond chance ({}).", best,
                       test);
  }
  return fmt::format(
      "{} is more accurate beyond chance than {} ({}), but not distinguishable from {}.", best,
      enumerate(worse), test, enumerate(alike));
}

// The learned models with a lower median error than the searched formula; empty when none ran.
std::string against_learned(const Results& results, const std::vector<ModelSummary>& summaries,
                            const ModelSummary& symbolic) {
  const std::vector<ModelComparison> comparisons = compare_with(results, symbolic.model);
  const bool can_tell = can_tell_apart(comparisons);
  std::vector<std::string> better;
  const ModelSummary* nearest = nullptr;  // the best learned model
  for (const ModelSummary& model : summaries) {
    if (model.is_formula) continue;
    if (nearest == nullptr) nearest = &model;
    if (!is_lower(model.mape_percent.median, symbolic.mape_percent.median)) continue;
    const ModelComparison& comparison = comparison_with(comparisons, model.model);
    better.push_back(fmt::format("{} ({}, better {}{})", model.model,
                                 percent(model.mape_percent.median),
                                 in_splits(comparison.paired.wins_b, comparison.paired),
                                 !can_tell              ? ""
                                 : comparison.is_real() ? ", beyond chance"
                                                        : ", which may be chance"));
  }
  if (nearest == nullptr) return {};
  if (!better.empty()) {
    return fmt::format("The formula loses to {}: {}.",
                       count_of(better.size(), "learned model", "learned models"),
                       enumerate(better));
  }
  const ModelComparison& comparison = comparison_with(comparisons, nearest->model);
  return fmt::format(
      "No learned model has a lower median error than the formula; the best of them, "
      "{}, reaches {} and is better {}.",
      nearest->model, percent(nearest->mape_percent.median),
      in_splits(comparison.paired.wins_b, comparison.paired));
}

std::string about_the_floor(const Results& results, const std::vector<ModelSummary>& summaries) {
  const ModelSummary& constant = *find(summaries, "constant");
  const auto best = std::min_element(
      summaries.begin(), summaries.end(), [](const ModelSummary& a, const ModelSummary& b) {
        return is_lower(a.error_above_floor_percent.median, b.error_above_floor_percent.median);
      });
  std::string text = fmt::format(
      "A floor flatters these percentages: the constant model, which looks at no feature, reaches "
      "{}, "
      "within twice the best model's {}. ",
      percent(constant.mape_percent.median), percent(summaries.front().mape_percent.median));
  return text + fmt::format(
                    "Relative to what the targets have above the floor (the least target of the "
                    "training rows, {}), the most accurate model is {} with an error of {}; the "
                    "constant model's is {}.",
                    quantity(constant.floor.median, results.target_unit), best->model,
                    percent(best->error_above_floor_percent.median),
                    percent(constant.error_above_floor_percent.median));
}

void add_symbolic(const Results& results, const std::vector<ModelSummary>& summaries,
                  const ModelSummary& symbolic, std::vector<std::string>& sentences) {
  const ModelSummary& best = summaries.front();
  if (symbolic.model != best.model) {
    const std::vector<ModelComparison> comparisons = compare_with(results, best.model);
    const PairedComparison& paired = comparison_with(comparisons, symbolic.model).paired;
    sentences.push_back(fmt::format(
        "The formula that was searched for does not win: {}, and it is better than {} {}.",
        spread_phrase(symbolic), best.model, in_splits(paired.wins_b, paired)));
  } else if (summaries.size() > 1) {
    const std::vector<ModelComparison> comparisons = compare_with(results, symbolic.model);
    const PairedComparison& paired = comparison_with(comparisons, summaries[1].model).paired;
    sentences.push_back(fmt::format(
        "The next best model, {}, reaches {}; the formula is better {}.", summaries[1].model,
        spread_phrase(summaries[1]), in_splits(paired.wins_a, paired)));
  }
  if (std::string text = against_learned(results, summaries, symbolic); !text.empty()) {
    sentences.push_back(std::move(text));
  }
  const double bias = symbolic.bias_percent.median;
  sentences.push_back(fmt::format(
      "Summed over the test rows the formula predicts {} too {}, and its worst error on "
      "one row is {} in the median split.",
      percent(std::abs(bias)), bias < 0 ? "little" : "much",
      percent(symbolic.max_ape_percent.median)));
}

}  // namespace

std::vector<std::string> findings(const Results& results) {
  std::vector<std::string> sentences;
  const std::vector<ModelSummary> summaries = summarize(results);
  if (summaries.empty()) return {"No fit was finished, so nothing can be said about accuracy."};
  const ModelSummary& best = summaries.front();
  sentences.push_back(fmt::format(
      "The most accurate model on rows it never saw is {}: mean absolute percentage error {}.",
      best.model, spread_phrase(best)));
  if (const ModelSummary* symbolic = find(summaries, "symbolic")) {
    add_symbolic(results, summaries, *symbolic, sentences);
  }
  if (summaries.size() > 1) {
    sentences.push_back(significance(best.model, compare_with(results, best.model)));
  }
  if (floor_flatters(summaries)) sentences.push_back(about_the_floor(results, summaries));
  if (const auto& final_formula = results.final_formula) {
    sentences.push_back(fmt::format(
        "The exported formula is the {} model fitted on {}; the accuracy above is that of fits on "
        "the training rows of each split.",
        final_formula->model, final_formula->fitted_on));
  }
  if (const auto& best_model = results.best_model) {
    sentences.push_back(fmt::format(
        "For predictions by the most accurate model, best_model.json holds {} fitted on "
        "{}.",
        best_model->model, best_model->fitted_on));
  }
  if (results.interrupted) {
    sentences.push_back(
        fmt::format("The run was interrupted after {} of {} fits; running it again continues it.",
                    results.fits.size(), results.models.size() * results.splits.size()));
  }
  return sentences;
}

}  // namespace memlaw
