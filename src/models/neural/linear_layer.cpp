#include "linear_layer.hpp"

#include <cmath>

namespace memlaw::neural {

LinearLayer::LinearLayer(ParameterLayout& layout, const std::string& weight,
                         const std::string& bias, Index inputs, Index outputs, double weight_spread,
                         double bias_spread)
    : inputs_(inputs),
      outputs_(outputs),
      weight_(layout.add(weight, outputs, inputs, {0.0, weight_spread})),
      bias_(layout.add(bias, outputs, 1, {0.0, bias_spread})) {}

LinearLayer::LinearLayer(ParameterLayout& layout, const std::string& prefix, Index inputs,
                         Index outputs)
    : LinearLayer(layout, prefix + ".weight", prefix + ".bias", inputs, outputs,
                  1.0 / std::sqrt(static_cast<double>(inputs)),
                  1.0 / std::sqrt(static_cast<double>(inputs))) {}

const Matrix& LinearLayer::forward(const double* parameters, const Matrix& x) {
  x_ = &x;
  y_.resize(outputs_, x.cols());
  packed_.pack(row_major(parameters + weight_, outputs_, inputs_));
  packed_.multiply(view(x), {y_.data(), outputs_}, Write::replace, parameters + bias_);
  return y_;
}

const Matrix& LinearLayer::backward(const double* parameters, const Matrix& dy, double* gradients) {
  // dW += dy x'; in memory a row-major dW is the column-major x dy'.
  packed_.pack(view(*x_));
  packed_.multiply(view(dy).transposed(), {gradients + weight_, inputs_}, Write::add);
  Eigen::Map<Vector>(gradients + bias_, outputs_) += dy.rowwise().sum();
  dx_.resize(inputs_, dy.cols());
  packed_.pack(row_major(parameters + weight_, outputs_, inputs_).transposed());
  packed_.multiply(view(dy), {dx_.data(), inputs_}, Write::replace);
  return dx_;
}

}  // namespace memlaw::neural
