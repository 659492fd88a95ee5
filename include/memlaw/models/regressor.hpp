// Regressor: anything that is fitted to a dataset and predicts.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "memlaw/data/dataset.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw {

// Not thread-safe while fitting; predict is const and may be called concurrently.
class Regressor {
 public:
  virtual ~Regressor() = default;
  // The name in configs and tables, one of regressor_names() (factory.hpp).
  virtual std::string name() const = 0;
  // One line for the report: what was fitted.
  virtual std::string description() const = 0;
  // Learns from `train`. InputError when the data do not allow it (target not positive under a log
  // target, ...). Nothing but `train` may influence the result. After an interrupt
  // (base/interrupt.hpp) fit ends soon, with a model that predicts from what was learned until
  // then.
  virtual void fit(const Dataset& train) = 0;
  // One value per row of `data`, whose variables equal those seen by fit. A value that is not
  // finite is returned as it is.
  virtual std::vector<double> predict(const Dataset& data) const = 0;
  // Nodes of a formula, parameters of another model; 0 before fit.
  virtual std::size_t size() const = 0;
  // The fitted formula when the model is one.
  virtual std::optional<Formula> formula() const { return std::nullopt; }
  // The state needed to predict again, without the envelope that save_model adds.
  virtual nlohmann::json state() const = 0;
  // Takes back what state() gave. `schema` is a dataset without rows that names the target and the
  // variables seen by fit. InputError naming the field of `state` that is wrong. Predictions equal
  // those of the model that was saved bit for bit.
  virtual void restore(const nlohmann::json& state, const Dataset& schema) = 0;
};

// Versioned envelope: {"memlaw_model": 1, "memlaw_version", "name", "target", "target_unit",
// "variables", "state", "checksum" of all the others}. write_file semantics.
void save_model(const Regressor& model, const Dataset& train, const std::string& path);

struct LoadedModel {
  std::unique_ptr<Regressor> model;
  std::string target;
  std::string target_unit;
  Variables variables;
};
// InputError with the path and the failing field for truncated, edited or newer files.
LoadedModel load_model(const std::string& path);

}  // namespace memlaw
