// What can be set about the networks: defaults and what tuning tries.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/models/neural.hpp"

namespace memlaw {
namespace {

struct Parts {
  bool attention = false;
  bool positions = false;
};

std::vector<Hyperparameter> sequence_table(Parts parts) {
  std::vector<Hyperparameter> table = {
      {"width", "length of the vector of a token", 32, 2, 512, true, {}, {32, 64}}};
  if (parts.attention) {
    table.push_back({"layers", "encoder layers", 1, 1, 8, true, {}, {1, 2}});
    table.push_back(
        {"heads", "attention heads; must divide the width", 4, 1, 64, true, {}, {2, 4}});
    table.push_back({"feed_forward",
                     "width inside the feed-forward part of a layer",
                     64,
                     1,
                     2048,
                     true,
                     {},
                     {64, 128}});
    table.push_back({"norm",
                     "layer norm before (pre) or after (post) attention and feed-forward",
                     0,
                     0,
                     1,
                     false,
                     {"pre", "post"},
                     {}});
    table.push_back({"dropout",
                     "part of the values dropped while training",
                     0.1,
                     0,
                     0.9,
                     false,
                     {},
                     {0, 0.1, 0.2}});
  }
  if (parts.positions) {
    table.push_back({"positions",
                     "what tells a token its place",
                     0,
                     0,
                     1,
                     false,
                     {"sinusoidal", "learned"},
                     {0, 1}});
  }
  return table;
}

std::vector<Hyperparameter> mlp_table() {
  return {
      {"width", "units of a hidden layer", 64, 1, 2048, true, {}, {32, 64, 128}},
      {"layers", "hidden layers", 2, 1, 8, true, {}, {1, 2, 3}},
      {"dropout", "part of the values dropped while training", 0.0, 0, 0.9, false, {}, {0, 0.1}}};
}

std::vector<Hyperparameter> with_training(std::vector<Hyperparameter> table) {
  const std::vector<Hyperparameter> training = {
      {"learning_rate",
       "highest learning rate",
       2e-3,
       1e-6,
       1,
       false,
       {},
       {5e-4, 1e-3, 2e-3, 4e-3}},
      {"weight_decay", "decoupled weight decay of AdamW", 0.01, 0, 1, false, {}, {0, 0.01, 0.1}},
      {"batch", "rows a step", 32, 1, 65536, true, {}, {16, 32}},
      {"epochs", "most passes over the training rows", 200, 1, 100000, true, {}, {}},
      {"warm_up",
       "part of the steps in which the learning rate rises",
       0.05,
       0,
       0.9,
       false,
       {},
       {}},
      {"clip_norm", "largest norm of all gradients together", 1, 1e-6, 1e6, false, {}, {}},
      {"validation",
       "part of the training rows that stops the training early; 0: none",
       0.15,
       0,
       0.5,
       false,
       {},
       {}},
      {"patience",
       "epochs without a better validation loss until the training stops",
       50,
       1,
       100000,
       true,
       {},
       {}},
      {"restarts", "networks, from different starts, that are averaged", 3, 1, 64, true, {}, {}},
      {"target",
       "space of the target: its logarithm, or only scaled",
       0,
       0,
       1,
       false,
       {"log", "scaled"},
       {}},
      {"features",
       "numeric features: their logarithm where it exists on all training rows, or as they are",
       0,
       0,
       1,
       false,
       {"log", "linear"},
       {}}};
  table.insert(table.end(), training.begin(), training.end());
  return table;
}

}  // namespace

std::span<const std::string> neural_names() {
  static const std::array<std::string, 4> names = {"bigru-transformer", "transformer", "bigru",
                                                   "mlp"};
  return names;
}

bool is_neural(const std::string& name) {
  const auto names = neural_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::span<const Hyperparameter> neural_hyperparameters(const std::string& name) {
  static const std::vector<Hyperparameter> tables[] = {
      with_training(sequence_table({.attention = true})),
      with_training(sequence_table({.attention = true, .positions = true})),
      with_training(sequence_table({})), with_training(mlp_table())};
  for (std::size_t i = 0; i < neural_names().size(); ++i) {
    if (neural_names()[i] == name) return tables[i];
  }
  throw InputError("no neural regressor is called " + quote(name));
}

std::string validate_neural(const std::string& name, const Hyperparameters& hyperparameters) {
  if (name == "mlp") return "";
  const int width = hyperparameters.integer("width");
  if (name != "bigru") {
    const int heads = hyperparameters.integer("heads");
    if (width % heads != 0) {
      return fmt::format(
          "models.{0}.heads is {1}, models.{0}.width is {2}; expected a width that is a multiple "
          "of the heads",
          name, heads, width);
    }
  }
  if (name != "transformer" && width % 2 != 0) {
    return fmt::format(
        "models.{}.width is {}; expected a multiple of 2, a half for each direction of the GRU",
        name, width);
  }
  return "";
}

}  // namespace memlaw
