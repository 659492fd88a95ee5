// Which columns of a table become features, and whether as numbers or as categories. The rules are
// those documented at make_dataset().
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/data/dataset.hpp"

namespace memlaw {

struct Feature {
  const Column* column;
  bool categorical;
};

// `rows`: those that pass the filters. Every name in `spec` exists. Columns left out are added to
// `notes`. InputError when no column is left.
std::vector<Feature> choose_features(const Table& table, const DatasetSpec& spec,
                                     std::span<const std::size_t> rows,
                                     std::vector<std::string>& notes);

bool contains(const std::vector<std::string>& names, std::string_view name);
// "1 row", "3 rows".
std::string count_of(std::size_t count, const std::string& noun);

}  // namespace memlaw
