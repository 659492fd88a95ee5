#include "memlaw/report/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "figures.hpp"

namespace memlaw {
namespace {

template <class Get>
Spread spread(const std::vector<const FitRecord*>& fits, Get get) {
  std::vector<double> values;
  for (const FitRecord* fit : fits) values.push_back(static_cast<double>(get(*fit)));
  return {quantile(values, 0.5), quantile(values, 0.1), quantile(values, 0.9)};
}

std::vector<const FitRecord*> fits_of(const Results& results, const std::string& model) {
  std::vector<const FitRecord*> fits;
  for (const FitRecord& fit : results.fits) {
    if (fit.model == model) fits.push_back(&fit);
  }
  return fits;
}

std::string spread_phrase(const ModelSummary& summary) {
  if (summary.splits < 2) return percent(summary.mape_percent.median);
  return fmt::format("{} in the median split (10th to 90th percentile {} to {})",
                     percent(summary.mape_percent.median), percent(summary.mape_percent.low),
                     percent(summary.mape_percent.high));
}

// In how many of the splits that both finished the first model has the lower MAPE.
std::string paired_phrase(const Results& results, const std::string& model,
                          const std::string& other) {
  std::size_t better = 0;
  std::size_t both = 0;
  for (const FitRecord* mine : fits_of(results, model)) {
    for (const FitRecord* theirs : fits_of(results, other)) {
      if (mine->split != theirs->split) continue;
      ++both;
      if (mine->metrics.mape_percent < theirs->metrics.mape_percent) ++better;
    }
  }
  return fmt::format("in {} of {} {}", better, both, both == 1 ? "split" : "splits");
}

}  // namespace

std::vector<ModelSummary> summarize(const Results& results) {
  std::vector<ModelSummary> summaries;
  for (const std::string& model : results.models) {
    const std::vector<const FitRecord*> fits = fits_of(results, model);
    if (fits.empty()) continue;
    ModelSummary summary;
    summary.model = model;
    summary.splits = fits.size();
    summary.mape_percent = spread(fits, [](auto& f) { return f.metrics.mape_percent; });
    summary.rmse = spread(fits, [](auto& f) { return f.metrics.rmse; });
    summary.mae = spread(fits, [](auto& f) { return f.metrics.mae; });
    summary.r2 = spread(fits, [](auto& f) { return f.metrics.r2; });
    summary.bias_percent = spread(fits, [](auto& f) { return f.metrics.bias_percent; });
    summary.max_ape_percent = spread(fits, [](auto& f) { return f.metrics.max_ape_percent; });
    summary.size = spread(fits, [](auto& f) { return f.size; });
    summary.fit_seconds = spread(fits, [](auto& f) { return f.fit_seconds; });
    summaries.push_back(summary);
  }
  std::stable_sort(summaries.begin(), summaries.end(), [](auto& a, auto& b) {
    const double x = a.mape_percent.median;
    const double y = b.mape_percent.median;
    return std::isnan(x) ? false : std::isnan(y) || x < y;
  });
  return summaries;
}

std::vector<std::string> findings(const Results& results) {
  std::vector<std::string> sentences;
  const std::vector<ModelSummary> summaries = summarize(results);
  if (summaries.empty()) return {"No fit was finished, so nothing can be said about accuracy."};
  const ModelSummary& best = summaries.front();
  sentences.push_back(
      fmt::format("The most accurate model on rows it never saw is {}: mean "
                  "absolute percentage error {}.",
                  best.model, spread_phrase(best)));
  const auto symbolic = std::find_if(summaries.begin(), summaries.end(),
                                     [](auto& s) { return s.model == "symbolic"; });
  if (symbolic != summaries.end()) {
    if (symbolic != summaries.begin()) {
      sentences.push_back(fmt::format(
          "The formula that was searched for does not win: {}, and it "
          "is better than {} {}.",
          spread_phrase(*symbolic), best.model, paired_phrase(results, "symbolic", best.model)));
    } else if (summaries.size() > 1) {
      sentences.push_back(
          fmt::format("The next best model, {}, reaches {}; the formula is better "
                      "{}.",
                      summaries[1].model, spread_phrase(summaries[1]),
                      paired_phrase(results, "symbolic", summaries[1].model)));
    }
    const double bias = symbolic->bias_percent.median;
    sentences.push_back(
        fmt::format("Summed over the test rows the formula predicts {} too {}, and "
                    "its worst error on one row is {} in the median split.",
                    percent(std::abs(bias)), bias < 0 ? "little" : "much",
                    percent(symbolic->max_ape_percent.median)));
  }
  if (const auto& final_formula = results.final_formula) {
    sentences.push_back(fmt::format(
        "The exported formula is the {} model fitted on {}; the accuracy above is that of fits on "
        "the training rows of each split.",
        final_formula->model, final_formula->fitted_on));
  }
  if (results.interrupted) {
    sentences.push_back(
        fmt::format("The run was interrupted after {} of {} fits; running it again "
                    "continues it.",
                    results.fits.size(), results.models.size() * results.splits.size()));
  }
  return sentences;
}

}  // namespace memlaw
