// Small data sets with a known law, for tests of the search.
#pragma once

#include <functional>
#include <random>
#include <span>
#include <string>

#include "memlaw/data/dataset.hpp"

namespace memlaw {

// Features x, y, z, u, v, w, ... drawn uniformly from [low, high]; the target is law(row).
inline Dataset sample(std::size_t rows, std::size_t features, double low, double high,
                      std::uint64_t seed,
                      const std::function<double(std::span<const double>)>& law) {
  static const std::string names = "xyzuvwabdefgh";
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> uniform(low, high);
  Dataset data;
  data.source = "sample";
  data.target_name = "target";
  data.columns.resize(features);
  for (std::size_t f = 0; f < features; ++f) data.variables.push_back({names.substr(f, 1), "", {}});
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> row;
    for (std::size_t f = 0; f < features; ++f) {
      row.push_back(uniform(random));
      data.columns[f].push_back(row.back());
    }
    data.target.push_back(law(row));
    data.weight.push_back(1.0);
    data.group.push_back(static_cast<std::int64_t>(r));
    data.line_of_row.push_back(static_cast<std::uint32_t>(r + 2));
  }
  return data;
}

}  // namespace memlaw
