// A network from scaled features to one number a row.
#pragma once

#include <memory>
#include <string>

#include "memlaw/expr/variables.hpp"
#include "memlaw/models/hyperparameters.hpp"
#include "parameters.hpp"

namespace memlaw::neural {

enum class Architecture { bigru_transformer, transformer, bigru, mlp };

// Holds no parameters, only where they are and the memory of the last forward: one a thread.
class Network {
 public:
  virtual ~Network() = default;
  // `features`: features x batch, as FeatureScaler gives them; kept until backward. Returns
  // 1 x batch. `random` decides on dropout; null while predicting.
  virtual const Matrix& forward(const double* parameters, const Matrix& features,
                                RandomStream* random) = 0;
  // dy: 1 x batch. Adds to `gradients`.
  virtual void backward(const double* parameters, const Matrix& dy, double* gradients) = 0;
  const ParameterLayout& layout() const { return layout_; }

 protected:
  ParameterLayout layout_;
};

// The hyper-parameters are valid (validate_neural).
std::unique_ptr<Network> make_network(Architecture architecture,
                                      const Hyperparameters& hyperparameters,
                                      const Variables& variables);

}  // namespace memlaw::neural
