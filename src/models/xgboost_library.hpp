// The calls into the XGBoost library, as values that free themselves.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace memlaw {

// A table of single-precision numbers, row-major, with targets and weights of the rows.
struct XGBoostTable {
  std::vector<float> values;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<float> target;  // empty for prediction
  std::vector<float> weight;  // empty for prediction
};

using XGBoostSettings = std::vector<std::pair<std::string, std::string>>;

class XGBoostBooster {
 public:
  // Trains for `rounds` rounds, or until an interrupt: at least one. RunError with the library's message when it fails.
  XGBoostBooster(const XGBoostTable& table, const XGBoostSettings& settings, int rounds);
  ~XGBoostBooster();
  XGBoostBooster(const XGBoostBooster&) = delete;
  XGBoostBooster& operator=(const XGBoostBooster&) = delete;

  // The model as the library writes it.
  nlohmann::json model() const;
  std::vector<float> predict(const XGBoostTable& table) const;

 private:
  void* handle_ = nullptr;
};

}  // namespace memlaw
