// Losses that a search can minimise.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

enum class LossKind { mse, mae, mape, rmsre, msle, huber, pinball };

// With r = prediction - y and w the row's weight, the loss is
//   mse      sum w r^2 / sum w
//   mae      sum w |r| / sum w
//   mape     100 sum w |r/y| / sum w                    y must not be 0
//   rmsre    100 sqrt(sum w (r/y)^2 / sum w)            y must not be 0
//   msle     sum w (log p - log y)^2 / sum w            y and p must be > 0
//   huber    sum w h(r/y) / sum w, h(e) = e^2/2 for |e| <= delta, delta (|e| - delta/2) beyond
//            (on relative errors; y must not be 0)
//   pinball  sum w max(q (y-p), (q-1)(y-p))/|y| / sum w      (relative; q = quantile)
struct Loss {
  LossKind kind = LossKind::mape;
  double delta = 0.05;    // huber
  double quantile = 0.5;  // pinball, in (0, 1)

  bool is_relative() const;
};

std::string_view name(LossKind kind);
// InputError naming the known losses.
LossKind parse_loss(std::string_view text);

// The loss over all rows, accumulated in double in row order; infinity when a prediction is not
// finite. The definition the fused kernels are tested against.
double compute_loss(const Loss& loss, std::span<const double> measured,
                    std::span<const double> predicted, std::span<const double> weight);

}  // namespace memlaw
