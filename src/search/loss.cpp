#include "memlaw/search/loss.hpp"

#include <array>
#include <cmath>
#include <limits>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"
#include "row_loss.hpp"

namespace memlaw {
namespace {

constexpr std::array<std::string_view, 7> names{"mse",  "mae",   "mape",   "rmsre",
                                                "msle", "huber", "pinball"};

}  // namespace

bool Loss::is_relative() const {
  return kind == LossKind::mape || kind == LossKind::rmsre || kind == LossKind::huber ||
         kind == LossKind::pinball;
}

std::string_view name(LossKind kind) { return names[static_cast<std::size_t>(kind)]; }

LossKind parse_loss(std::string_view text) {
  for (std::size_t k = 0; k < names.size(); ++k)
    if (names[k] == text) return static_cast<LossKind>(k);
  const std::vector<std::string> known(names.begin(), names.end());
  const std::string near = nearest(text, known);
  std::string message = "unknown loss " + quote(text) + "; expected one of";
  for (const std::string& each : known) message += " " + each;
  if (!near.empty()) message += " (did you mean " + near + "?)";
  throw InputError(message);
}

double compute_loss(const Loss& loss, std::span<const double> measured,
                    std::span<const double> predicted, std::span<const double> weight) {
  double sum = 0.0, total = 0.0;
  for (std::size_t r = 0; r < measured.size(); ++r) {
    sum += weight[r] * row_loss(loss, measured[r], predicted[r]);
    total += weight[r];
  }
  return finish_loss(loss, sum, total);
}

}  // namespace memlaw
