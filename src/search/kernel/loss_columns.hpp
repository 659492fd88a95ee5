// What a loss needs to know, as plain data.
#pragma once

#include "memlaw/search/loss.hpp"

namespace memlaw::kernel {

// What a loss needs of a row besides the prediction, computed once for a dataset:
//   factor  w (mse, mae, msle, huber), w/|y| (mape, pinball), w/y^2 (rmsre); 0 in padding
//   extra   1/|y| (huber), log y (msle), else unused
template <class Real>
struct TargetColumns {
  const Real* y = nullptr;
  const Real* factor = nullptr;
  const Real* extra = nullptr;
};

template <class Real>
struct LossRule {
  LossKind kind = LossKind::mse;
  Real delta = Real(0);     // huber
  Real quantile = Real(0);  // pinball
};

}  // namespace memlaw::kernel
