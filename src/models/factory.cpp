#include "memlaw/models/factory.hpp"

#include <fmt/format.h>

#include <array>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/models/constant.hpp"
#include "memlaw/models/linear.hpp"
#include "memlaw/models/symbolic.hpp"

namespace memlaw {

std::span<const std::string> regressor_names() {
  static const std::array<std::string, 5> names = {"constant", "linear", "log-linear", "basic",
                                                   "symbolic"};
  return names;
}

std::span<const Hyperparameter> hyperparameters_of(const std::string&) { return {}; }

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
  if (name == "symbolic") return std::make_unique<SymbolicModel>(options.search, options.progress);
  const std::string near = nearest(name, regressor_names());
  throw InputError(fmt::format("unknown model {}; expected {}{}", quote(name),
                               fmt::join(regressor_names(), ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

}  // namespace memlaw
