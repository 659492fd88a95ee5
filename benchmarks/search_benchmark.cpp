// Evaluations per second of a whole search: breeding, duplicate keys, fitting of constants,
// survival and the front. One evaluation is one new structure whose constants were fitted.
//
// search/ROWS/SIZE/THREADS: formulas of at most SIZE nodes on ROWS rows of 3 features and one
// category of 3 levels, MAPE, islands and population at their defaults.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include "memlaw/search/search.hpp"

namespace memlaw {
namespace {

// Targets of the kind that memory has: a floor, a product and an effect per level, with 1 % noise.
Dataset make_rows(std::size_t rows) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> uniform(1.0, 64.0);
  std::normal_distribution<double> noise(0.0, 0.01);
  Dataset data;
  data.source = "benchmark";
  data.target_name = "y";
  data.variables = {{"a", "", {}}, {"b", "", {}}, {"c", "", {}}, {"o", "", {"x", "y", "z"}}};
  data.columns.resize(data.variables.size());
  for (std::size_t r = 0; r < rows; ++r) {
    const double a = uniform(random), b = uniform(random), c = uniform(random);
    const double level = static_cast<double>(r % 3);
    const double values[] = {a, b, c, level};
    for (std::size_t f = 0; f < data.columns.size(); ++f) data.columns[f].push_back(values[f]);
    const double y = 500.0 + 3.0 * a * b * (1.0 + level) + c * std::sqrt(a + 20.0);
    data.target.push_back(y * (1.0 + noise(random)));
    data.weight.push_back(1.0);
    data.group.push_back(static_cast<std::int64_t>(r));
    data.line_of_row.push_back(static_cast<std::uint32_t>(r + 2));
  }
  return data;
}

void search(benchmark::State& state) {
  const Dataset data = make_rows(static_cast<std::size_t>(state.range(0)));
  SearchOptions options;
  options.loss.kind = LossKind::mape;
  options.max_size = static_cast<int>(state.range(1));
  options.threads = static_cast<int>(state.range(2));
  options.time_seconds = 0.0;
  options.evaluations = 20000;
  std::uint64_t evaluations = 0;
  for ([[maybe_unused]] auto _ : state) evaluations += run_search(data, options).evaluations;
  state.counters["evaluations/s"] =
      benchmark::Counter(static_cast<double>(evaluations), benchmark::Counter::kIsRate);
}

BENCHMARK(search)
    ->ArgsProduct({{100, 1000}, {20, 60}, {1, 2}})
    ->Iterations(1)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace memlaw
