// Small datasets for tests of models and experiments.
#pragma once

#include <functional>

#include "memlaw/base/rng.hpp"
#include "memlaw/data/dataset.hpp"

namespace memlaw::test {

// `rows` rows of two numeric features x in [1, 5), n in {1 .. 8} and a categorical one, kind, with
// the levels a, b, c; the target is value(x, n, level).
inline Dataset make_data(std::size_t rows, std::uint64_t seed,
                         const std::function<double(double, double, int)>& value) {
  RandomStream random(seed, 0, 0, 0, Purpose::test);
  Dataset data;
  data.source = "made.csv";
  data.target_name = "y";
  data.target_unit = "bytes";
  data.variables = {{"x", "", {}}, {"n", "images", {}}, {"kind", "", {"a", "b", "c"}}};
  data.columns.resize(3);
  for (std::size_t r = 0; r < rows; ++r) {
    const double x = random.uniform(1.0, 5.0);
    const double n = 1.0 + random.below(8);
    const int level = static_cast<int>(random.below(3));
    data.columns[0].push_back(x);
    data.columns[1].push_back(n);
    data.columns[2].push_back(level);
    data.target.push_back(value(x, n, level));
    data.weight.push_back(1.0);
    data.group.push_back(static_cast<std::int64_t>(r));
    data.line_of_row.push_back(static_cast<std::uint32_t>(r + 2));
  }
  return data;
}

}  // namespace memlaw::test
