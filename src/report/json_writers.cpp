#include <cmath>
#include <nlohmann/json.hpp>

#include "memlaw/base/number.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {
namespace {

using json = nlohmann::ordered_json;

// JSON has no infinities and no NaN: they are written as the texts "inf", "-inf" and "nan".
json number(double value) {
  return std::isfinite(value) ? json(value) : json(format_shortest(value));
}

json to_json(const Metrics& m) {
  return {{"mse", number(m.mse)},
          {"rmse", number(m.rmse)},
          {"mae", number(m.mae)},
          {"mape_percent", number(m.mape_percent)},
          {"r2", number(m.r2)},
          {"bias_percent", number(m.bias_percent)},
          {"max_ape_percent", number(m.max_ape_percent)}};
}

json to_json(const FitRecord& fit) {
  json metrics = to_json(fit.metrics);
  metrics["error_above_floor_percent"] = number(fit.error_above_floor_percent);
  return {{"model", fit.model},
          {"split", fit.split},
          {"rows_train", fit.rows_train},
          {"rows_test", fit.rows_test},
          {"metrics", std::move(metrics)},
          {"floor", number(fit.floor)},
          {"size", fit.size},
          {"model_bytes", fit.model_bytes},
          {"fit_seconds", fit.fit_seconds},
          {"predict_seconds", fit.predict_seconds},
          {"configurations", fit.configurations},
          {"tune_seconds", fit.tune_seconds},
          {"settings", fit.settings},
          {"description", fit.description},
          {"formula", fit.expression}};
}

json to_json(const Spread& spread) {
  return {{"median", number(spread.median)},
          {"percentile_10", number(spread.low)},
          {"percentile_90", number(spread.high)}};
}

json against_the_best(const Results& results) {
  const std::vector<ModelSummary> summaries = summarize(results);
  json comparisons = json::array();
  if (summaries.empty()) return comparisons;
  for (const ModelComparison& comparison : compare_with(results, summaries.front().model)) {
    const PairedComparison& paired = comparison.paired;
    comparisons.push_back({{"model", comparison.model},
                           {"pairs", paired.pairs},
                           {"best_is_better", paired.wins_a},
                           {"model_is_better", paired.wins_b},
                           {"median_mape_difference", number(-paired.median_difference)},
                           {"p_value", number(paired.p_value)},
                           {"p_holm", number(comparison.p_adjusted)}});
  }
  return comparisons;
}

std::string dump(const json& document) {
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string metrics_json(const Results& results) {
  json summary = json::array();
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
  json fits = json::array();
  for (const FitRecord& fit : results.fits) fits.push_back(to_json(fit));
  json document = {{"title", results.title},        {"data", results.data_source},
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
  json fits = json::array();
  for (const FitRecord& fit : results.fits) {
    fits.push_back({{"model", fit.model},
                    {"split", fit.split},
                    {"fit_seconds", fit.fit_seconds},
                    {"description", fit.description}});
  }
  json document = {{"title", results.title},
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
  return dump(document);
}

}  // namespace memlaw
