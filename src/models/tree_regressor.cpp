#include "memlaw/models/tree_regressor.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <utility>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "tree_ensemble.hpp"

namespace memlaw {

TreeRegressor::TreeRegressor(Hyperparameters hyperparameters, std::uint64_t seed, int threads)
    : hyperparameters_(std::move(hyperparameters)), seed_(seed), threads_(threads) {}

TreeRegressor::~TreeRegressor() = default;

bool TreeRegressor::log_target() const { return hyperparameters_.choice("target") == "log"; }

std::string TreeRegressor::description() const {
  if (!ensemble_) return hyperparameters_.to_string();
  const std::size_t trees = ensemble_->trees.size();
  return fmt::format("{} {}, {} nodes: {}", trees, trees == 1 ? "tree" : "trees", size(),
                     hyperparameters_.to_string());
}

void TreeRegressor::fit(const Dataset& train) {
  if (train.rows() == 0 || train.feature_count() == 0) {
    throw InputError({train.source},
                     fmt::format("the {} model needs at least one row and one feature, but there "
                                 "are {} rows and {} features",
                                 name(), train.rows(), train.feature_count()));
  }
  TreeTraining training;
  training.columns = encode(train);
  training.feature_of_column = feature_of_column(train.variables);
  training.features = train.feature_count();
  training.y = train.target;
  training.weight = train.weight;
  if (log_target()) {
    for (std::size_t r = 0; r < train.rows(); ++r) {
      if (!(train.target[r] > 0.0)) {
        throw InputError(
            {train.source, train.line_of_row[r]},
            fmt::format("the {} model with target = log needs positive targets, but {} is {}; "
                        "filter such rows or set models.{}.target = raw",
                        name(), train.target_name, format_shortest(train.target[r]), name()));
      }
      training.y[r] = std::log(train.target[r]);
    }
  }
  ensemble_ = std::make_unique<TreeEnsemble>(grow(training));
}

std::vector<double> TreeRegressor::predict(const Dataset& data) const {
  if (!ensemble_) throw std::logic_error("predict before fit");
  std::vector<double> values = ensemble_->predict(encode(data), data.rows());
  if (log_target()) {
    for (double& value : values) value = std::exp(value);
  }
  return values;
}

std::size_t TreeRegressor::size() const { return ensemble_ ? ensemble_->nodes() : 0; }

std::vector<double> TreeRegressor::feature_importance() const {
  if (!ensemble_) throw std::logic_error("feature_importance before fit");
  return ensemble_->importance;
}

nlohmann::json TreeRegressor::state() const {
  if (!ensemble_) throw std::logic_error("state before fit");
  nlohmann::json settings = nlohmann::json::object();
  for (const Hyperparameter& entry : hyperparameters_.table()) {
    settings[entry.name] = hyperparameters_.text(entry.name);
  }
  nlohmann::json state = {{"hyperparameters", std::move(settings)}};
  write_ensemble(*ensemble_, state);
  return state;
}

void TreeRegressor::restore(const nlohmann::json& state, const Dataset& schema) {
  const auto settings = state.find("hyperparameters");
  if (settings == state.end() || !settings->is_object()) {
    throw InputError("state.hyperparameters: expected an object; fit the model again");
  }
  Hyperparameters read = hyperparameters_;
  for (const Hyperparameter& entry : read.table()) {
    const auto found = settings->find(entry.name);
    if (found == settings->end() || !found->is_string()) {
      throw InputError(fmt::format("state.hyperparameters.{}: expected a text; fit the model again",
                                   entry.name));
    }
    try {
      read.set(entry.name, found->get_ref<const std::string&>());
    } catch (const InputError& error) {
      throw InputError(std::string("state.hyperparameters: ") + error.what());
    }
  }
  TreeEnsemble ensemble = empty();
  read_ensemble(state, schema.feature_count(), feature_of_column(schema.variables).size(),
                ensemble);
  hyperparameters_ = std::move(read);
  ensemble_ = std::make_unique<TreeEnsemble>(std::move(ensemble));
}

}  // namespace memlaw
