// From a dataset to what the networks read, by statistics of the training rows alone.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "product.hpp"

namespace memlaw::neural {

enum class FeatureScale {
  linear,  // as it is
  log,     // log x where all training values are > 0, log(1 + x) where they are >= 0, else x
};

// A numeric feature becomes (g(x) - mean) / deviation, weighted by Dataset::weight; 0 when it is
// constant on the training rows. A categorical one becomes its level, or -1 when no training row
// has that level.
class FeatureScaler {
 public:
  void fit(const Dataset& train, FeatureScale scale);
  // features x rows of `data`.
  Matrix apply(const Dataset& data) const;

  nlohmann::json state() const;
  // InputError that names the field, for `variables` that do not fit it.
  void restore(const nlohmann::json& state, const Variables& variables);

 private:
  enum class Transform { identity, log, log1p };
  struct Feature {
    Transform transform = Transform::identity;
    double mean = 0.0;
    double deviation = 0.0;  // 0: constant
    std::vector<bool> seen;  // by level; empty for a numeric feature
  };
  std::vector<Feature> features_;
};

// The target in the space where the network is trained: (g(y) - mean) / deviation.
class TargetScaler {
 public:
  // InputError with the line of a target that is not positive when `log`; `model` names the model.
  void fit(const Dataset& train, bool log, const std::string& model);
  Vector apply(const Dataset& data) const;
  double restored(double scaled) const;

  nlohmann::json state() const;
  void restore(const nlohmann::json& state);

 private:
  bool log_ = false;
  double mean_ = 0.0;
  double deviation_ = 1.0;
};

}  // namespace memlaw::neural
