#include "gru.hpp"

#include <cmath>

#include "kernels.hpp"

namespace memlaw::neural {

GruDirection::GruDirection(ParameterLayout& layout, const std::string& prefix,
                           const std::string& suffix, Index inputs, Index hidden, bool reverse)
    : inputs_(inputs), hidden_(hidden), reverse_(reverse) {
  const Start start = {0.0, 1.0 / std::sqrt(static_cast<double>(hidden))};
  input_weight_ = layout.add(prefix + "weight_ih_l0" + suffix, 3 * hidden, inputs, start);
  recurrent_weight_ = layout.add(prefix + "weight_hh_l0" + suffix, 3 * hidden, hidden, start);
  input_bias_ = layout.add(prefix + "bias_ih_l0" + suffix, 3 * hidden, 1, start);
  recurrent_bias_ = layout.add(prefix + "bias_hh_l0" + suffix, 3 * hidden, 1, start);
}

Index GruDirection::block(Index step, SequenceShape shape) const {
  return (reverse_ ? shape.tokens - 1 - step : step) * shape.batch;
}

void GruDirection::forward(const double* parameters, const Matrix& x, SequenceShape shape,
                           Matrix& y, Index row) {
  const Index gates = 3 * hidden_;
  input_.resize(gates, shape.columns());
  recurrent_.resize(gates, shape.columns());
  gates_.resize(gates, shape.columns());
  previous_.resize(hidden_, shape.columns());
  packed_.pack(row_major(parameters + input_weight_, gates, inputs_));
  packed_.multiply(view(x), {input_.data(), gates}, Write::replace, parameters + input_bias_);

  packed_.pack(row_major(parameters + recurrent_weight_, gates, hidden_));
  previous_.middleCols(block(0, shape), shape.batch).setZero();
  for (Index step = 0; step < shape.tokens; ++step) {
    const Index first = block(step, shape);
    const double* const previous = previous_.data() + first * hidden_;
    packed_.multiply({previous, hidden_, shape.batch, 1, hidden_},
                     {recurrent_.data() + first * gates, gates}, Write::replace,
                     parameters + recurrent_bias_);
    double* const state = y.data() + first * y.rows() + row;
    kernels().gru_step({static_cast<std::size_t>(hidden_), static_cast<std::size_t>(shape.batch),
                        input_.data() + first * gates, recurrent_.data() + first * gates, previous,
                        static_cast<std::size_t>(hidden_), gates_.data() + first * gates, state,
                        static_cast<std::size_t>(y.rows())});
    if (step + 1 < shape.tokens) {
      previous_.middleCols(block(step + 1, shape), shape.batch) =
          y.block(row, first, hidden_, shape.batch);
    }
  }
}

void GruDirection::backward(const double* parameters, const Matrix& x, SequenceShape shape,
                            const Matrix& dy, Index row, double* gradients, Matrix& dx) {
  const Index gates = 3 * hidden_;
  d_input_.resize(gates, shape.columns());
  d_recurrent_.resize(gates, shape.columns());
  d_state_.setZero(hidden_, shape.batch);
  packed_.pack(row_major(parameters + recurrent_weight_, gates, hidden_).transposed());
  for (Index step = shape.tokens - 1; step >= 0; --step) {
    const Index first = block(step, shape);
    kernels().gru_step_backward(
        {static_cast<std::size_t>(hidden_), static_cast<std::size_t>(shape.batch),
         gates_.data() + first * gates, recurrent_.data() + first * gates,
         previous_.data() + first * hidden_, dy.data() + first * dy.rows() + row,
         static_cast<std::size_t>(dy.rows()), d_input_.data() + first * gates,
         d_recurrent_.data() + first * gates, d_state_.data()});
    packed_.multiply({d_recurrent_.data() + first * gates, gates, shape.batch, 1, gates},
                     {d_state_.data(), hidden_}, Write::add);
  }
  packed_.pack(view(previous_));
  packed_.multiply(view(d_recurrent_).transposed(), {gradients + recurrent_weight_, hidden_},
                   Write::add);
  packed_.pack(view(x));
  packed_.multiply(view(d_input_).transposed(), {gradients + input_weight_, inputs_}, Write::add);
  Eigen::Map<Vector>(gradients + input_bias_, gates) += d_input_.rowwise().sum();
  Eigen::Map<Vector>(gradients + recurrent_bias_, gates) += d_recurrent_.rowwise().sum();
  packed_.pack(row_major(parameters + input_weight_, gates, inputs_).transposed());
  packed_.multiply(view(d_input_), {dx.data(), inputs_}, Write::add);
}

BidirectionalGru::BidirectionalGru(ParameterLayout& layout, const std::string& prefix, Index inputs,
                                   Index hidden)
    : hidden_(hidden),
      forward_(layout, prefix, "", inputs, hidden, false),
      reverse_(layout, prefix, "_reverse", inputs, hidden, true) {}

const Matrix& BidirectionalGru::forward(const double* parameters, const Matrix& x,
                                        SequenceShape shape) {
  x_ = &x;
  shape_ = shape;
  y_.resize(2 * hidden_, shape.columns());
  forward_.forward(parameters, x, shape, y_, 0);
  reverse_.forward(parameters, x, shape, y_, hidden_);
  return y_;
}

const Matrix& BidirectionalGru::backward(const double* parameters, const Matrix& dy,
                                         double* gradients) {
  dx_.setZero(x_->rows(), x_->cols());
  forward_.backward(parameters, *x_, shape_, dy, 0, gradients, dx_);
  reverse_.backward(parameters, *x_, shape_, dy, hidden_, gradients, dx_);
  return dx_;
}

}  // namespace memlaw::neural
