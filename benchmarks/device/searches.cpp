// Whole searches on the device.
#include <cmath>

#include "../../src/search/device/device.hpp"
#include "measure.hpp"
#include "memlaw/search/search.hpp"

namespace memlaw::device_benchmark {
namespace {

// As many rows as a usual table of measured jobs has.
Dataset sample() {
  Dataset data;
  data.source = "device_benchmark";
  data.target_name = "peak_bytes";
  data.variables = {{"side", "", {}}, {"batch", "", {}}, {"channels", "", {}}, {"depth", "", {}}};
  data.columns.resize(data.variables.size());
  for (int row = 0; row < 450; ++row) {
    const double side = 16 + row * 7 % 113, batch = 1 + row % 16, channels = 4 + row * 5 % 61,
                 depth = 1 + row * 3 % 7;
    const double values[] = {side, batch, channels, depth};
    for (std::size_t f = 0; f < data.columns.size(); ++f) data.columns[f].push_back(values[f]);
    data.target.push_back(3e6 + 48.0 * batch * channels * side * side +
                          1e4 * std::sqrt(channels) * depth);
    data.weight.push_back(1.0);
  }
  return data;
}

}  // namespace

Group measure_searches(const DeviceInfo& device) {
  Group group{"Whole searches, 450 rows", "population", "generations/s"};
  if (!has_device_engine()) {
    group.note = "Not measured: this version of memlaw has no search on devices.";
    return group;
  }
  const Dataset data = sample();
  for (const int population : {4096, 65536, 1000000}) {
    SearchOptions options;
    options.device = {DeviceChoice::Kind::cuda, device.index};
    options.islands = 1;
    options.population = population;
    options.time_seconds = 15.0;
    const SearchResult result = run_search(data, options);
    group.figures.push_back({"search", "", static_cast<std::uint64_t>(population),
                             static_cast<double>(result.generations) / result.search_seconds});
  }
  return group;
}

}  // namespace memlaw::device_benchmark
