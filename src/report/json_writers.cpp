#include "memlaw/report/writers.hpp"
#include "results_json.hpp"

namespace memlaw {
namespace {

Json to_json(const Spread& spread) {
  return {{"median", number_to_json(spread.median)},
          {"percentile_10", number_to_json(spread.low)},
          {"percentile_90", number_to_json(spread.high)}};
}

Json against_the_best(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  Json comparisons = Json::array();
  if (summaries.empty()) return comparisons;
  for (const ModelComparison& comparison : compare_with(results, summaries.front().model)) {
    const PairedComparison& paired = comparison.paired;
    comparisons.push_back({{"model", comparison.model},
                           {"pairs", paired.pairs},
                           {"best_is_better", paired.wins_a},
                           {"model_is_better", paired.wins_b},
                           {"median_mape_difference", number_to_json(-paired.median_difference)},
                           {"p_value", number_to_json(paired.p_value)},
                           {"p_holm", number_to_json(comparison.p_adjusted)}});
  }
  return comparisons;
}

std::string dump(const Json& document) {
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string metrics_json(const Results& results) {
  Json summary = Json::array();
  for (const ModelSummary& model : summarize(results)) {
    summary.push_back({{"model", model.model},
                       {"splits", model.splits},
                       {"mape_percent", to_json(model.mape_percent)},
                       {"mse", to_json(model.mse)},
                       {"rmse", to_json(model.rmse)},
                       {"mae", to_json(model.mae)},
                       {"r2", to_json(model.r2)},
                       {"bias_percent", to_json(model.bias_percent)},
                       {"max_ape_percent", to_json(model.max_ape_percent)},
                       {"floor", to_json(model.floor)},
                       {"error_above_floor_percent", to_json(model.error_above_floor_percent)},
                       {"size", to_json(model.size)},
                       {"model_bytes", to_json(model.model_bytes)},
                       {"fit_seconds", to_json(model.fit_seconds)},
                       {"tune_seconds", to_json(model.tune_seconds)},
                       {"predict_seconds_per_1000_rows", to_json(model.predict_seconds)}});
  }
  Json fits = Json::array();
  for (const FitRecord& fit : results.fits) fits.push_back(to_json(fit));
  Json document = {{"title", results.title},        {"data", results.data_source},
                   {"target", results.target},      {"target_unit", results.target_unit},
                   {"rows", results.rows},          {"splits", results.split_description},
                   {"loss", results.loss},          {"interrupted", results.interrupted},
                   {"summary", std::move(summary)}, {"against_the_best", against_the_best(results)},
                   {"fits", std::move(fits)}};
  if (const auto& final_formula = results.final_formula) {
    document["final_formula"] = {{"model", final_formula->model},
                                 {"fitted_on", final_formula->fitted_on},
                                 {"size", final_formula->formula.expression.size()},
                                 {"metrics_on_those_rows", to_json(final_formula->metrics)}};
  }
  return dump(document);
}

std::string run_json(const Results& results) {
  Json fits = Json::array();
  for (const FitRecord& fit : results.fits) {
    fits.push_back({{"model", fit.model},
                    {"split", fit.split},
                    {"fit_seconds", fit.fit_seconds},
                    {"description", fit.description}});
  }
  Json document = {{"title", results.title},
                   {"interrupted", results.interrupted},
                   {"elapsed_seconds", results.elapsed_seconds},
                   {"environment", results.environment},
                   {"config", results.config_text},
                   {"fits", std::move(fits)}};
  if (const auto& final_formula = results.final_formula) {
    document["final_fit"] = {{"model", final_formula->model},
                             {"fitted_on", final_formula->fitted_on},
                             {"description", final_formula->description},
                             {"fit_seconds", final_formula->fit_seconds}};
  }
  if (const auto& best_model = results.best_model) {
    document["best_model"] = {{"model", best_model->model},
                              {"fitted_on", best_model->fitted_on},
                              {"description", best_model->description},
                              {"fit_seconds", best_model->fit_seconds}};
  }
  return dump(document);
}

}  // namespace memlaw
