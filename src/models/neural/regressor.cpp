// The neural regressors: scalers, restarts and saved state around the networks.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "feature_scaler.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/base/parallel.hpp"
#include "memlaw/models/neural.hpp"
#include "network.hpp"
#include "state_reading.hpp"
#include "training.hpp"

namespace memlaw {
namespace {

using namespace neural;

// Rows that are predicted together: bounds the memory of a prediction.
constexpr Index kPredictionBatch = 256;

Architecture architecture_of(const std::string& name) {
  const auto names = neural_names();
  const auto found = std::find(names.begin(), names.end(), name);
  return static_cast<Architecture>(found - names.begin());
}

TrainingOptions training_options(const Hyperparameters& h) {
  TrainingOptions options;
  options.learning_rate = h.number("learning_rate");
  options.weight_decay = h.number("weight_decay");
  options.batch = h.integer("batch");
  options.epochs = h.integer("epochs");
  options.warm_up = h.number("warm_up");
  options.clip_norm = h.number("clip_norm");
  options.validation = h.number("validation");
  options.patience = h.integer("patience");
  return options;
}

class NeuralRegressor : public Regressor {
 public:
  NeuralRegressor(std::string name, Hyperparameters hyperparameters, std::uint64_t seed,
                  int threads)
      : name_(std::move(name)),
        hyperparameters_(std::move(hyperparameters)),
        seed_(seed),
        threads_(threads) {}

  std::string name() const override { return name_; }

  std::string description() const override {
    return fmt::format("mean of {} networks of {} parameters; {}", restarts_.size(),
                       restarts_.empty() ? 0 : restarts_.front().size(),
                       hyperparameters_.to_string());
  }

  void fit(const Dataset& train) override;
  std::vector<double> predict(const Dataset& data) const override;

  std::size_t size() const override {
    std::size_t parameters = 0;
    for (const Vector& restart : restarts_) parameters += static_cast<std::size_t>(restart.size());
    return parameters;
  }

  nlohmann::json state() const override;
  void restore(const nlohmann::json& state, const Dataset& schema) override;

 private:
  std::unique_ptr<Network> network() const {
    return make_network(architecture_of(name_), hyperparameters_, variables_);
  }

  std::string name_;
  Hyperparameters hyperparameters_;
  std::uint64_t seed_;
  int threads_;
  Variables variables_;
  FeatureScaler features_;
  TargetScaler target_;
  std::vector<Vector> restarts_;  // parameters
};

void NeuralRegressor::fit(const Dataset& train) {
  if (const std::string wrong = validate_neural(name_, hyperparameters_); !wrong.empty()) {
    throw InputError(wrong);
  }
  if (train.rows() < kFewestNeuralRows || train.feature_count() == 0) {
    throw InputError(
        {train.source},
        fmt::format("the {} model needs at least {} training rows and one feature, but "
                    "there are {} rows and {} features; add rows or leave {} out of "
                    "the models",
                    name_, kFewestNeuralRows, train.rows(), train.feature_count(), name_));
  }
  variables_ = train.variables;
  features_.fit(train, hyperparameters_.choice("features") == "log" ? FeatureScale::log
                                                                    : FeatureScale::linear);
  target_.fit(train, hyperparameters_.choice("target") == "log", name_);
  const TrainingData data = {features_.apply(train), target_.apply(train), train.weight,
                             train.group};
  const TrainingOptions options = training_options(hyperparameters_);
  std::vector<Vector> restarts(static_cast<std::size_t>(hyperparameters_.integer("restarts")));
  ThreadPool pool(std::min<int>(threads_ > 0 ? threads_ : hardware_threads(),
                                static_cast<int>(restarts.size())));
  pool.run(restarts.size(), [&](std::size_t restart, int) {
    if (restart > 0 && interrupted()) return;
    restarts[restart] =
        neural::train(*network(), data, options, seed_, static_cast<std::uint32_t>(restart));
  });
  std::erase_if(restarts, [](const Vector& parameters) { return parameters.size() == 0; });
  restarts_ = std::move(restarts);
}

std::vector<double> NeuralRegressor::predict(const Dataset& data) const {
  const Matrix features = features_.apply(data);
  Vector sum = Vector::Zero(features.cols());
  const std::unique_ptr<Network> net = network();
  for (const Vector& restart : restarts_) {
    for (Index first = 0; first < features.cols(); first += kPredictionBatch) {
      const Index count = std::min(kPredictionBatch, features.cols() - first);
      const Matrix batch = features.middleCols(first, count);
      sum.segment(first, count) += net->forward(restart.data(), batch, nullptr).row(0).transpose();
    }
  }
  std::vector<double> predictions;
  predictions.reserve(data.rows());
  for (const double total : sum) {
    predictions.push_back(target_.restored(total / static_cast<double>(restarts_.size())));
  }
  return predictions;
}

nlohmann::json NeuralRegressor::state() const {
  nlohmann::json settings = nlohmann::json::object();
  for (const Hyperparameter& entry : hyperparameters_.table()) {
    settings[entry.name] = hyperparameters_.text(entry.name);
  }
  nlohmann::json restarts = nlohmann::json::array();
  for (const Vector& restart : restarts_) {
    restarts.push_back(std::vector<double>(restart.begin(), restart.end()));
  }
  return {{"hyperparameters", std::move(settings)},
          {"features", features_.state()},
          {"target", target_.state()},
          {"parameters", std::move(restarts)}};
}

void NeuralRegressor::restore(const nlohmann::json& state, const Dataset& schema) {
  const nlohmann::json& settings = field(state, "state", "hyperparameters");
  Hyperparameters hyperparameters(neural_hyperparameters(name_));
  for (const Hyperparameter& entry : hyperparameters.table()) {
    const std::string text = text_field(settings, "state.hyperparameters", entry.name.c_str());
    try {
      hyperparameters.set(entry.name, text);
    } catch (const InputError& error) {
      throw InputError(std::string("field \"state.hyperparameters\": ") + error.what());
    }
  }
  if (const std::string wrong = validate_neural(name_, hyperparameters); !wrong.empty()) {
    throw InputError("field \"state.hyperparameters\": " + wrong);
  }
  if (schema.variables.empty()) throw InputError("field \"variables\" must not be empty");
  hyperparameters_ = std::move(hyperparameters);
  variables_ = schema.variables;
  features_.restore(state, variables_);
  target_.restore(state);
  const Index size = network()->layout().size();
  // Fewer than asked for when the fit was interrupted.
  const auto most = static_cast<std::size_t>(hyperparameters_.integer("restarts"));
  const nlohmann::json& lists = field(state, "state", "parameters");
  if (!lists.is_array() || lists.empty() || lists.size() > most) {
    throw InputError(fmt::format(
        "field \"state.parameters\" must be a list of 1 to {}; restore the file, or fit again",
        most));
  }
  restarts_.clear();
  for (std::size_t r = 0; r < lists.size(); ++r) {
    const std::string where = fmt::format("state.parameters[{}]", r);
    if (!lists[r].is_array() || lists[r].size() != static_cast<std::size_t>(size)) {
      throw InputError(
          fmt::format("field \"{}\" must be a list of {} numbers; restore the file, or "
                      "fit again",
                      where, size));
    }
    Vector& parameters = restarts_.emplace_back(size);
    for (Index i = 0; i < size; ++i) {
      parameters(i) = finite_number(lists[r][static_cast<std::size_t>(i)], where);
    }
  }
}

}  // namespace

std::unique_ptr<Regressor> make_neural_regressor(const std::string& name,
                                                 const Hyperparameters& hyperparameters,
                                                 std::uint64_t seed, int threads) {
  return std::make_unique<NeuralRegressor>(name, hyperparameters, seed, threads);
}

}  // namespace memlaw
