#include "feature_scaler.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "state_reading.hpp"

namespace memlaw::neural {
namespace {

struct Moments {
  double mean = 0.0;
  double deviation = 0.0;
};

Moments weighted_moments(const std::vector<double>& x, const std::vector<double>& weight) {
  double total = 0.0;
  Moments moments;
  for (std::size_t r = 0; r < x.size(); ++r) {
    total += weight[r];
    moments.mean += weight[r] * x[r];
  }
  moments.mean /= total;
  double squares = 0.0;
  for (std::size_t r = 0; r < x.size(); ++r) {
    squares += weight[r] * (x[r] - moments.mean) * (x[r] - moments.mean);
  }
  moments.deviation = std::sqrt(squares / total);
  // What is left of a constant column is rounding: it must not be blown up to unit spread.
  if (!(moments.deviation > 1e-12 * std::abs(moments.mean))) moments.deviation = 0.0;
  return moments;
}

constexpr const char* kTransformNames[] = {"identity", "log", "log1p"};

}  // namespace

void FeatureScaler::fit(const Dataset& train, FeatureScale scale) {
  features_.assign(train.feature_count(), {});
  for (std::size_t f = 0; f < train.feature_count(); ++f) {
    Feature& feature = features_[f];
    std::vector<double> values = train.columns[f];
    if (train.variables[f].is_categorical()) {
      feature.seen.assign(train.variables[f].levels.size(), false);
      for (const double level : values) feature.seen[static_cast<std::size_t>(level)] = true;
      continue;
    }
    if (scale == FeatureScale::log) {
      const double least = *std::min_element(values.begin(), values.end());
      if (least > 0.0) {
        feature.transform = Transform::log;
        for (double& x : values) x = std::log(x);
      } else if (least == 0.0) {
        feature.transform = Transform::log1p;
        for (double& x : values) x = std::log1p(x);
      }
    }
    const Moments moments = weighted_moments(values, train.weight);
    feature.mean = moments.mean;
    feature.deviation = moments.deviation;
  }
}

Matrix FeatureScaler::apply(const Dataset& data) const {
  Matrix scaled(static_cast<Index>(features_.size()), static_cast<Index>(data.rows()));
  for (std::size_t f = 0; f < features_.size(); ++f) {
    const Feature& feature = features_[f];
    for (std::size_t r = 0; r < data.rows(); ++r) {
      const double x = data.columns[f][r];
      double value = 0.0;
      if (!feature.seen.empty()) {
        value = feature.seen[static_cast<std::size_t>(x)] ? x : -1.0;
      } else if (feature.deviation > 0.0) {
        const double g = feature.transform == Transform::log     ? std::log(x)
                         : feature.transform == Transform::log1p ? std::log1p(x)
                                                                 : x;
        value = (g - feature.mean) / feature.deviation;
      }
      scaled(static_cast<Index>(f), static_cast<Index>(r)) = value;
    }
  }
  return scaled;
}

nlohmann::json FeatureScaler::state() const {
  nlohmann::json list = nlohmann::json::array();
  for (const Feature& feature : features_) {
    if (feature.seen.empty()) {
      list.push_back({{"transform", kTransformNames[static_cast<int>(feature.transform)]},
                      {"mean", feature.mean},
                      {"deviation", feature.deviation}});
    } else {
      list.push_back({{"seen", feature.seen}});
    }
  }
  return list;
}

void FeatureScaler::restore(const nlohmann::json& state, const Variables& variables) {
  const nlohmann::json& list = list_field(state, "state", "features", variables.size());
  features_.assign(variables.size(), {});
  for (std::size_t f = 0; f < variables.size(); ++f) {
    const std::string where = fmt::format("state.features[{}]", f);
    Feature& feature = features_[f];
    if (variables[f].is_categorical()) {
      const nlohmann::json& seen = list_field(list[f], where, "seen", variables[f].levels.size());
      for (const nlohmann::json& flag : seen) {
        if (!flag.is_boolean()) {
          throw InputError("field \"" + where + ".seen\" must be a list of true and false");
        }
        feature.seen.push_back(flag.get<bool>());
      }
      continue;
    }
    const std::string transform = text_field(list[f], where, "transform");
    const auto known = std::find(std::begin(kTransformNames), std::end(kTransformNames), transform);
    if (known == std::end(kTransformNames)) {
      throw InputError(fmt::format("field \"{}.transform\" is {}; expected {}", where,
                                   quote(transform), fmt::join(kTransformNames, ", ")));
    }
    feature.transform = static_cast<Transform>(known - std::begin(kTransformNames));
    feature.mean = finite_field(list[f], where, "mean");
    feature.deviation = finite_field(list[f], where, "deviation");
    if (feature.deviation < 0.0) {
      throw InputError("field \"" + where + ".deviation\" must not be negative");
    }
  }
}

void TargetScaler::fit(const Dataset& train, bool log, const std::string& model) {
  log_ = log;
  std::vector<double> values = train.target;
  if (log) {
    for (std::size_t r = 0; r < values.size(); ++r) {
      if (!(values[r] > 0.0)) {
        throw InputError({train.source, train.line_of_row[r]},
                         fmt::format("the {} model learns the logarithm of the target, but {} is "
                                     "{}; filter such rows, or set models.{}.target = scaled",
                                     model, train.target_name, format_shortest(values[r]), model));
      }
      values[r] = std::log(values[r]);
    }
  }
  const Moments moments = weighted_moments(values, train.weight);
  mean_ = moments.mean;
  deviation_ = moments.deviation > 0.0 ? moments.deviation : 1.0;
}

Vector TargetScaler::apply(const Dataset& data) const {
  Vector scaled(static_cast<Index>(data.rows()));
  for (std::size_t r = 0; r < data.rows(); ++r) {
    const double y = log_ ? std::log(data.target[r]) : data.target[r];
    scaled(static_cast<Index>(r)) = (y - mean_) / deviation_;
  }
  return scaled;
}

double TargetScaler::restored(double scaled) const {
  const double y = mean_ + deviation_ * scaled;
  return log_ ? std::exp(y) : y;
}

nlohmann::json TargetScaler::state() const {
  return {{"log", log_}, {"mean", mean_}, {"deviation", deviation_}};
}

void TargetScaler::restore(const nlohmann::json& state) {
  const nlohmann::json& target = field(state, "state", "target");
  log_ = bool_field(target, "state.target", "log");
  mean_ = finite_field(target, "state.target", "mean");
  deviation_ = finite_field(target, "state.target", "deviation");
}

}  // namespace memlaw::neural
