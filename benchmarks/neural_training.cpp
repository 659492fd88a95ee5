// Trains bigru-transformer on the rows of experiments/zoo.ini and prints the seconds that fit took.
// benchmarks/neural_training.py runs it beside PyTorch.
//
//   neural_training [WIDTH LAYERS HEADS FEED_FORWARD BATCH EPOCHS NETWORKS THREADS]
//
// All rows are trained on, for all epochs: no early stopping. NETWORKS are trained on THREADS
// threads, from different starts.
#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <vector>

#include "memlaw/data/csv.hpp"
#include "memlaw/experiment/config.hpp"
#include "memlaw/models/neural.hpp"

namespace memlaw {
namespace {

constexpr const char* kSettings[] = {"width", "layers", "heads",   "feed_forward",
                                     "batch", "epochs", "restarts"};

int run(std::vector<std::string> values) {
  const std::vector<std::string> defaults = {"32", "1", "4", "64", "32", "20", "1", "2"};
  for (std::size_t k = values.size(); k < defaults.size(); ++k) values.push_back(defaults[k]);
  const ExperimentConfig config = read_config(MEMLAW_SOURCE_DIR "/experiments/zoo.ini");
  const Dataset data = make_dataset(read_csv(config.resolve(config.data_file)), config.data);

  Hyperparameters settings(neural_hyperparameters("bigru-transformer"));
  settings.set("validation", "0");
  for (std::size_t k = 0; k < std::size(kSettings); ++k) settings.set(kSettings[k], values[k]);
  const auto model = make_neural_regressor("bigru-transformer", settings, 1, std::stoi(values[7]));
  const auto start = std::chrono::steady_clock::now();
  model->fit(data);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;

  std::vector<std::size_t> levels;  // of each token; 0: a number
  for (const Variable& variable : data.variables) levels.push_back(variable.levels.size());
  const nlohmann::json result = {{"rows", data.rows()},
                                 {"levels", levels},
                                 {"parameters", model->size()},
                                 {"seconds", seconds.count()}};
  fmt::print("{}\n", result.dump());
  return 0;
}

}  // namespace
}  // namespace memlaw

int main(int count, char** arguments) {
  try {
    return memlaw::run({arguments + 1, arguments + count});
  } catch (const std::exception& error) {
    fmt::print(stderr, "neural_training: {}\n", error.what());
    return 2;
  }
}
