#include "encoding.hpp"

namespace memlaw {

std::vector<std::size_t> feature_of_column(const Variables& variables) {
  std::vector<std::size_t> features;
  for (std::size_t f = 0; f < variables.size(); ++f) {
    const std::size_t columns = variables[f].is_categorical() ? variables[f].levels.size() : 1;
    features.insert(features.end(), columns, f);
  }
  return features;
}

Columns encode(const Dataset& data) {
  Columns columns;
  for (std::size_t f = 0; f < data.feature_count(); ++f) {
    const std::vector<double>& values = data.columns[f];
    if (!data.variables[f].is_categorical()) {
      columns.push_back(values);
      continue;
    }
    const std::size_t first = columns.size();
    columns.resize(first + data.variables[f].levels.size(), std::vector<double>(data.rows(), 0.0));
    for (std::size_t r = 0; r < data.rows(); ++r) {
      columns[first + static_cast<std::size_t>(values[r])][r] = 1.0;
    }
  }
  return columns;
}

}  // namespace memlaw
