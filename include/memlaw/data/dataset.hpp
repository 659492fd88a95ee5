// Dataset: what a regressor is fitted to. Numeric matrix of features, target, weights, names, units
// and category levels.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "memlaw/data/table.hpp"
#include "memlaw/expr/variables.hpp"

namespace memlaw {

// How empty cells of a feature column are treated.
enum class Missing {
  error,     // InputError with line and column (default)
  zero,      // numeric: 0; text: a level of its own, "missing"
  drop_row,  // the row is left out
};

struct DatasetSpec {
  std::string target;                     // required
  std::vector<std::string> features;      // empty: every column that is neither target, weight, group nor excluded
  std::vector<std::string> exclude;       // used when `features` is empty
  std::vector<std::string> categorical;   // features to treat as categories even if numeric; text columns always are
  std::string weight;                     // optional column of weights, finite and > 0
  std::string group;                      // optional column; rows of one group stay together in splits
  std::vector<std::string> where;         // row filters, all must hold; see filter.hpp
  Missing missing = Missing::error;
  std::vector<std::pair<std::string, std::string>> units;  // column -> unit; default from the name's suffix
                                                           // (_bytes _mib _voxels _images _seconds ...)
};

// X: features().size() columns of rows() doubles, column-major. Every number is finite.
class Dataset {
 public:
  std::size_t rows() const { return target.size(); }
  std::size_t feature_count() const { return variables.size(); }
  // Pointers to the columns, for evaluate().
  std::vector<const double*> column_pointers() const;
  // One row as evaluate() wants it.
  std::vector<double> row(std::size_t r) const;
  // Rows chosen by index, in the given order. Levels are kept even when no row has them.
  Dataset subset(std::span<const std::size_t> rows) const;

  std::string source;        // path, for messages
  std::string target_name;
  std::string target_unit;
  Variables variables;       // names, units and levels of the features
  std::vector<std::vector<double>> columns;  // [feature][row]; level index for categorical features
  std::vector<double> target;
  std::vector<double> weight;          // all 1 when no weight column was given
  std::vector<std::int64_t> group;     // dense group index per row; row index when no group column
  std::vector<std::uint32_t> line_of_row;  // line in the source, for messages
};

// Chooses columns and rows of a table. InputError (with line and column where there is one) for:
// unknown column (nearest name given), no row left, target missing, non-numeric or not finite,
// NaN/inf or missing cells in features (unless spec.missing allows), weights not > 0.
// Levels of a categorical feature are sorted by text (numerically when all are numbers).
Dataset make_dataset(const Table& table, const DatasetSpec& spec);

// Features for prediction: the same variables by name, levels translated; `target` is filled when the
// table has that column, else left NaN. Levels not among `variables` are an InputError that names
// line, level and the known levels. Missing columns are an InputError.
Dataset make_features(const Table& table, const Variables& variables, const std::string& target,
                      Missing missing = Missing::error);

}  // namespace memlaw
