#include "results_json.hpp"

#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

constexpr std::array<std::pair<const char*, double Metrics::*>, 7> kMetricFields = {
    {{"mse", &Metrics::mse},
     {"rmse", &Metrics::rmse},
     {"mae", &Metrics::mae},
     {"mape_percent", &Metrics::mape_percent},
     {"r2", &Metrics::r2},
     {"bias_percent", &Metrics::bias_percent},
     {"max_ape_percent", &Metrics::max_ape_percent}}};

}  // namespace

Json number_to_json(double value) {
  return std::isfinite(value) ? Json(value) : Json(format_shortest(value));
}

double number_from_json(const Json& value) {
  if (value.is_number()) return value.get<double>();
  const auto parsed = parse_number(value.get<std::string>());
  if (!parsed) throw std::invalid_argument("not a number");
  return *parsed;
}

Json to_json(const Metrics& metrics) {
  Json object = Json::object();
  for (const auto& [name, field] : kMetricFields) object[name] = number_to_json(metrics.*field);
  return object;
}

Json to_json(const FitRecord& fit) {
  Json metrics = to_json(fit.metrics);
  metrics["error_above_floor_percent"] = number_to_json(fit.error_above_floor_percent);
  return {{"model", fit.model},
          {"split", fit.split},
          {"rows_train", fit.rows_train},
          {"rows_test", fit.rows_test},
          {"metrics", std::move(metrics)},
          {"floor", number_to_json(fit.floor)},
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

FitRecord fit_from_json(const Json& object) {
  FitRecord fit;
  fit.model = object.at("model").get<std::string>();
  fit.split = object.at("split").get<std::string>();
  fit.rows_train = object.at("rows_train").get<std::size_t>();
  fit.rows_test = object.at("rows_test").get<std::size_t>();
  const Json& metrics = object.at("metrics");
  for (const auto& [name, field] : kMetricFields) {
    fit.metrics.*field = number_from_json(metrics.at(name));
  }
  fit.error_above_floor_percent = number_from_json(metrics.at("error_above_floor_percent"));
  fit.floor = number_from_json(object.at("floor"));
  fit.size = object.at("size").get<std::size_t>();
  fit.model_bytes = object.at("model_bytes").get<std::size_t>();
  fit.fit_seconds = object.at("fit_seconds").get<double>();
  fit.predict_seconds = object.at("predict_seconds").get<double>();
  fit.configurations = object.at("configurations").get<std::size_t>();
  fit.tune_seconds = object.at("tune_seconds").get<double>();
  fit.settings = object.at("settings").get<std::map<std::string, std::string>>();
  fit.description = object.at("description").get<std::string>();
  fit.expression = object.at("formula").get<std::string>();
  return fit;
}

}  // namespace memlaw
