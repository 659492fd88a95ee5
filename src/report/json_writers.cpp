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

json to_json(const Spread& spread) {
  return {{"median", number(spread.median)},
          {"percentile_10", number(spread.low)},
          {"percentile_90", number(spread.high)}};
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
                       {"rmse", to_json(model.rmse)},
                       {"mae", to_json(model.mae)},
                       {"r2", to_json(model.r2)},
                       {"bias_percent", to_json(model.bias_percent)},
                       {"max_ape_percent", to_json(model.max_ape_percent)},
                       {"size", to_json(model.size)},
                       {"fit_seconds", to_json(model.fit_seconds)}});
  }
  json fits = json::array();
  for (const FitRecord& fit : results.fits) {
    fits.push_back({{"model", fit.model},
                    {"split", fit.split},
                    {"rows_train", fit.rows_train},
                    {"rows_test", fit.rows_test},
                    {"metrics", to_json(fit.metrics)},
                    {"size", fit.size},
                    {"fit_seconds", fit.fit_seconds},
                    {"configurations", fit.configurations},
                    {"tune_seconds", fit.tune_seconds},
                    {"settings", fit.settings},
                    {"description", fit.description},
                    {"formula", fit.expression}});
  }
  json document = {{"title", results.title},        {"data", results.data_source},
                   {"target", results.target},      {"target_unit", results.target_unit},
                   {"rows", results.rows},          {"splits", results.split_description},
                   {"loss", results.loss},          {"interrupted", results.interrupted},
                   {"summary", std::move(summary)}, {"fits", std::move(fits)}};
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
