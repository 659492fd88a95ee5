#include "memlaw/models/factory.hpp"

#include <fmt/format.h>

#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/models/adaboost.hpp"
#include "memlaw/models/constant.hpp"
#include "memlaw/models/decision_tree.hpp"
#include "memlaw/models/forest.hpp"
#include "memlaw/models/linear.hpp"
#include "memlaw/models/neural.hpp"
#include "memlaw/models/symbolic.hpp"
#include "memlaw/models/xgboost.hpp"

namespace memlaw {

std::span<const std::string> regressor_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"constant", "linear",        "log-linear",    "basic",
                                    "symbolic", "decision-tree", "random-forest", "extra-trees",
                                    "adaboost", "xgboost"};
    all.insert(all.end(), neural_names().begin(), neural_names().end());
    return all;
  }();
  return names;
}

std::span<const Hyperparameter> hyperparameters_of(const std::string& name) {
  if (name == "decision-tree") return DecisionTree::table();
  if (name == "random-forest") return RandomForest::table();
  if (name == "extra-trees") return ExtraTrees::table();
  if (name == "adaboost") return AdaBoost::table();
  if (name == "xgboost") return XGBoost::table();
  if (is_neural(name)) return neural_hyperparameters(name);
  return {};
}

Hyperparameters settings_of(const std::string& model, const ModelOptions& options) {
  if (options.hyperparameters && !options.hyperparameters->table().empty()) {
    return *options.hyperparameters;
  }
  if (model == "symbolic") return Hyperparameters(SymbolicModel::table(options.search));
  return Hyperparameters(hyperparameters_of(model));
}

std::unique_ptr<Regressor> make_regressor(const std::string& name, const ModelOptions& options) {
  if (name == "constant") return std::make_unique<ConstantModel>();
  if (name == "linear") return std::make_unique<LinearModel>();
  if (name == "log-linear") return std::make_unique<LogLinearModel>();
  if (name == "basic") {
    if (!options.basic_formula) {
      throw InputError("the basic model needs a formula; set models.basic.formula to a .expr file");
    }
    return std::make_unique<BasicModel>(*options.basic_formula, options.basic_fit);
  }
  const Hyperparameters settings = settings_of(name, options);
  if (name == "symbolic") {
    return std::make_unique<SymbolicModel>(SymbolicModel::with_settings(options.search, settings),
                                           options.progress);
  }
  const std::uint64_t seed = options.seed;
  const int threads = options.threads;
  if (name == "decision-tree") return std::make_unique<DecisionTree>(settings, seed);
  if (name == "random-forest") return std::make_unique<RandomForest>(settings, seed, threads);
  if (name == "extra-trees") return std::make_unique<ExtraTrees>(settings, seed, threads);
  if (name == "adaboost") return std::make_unique<AdaBoost>(settings, seed);
  if (name == "xgboost") return std::make_unique<XGBoost>(settings, seed);
  if (is_neural(name)) return make_neural_regressor(name, settings, seed, threads);
  const std::string near = nearest(name, regressor_names());
  throw InputError(fmt::format("unknown model {}; expected {}{}", quote(name),
                               fmt::join(regressor_names(), ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

}  // namespace memlaw
