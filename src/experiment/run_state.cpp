#include "run_state.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

constexpr double kWorthWritingSeconds = 0.2;

// JSON numbers cannot be NaN or infinite.
json from_double(double value) {
  return std::isfinite(value) ? json(value) : json(format_shortest(value));
}

double to_double(const json& value) {
  if (value.is_number()) return value.get<double>();
  return parse_number(value.get<std::string>()).value();
}

json json_array(const std::vector<double>& values) {
  json array = json::array();
  for (const double value : values) array.push_back(from_double(value));
  return array;
}

std::vector<double> from_json_array(const json& array) {
  std::vector<double> values;
  for (const json& value : array) values.push_back(to_double(value));
  return values;
}

std::vector<double Metrics::*> metric_fields() {
  return {&Metrics::mse,
          &Metrics::rmse,
          &Metrics::mae,
          &Metrics::mape_percent,
          &Metrics::r2,
          &Metrics::bias_percent,
          &Metrics::max_ape_percent};
}

json to_json(const FitRecord& fit) {
  json metrics = json::array();
  for (const auto field : metric_fields()) metrics.push_back(from_double(fit.metrics.*field));
  json predicted = json_array(fit.predicted);
  json curves = json::array();
  for (const auto& curve : fit.curves) curves.push_back(json_array(curve));
  return {{"model", fit.model},
          {"split", fit.split},
          {"rows_train", fit.rows_train},
          {"rows_test", fit.rows_test},
          {"metrics", std::move(metrics)},
          {"floor", from_double(fit.floor)},
          {"error_above_floor_percent", from_double(fit.error_above_floor_percent)},
          {"size", fit.size},
          {"model_bytes", fit.model_bytes},
          {"fit_seconds", fit.fit_seconds},
          {"predict_seconds", fit.predict_seconds},
          {"configurations", fit.configurations},
          {"tune_seconds", fit.tune_seconds},
          {"settings", fit.settings},
          {"description", fit.description},
          {"expression", fit.expression},
          {"predicted", std::move(predicted)},
          {"curves", std::move(curves)}};
}

FitRecord from_json(const json& object) {
  FitRecord fit;
  fit.model = object.at("model").get<std::string>();
  fit.split = object.at("split").get<std::string>();
  fit.rows_train = object.at("rows_train").get<std::size_t>();
  fit.rows_test = object.at("rows_test").get<std::size_t>();
  const json& metrics = object.at("metrics");
  std::size_t i = 0;
  for (const auto field : metric_fields()) fit.metrics.*field = to_double(metrics.at(i++));
  fit.size = object.at("size").get<std::size_t>();
  fit.floor = to_double(object.at("floor"));
  fit.error_above_floor_percent = to_double(object.at("error_above_floor_percent"));
  fit.model_bytes = object.at("model_bytes").get<std::size_t>();
  fit.fit_seconds = object.at("fit_seconds").get<double>();
  fit.predict_seconds = object.at("predict_seconds").get<double>();
  fit.configurations = object.at("configurations").get<std::size_t>();
  fit.tune_seconds = object.at("tune_seconds").get<double>();
  fit.settings = object.at("settings").get<std::map<std::string, std::string>>();
  fit.description = object.at("description").get<std::string>();
  fit.expression = object.at("expression").get<std::string>();
  fit.predicted = from_json_array(object.at("predicted"));
  for (const json& curve : object.at("curves")) fit.curves.push_back(from_json_array(curve));
  return fit;
}

}  // namespace

std::filesystem::path state_path(const std::filesystem::path& folder) {
  return folder / "state.json";
}

RunState::RunState(const std::filesystem::path& folder, std::string fingerprint)
    : fingerprint_(std::move(fingerprint)) {
  if (folder.empty()) return;
  path_ = state_path(folder);
  if (!std::filesystem::exists(path_)) return;
  try {
    const json document = json::parse(read_file(path_));
    if (document.at("fingerprint").get<std::string>() != fingerprint_) return;
    for (const json& fit : document.at("fits")) fits_.push_back(from_json(fit));
  } catch (const std::exception&) {
    fits_.clear();
  }
}

const FitRecord* RunState::find(const std::string& model, const std::string& split) const {
  for (const FitRecord& fit : fits_) {
    if (fit.model == model && fit.split == split) return &fit;
  }
  return nullptr;
}

void RunState::add(const FitRecord& fit) {
  if (path_.empty()) return;
  fits_.push_back(fit);
  dirty_ = true;
  if (fit.tune_seconds + fit.fit_seconds >= kWorthWritingSeconds) flush();
}

void RunState::flush() {
  if (path_.empty() || !dirty_) return;
  json fits = json::array();
  for (const FitRecord& fit : fits_) fits.push_back(to_json(fit));
  const json document = {{"fingerprint", fingerprint_}, {"fits", std::move(fits)}};
  write_file(path_, document.dump(-1, ' ', false, json::error_handler_t::replace) + "\n");
  dirty_ = false;
}

}  // namespace memlaw
