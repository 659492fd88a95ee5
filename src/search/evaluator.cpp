#include "memlaw/search/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "memlaw/expr/derivative.hpp"

namespace memlaw {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

struct Workspace::Impl {};
Workspace::Workspace() = default;
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

template <class Real>
struct BasicEvaluator<Real>::Impl {
  Dataset data;
  Loss loss;
  std::vector<std::vector<double>> rows;
  double scale = 0.0;  // weighted mean of |y|

  // Weight of a row and the target column's entry, about the prediction p.
  std::pair<double, double> reweighted(std::size_t row, double p, bool quadratic) const {
    const double w = data.weight[row];
    const double y = data.target[row];
    const double r = p - y;
    quadratic = quadratic || !std::isfinite(p) || (loss.kind == LossKind::msle && !(p > 0.0));
    if (quadratic) return {loss.is_relative() ? w / (y * y) : w, y};
    constexpr double floor = 1e-6;
    switch (loss.kind) {
      case LossKind::mse:
        return {w, y};
      case LossKind::rmsre:
        return {w / (y * y), y};
      case LossKind::mae:
        return {w / std::max(std::abs(r), floor * scale), y};
      case LossKind::mape:
        return {w / std::abs(y) / std::max(std::abs(r), floor * std::abs(y)), y};
      case LossKind::pinball:
        return {w / std::abs(y) * (r < 0.0 ? loss.quantile : 1.0 - loss.quantile) /
                    std::max(std::abs(r), floor * std::abs(y)),
                y};
      case LossKind::huber:
        return {w / (y * y) * std::min(1.0, loss.delta / std::abs(r / y)), y};
      case LossKind::msle:
        return {w / (p * p), p + p * (std::log(y) - std::log(p))};
    }
    return {w, y};
  }
};

template <class Real>
BasicEvaluator<Real>::BasicEvaluator(const Dataset& data, const Loss& loss)
    : impl_(std::make_unique<Impl>()) {
  impl_->data = data;
  impl_->loss = loss;
  double weights = 0.0;
  for (std::size_t row = 0; row < data.rows(); ++row) {
    impl_->rows.push_back(data.row(row));
    impl_->scale += data.weight[row] * std::abs(data.target[row]);
    weights += data.weight[row];
  }
  impl_->scale /= weights;
}

template <class Real>
BasicEvaluator<Real>::~BasicEvaluator() = default;

template <class Real>
std::size_t BasicEvaluator<Real>::rows() const {
  return impl_->rows.size();
}

template <class Real>
const Variables& BasicEvaluator<Real>::variables() const {
  return impl_->data.variables;
}

template <class Real>
const Loss& BasicEvaluator<Real>::loss() const {
  return impl_->loss;
}

template <class Real>
void BasicEvaluator<Real>::normal_equations(const Program& program,
                                            std::span<const double> constants,
                                            std::span<const double> coefficients,
                                            bool with_constants, NormalEquations& out,
                                            Workspace&) const {
  const int size = program.linear_columns + (with_constants ? program.constants : 0) + 1;
  out.size = size;
  out.linear = program.linear_columns;
  out.finite = true;
  out.gram.assign(static_cast<std::size_t>(size) * static_cast<std::size_t>(size), 0.0);
  std::vector<Expression> bodies;
  std::size_t first = 0;
  for (const Term& term : program.source) {
    const std::size_t count = term.body.constant_count();
    bodies.push_back(term.body.with_constants(constants.subspan(first, count)));
    first += count;
  }
  std::vector<double> column(static_cast<std::size_t>(size));
  std::vector<double> gradient, predicted;
  for (std::size_t row = 0; row < rows(); ++row) {
    std::fill(column.begin(), column.end(), 0.0);
    column[0] = 1.0;
    double p = coefficients.empty() ? 0.0 : coefficients[0];
    int next = 1;
    int next_constant = program.linear_columns;
    for (std::size_t t = 0; t < bodies.size(); ++t) {
      gradient.resize(bodies[t].constant_count());
      const double value = evaluate_with_gradient(bodies[t], impl_->rows[row], gradient);
      const std::int32_t category = program.term_category[t];
      const double level = category < 0 ? 0.0 : impl_->rows[row][static_cast<std::size_t>(category)];
      const int slot = next + static_cast<int>(level);
      const double coefficient =
          coefficients.empty() ? 1.0 : coefficients[static_cast<std::size_t>(slot)];
      column[static_cast<std::size_t>(slot)] = value;
      next += program.term_columns[t];
      if (!std::isfinite(value)) out.finite = false;
      if (!coefficients.empty()) p += coefficient * value;
      if (!with_constants) continue;
      for (const double g : gradient) {
        column[static_cast<std::size_t>(next_constant++)] = g * coefficient;
        if (!std::isfinite(g)) out.finite = false;
      }
    }
    predicted.push_back(p);
    const auto [v, y] = impl_->reweighted(row, p, coefficients.empty());
    column.back() = y;
    for (int i = 0; i < size; ++i) {
      for (int j = 0; j < size; ++j) {
        out.gram[static_cast<std::size_t>(i) * static_cast<std::size_t>(size) +
                 static_cast<std::size_t>(j)] +=
            v * column[static_cast<std::size_t>(i)] * column[static_cast<std::size_t>(j)];
      }
    }
  }
  out.loss = coefficients.empty() ? infinity
                                  : memlaw::compute_loss(impl_->loss, impl_->data.target, predicted,
                                                         impl_->data.weight);
}

template <class Real>
double BasicEvaluator<Real>::compute_loss(const Program& program, std::span<const double> constants,
                                          std::span<const double> coefficients,
                                          Workspace& workspace) const {
  NormalEquations equations;
  normal_equations(program, constants, coefficients, false, equations, workspace);
  return equations.loss;
}

template <class Real>
void BasicEvaluator<Real>::evaluate_terms(const Program& program, std::span<const double> constants,
                                          std::span<Real> out, Workspace&) const {
  std::size_t first = 0;
  std::size_t next = 0;
  for (const Term& term : program.source) {
    const std::size_t count = term.body.constant_count();
    const Expression body = term.body.with_constants(constants.subspan(first, count));
    first += count;
    for (const std::vector<double>& row : impl_->rows) {
      out[next++] = static_cast<Real>(evaluate(body, row));
    }
  }
}

template class BasicEvaluator<float>;
template class BasicEvaluator<double>;

}  // namespace memlaw
