#include "run_state.hpp"

#include "../report/results_json.hpp"
#include "memlaw/base/file.hpp"

namespace memlaw {
namespace {

constexpr double kWorthWritingSeconds = 0.2;

Json list_to_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_to_json(value));
  return list;
}

std::vector<double> list_from_json(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(number_from_json(value));
  return values;
}

Json kept(const FitRecord& fit) {
  Json object = to_json(fit);
  object["predicted"] = list_to_json(fit.predicted);
  Json& curves = object["curves"] = Json::array();
  for (const auto& curve : fit.curves) curves.push_back(list_to_json(curve));
  return object;
}

FitRecord restored(const Json& object) {
  FitRecord fit = fit_from_json(object);
  fit.predicted = list_from_json(object.at("predicted"));
  for (const Json& curve : object.at("curves")) fit.curves.push_back(list_from_json(curve));
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
    const Json document = Json::parse(read_file(path_));
    if (document.at("fingerprint").get<std::string>() != fingerprint_) return;
    for (const Json& fit : document.at("fits")) fits_.push_back(restored(fit));
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
  Json fits = Json::array();
  for (const FitRecord& fit : fits_) fits.push_back(kept(fit));
  const Json document = {{"fingerprint", fingerprint_}, {"fits", std::move(fits)}};
  write_file(path_, document.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n");
  dirty_ = false;
}

}  // namespace memlaw
