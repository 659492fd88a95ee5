#include "xgboost_library.hpp"

#include <fmt/format.h>
#include <xgboost/c_api.h>

#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"

namespace memlaw {
namespace {

void check(int status) {
  if (status != 0) throw RunError(fmt::format("XGBoost failed: {}", XGBGetLastError()));
}

struct FreeMatrix {
  void operator()(void* matrix) const { XGDMatrixFree(matrix); }
};
using Matrix = std::unique_ptr<void, FreeMatrix>;

Matrix make_matrix(const XGBoostTable& table) {
  DMatrixHandle handle = nullptr;
  // No cell is missing: every feature is finite.
  check(XGDMatrixCreateFromMat_omp(table.values.data(), table.rows, table.columns,
                                   std::numeric_limits<float>::quiet_NaN(), &handle, 1));
  Matrix matrix(handle);
  if (!table.target.empty()) {
    check(XGDMatrixSetFloatInfo(handle, "label", table.target.data(), table.rows));
    check(XGDMatrixSetFloatInfo(handle, "weight", table.weight.data(), table.rows));
  }
  return matrix;
}

}  // namespace

XGBoostBooster::XGBoostBooster(const XGBoostTable& table, const XGBoostSettings& settings,
                               int rounds) {
  const Matrix matrix = make_matrix(table);
  DMatrixHandle handle = matrix.get();
  check(XGBoosterCreate(&handle, 1, &handle_));
  try {
    for (const auto& [key, value] : settings) {
      check(XGBoosterSetParam(handle_, key.c_str(), value.c_str()));
    }
    for (int round = 0; round < rounds; ++round) {
      if (round > 0 && interrupted()) break;
      check(XGBoosterUpdateOneIter(handle_, round, handle));
    }
  } catch (...) {
    XGBoosterFree(handle_);
    throw;
  }
}

XGBoostBooster::~XGBoostBooster() { XGBoosterFree(handle_); }

nlohmann::json XGBoostBooster::model() const {
  bst_ulong size = 0;
  const char* text = nullptr;
  check(XGBoosterSaveModelToBuffer(handle_, R"({"format": "json"})", &size, &text));
  return nlohmann::json::parse(text, text + size);
}

std::vector<float> XGBoostBooster::predict(const XGBoostTable& table) const {
  const Matrix matrix = make_matrix(table);
  bst_ulong size = 0;
  const float* values = nullptr;
  check(XGBoosterPredict(handle_, matrix.get(), 0, 0, 0, &size, &values));
  return {values, values + size};
}

}  // namespace memlaw
