// What one row adds to a loss, and its weight in iteratively reweighted least squares: loss.hpp and
// evaluator.hpp say which formulas these are.
#pragma once

#include "loss_columns.hpp"
#include "operations.hpp"

namespace memlaw::kernel {

inline namespace MEMLAW_TARGET {

template <LossKind kind, class V>
MEMLAW_HD inline V loss_term(V p, V y, V factor, V extra, Scalar<V> delta, Scalar<V> quantile) {
  using S = Scalar<V>;
  if constexpr (kind == LossKind::mse || kind == LossKind::rmsre) {
    const V r = p - y;
    return factor * (r * r);
  } else if constexpr (kind == LossKind::mae || kind == LossKind::mape) {
    return factor * abs(p - y);
  } else if constexpr (kind == LossKind::msle) {
    const V d = log(p) - extra;
    return factor * (d * d);
  } else if constexpr (kind == LossKind::huber) {
    const V e = abs(p - y) * extra;
    return factor * select<V>(e <= delta, S(0.5) * e * e, delta * (e - S(0.5) * delta));
  } else {
    const V r = p - y;
    return factor * select<V>(r < S(0), -quantile * r, (S(1) - quantile) * r);
  }
}

// Calls f with the kind as a type, so that one switch serves a whole tile.
template <LossKind kind>
struct KindOf {
  static constexpr LossKind value = kind;
};

template <class F>
MEMLAW_HD inline void with_kind(LossKind kind, F f) {
  switch (kind) {
    case LossKind::mse:
      return f(KindOf<LossKind::mse>{});
    case LossKind::mae:
      return f(KindOf<LossKind::mae>{});
    case LossKind::mape:
      return f(KindOf<LossKind::mape>{});
    case LossKind::rmsre:
      return f(KindOf<LossKind::rmsre>{});
    case LossKind::msle:
      return f(KindOf<LossKind::msle>{});
    case LossKind::huber:
      return f(KindOf<LossKind::huber>{});
    case LossKind::pinball:
      return f(KindOf<LossKind::pinball>{});
  }
}

// Adds the block's part of the sum over rows to `totals`.
template <class Block, class Real>
MEMLAW_HD inline void add_loss(const Block& block, const LossRule<Real>& rule,
                               const Real* predicted, const TargetColumns<Real>& target,
                               double* totals) {
  const TargetColumns<Real> t = target;
  const Real delta = rule.delta;
  const Real quantile = rule.quantile;
  with_kind(rule.kind, [&](auto kind) {
    block.sum(totals, [=](auto lane) {
      return loss_term<decltype(kind)::value>(lane.load(predicted), lane.load(t.y),
                                              lane.load(t.factor), lane.load(t.extra), delta,
                                              quantile);
    });
  });
}

// Residuals below this fraction of the target's scale are taken as that large.
inline constexpr double residual_floor = 1e-6;

template <class V>
struct Reweighted {
  V weight;  // v
  V target;  // what stands in y's column
};

// `quadratic`: the weight without a prediction, w or w/y^2; `scale`: mean of |y| over the rows.
template <LossKind kind, class V>
MEMLAW_HD inline Reweighted<V> reweight(V p, V y, V factor, V extra, V quadratic, Scalar<V> scale,
                                        Scalar<V> delta, Scalar<V> quantile) {
  using S = Scalar<V>;
  if constexpr (kind == LossKind::mse || kind == LossKind::rmsre) {
    return {quadratic, y};
  } else if constexpr (kind == LossKind::msle) {
    return {quadratic * ((y * y) / (p * p)), p + p * (extra - log(p))};
  } else if constexpr (kind == LossKind::huber) {
    const V e = abs(p - y) * extra;
    return {quadratic * select<V>(e <= delta, broadcast<V>(1), delta / e), y};
  } else {
    const V r = p - y;
    const V least = kind == LossKind::mae ? broadcast<V>(S(residual_floor) * scale)
                                          : S(residual_floor) * abs(y);
    V v = factor / select<V>(abs(r) > least, abs(r), least);
    if constexpr (kind == LossKind::pinball) {
      v *= select(r < S(0), broadcast<V>(quantile), S(1) - quantile);
    }
    return {v, y};
  }
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
