// Dataset: what a regressor is fitted to. Numeric matrix of features, target, weights, names, units
// and category levels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memlaw/data/table.hpp"
#include "memlaw/expr/variables.hpp"

namespace memlaw {

// How empty cells of a feature column are treated.
enum class Missing {
  error,     // InputError with line and column (default)
  zero,      // numeric: 0; categorical: a level of its own, "missing"
  drop_row,  // the row is left out
};

struct DatasetSpec {
  std::string target;                    // required
  std::vector<std::string> features;     // empty: chosen from the table, see make_dataset()
  std::vector<std::string> exclude;      // used when `features` is empty
  std::vector<std::string> categorical;  // features to treat as categories whatever they hold
  std::string weight;                    // optional column of weights, finite and > 0
  std::string group;               // optional column; rows of one group stay together in splits
  std::vector<std::string> where;  // row filters, all must hold; see filter.hpp
  Missing missing = Missing::error;
  // column -> unit; the others get default_unit() of their name.
  std::vector<std::pair<std::string, std::string>> units;
};

// X: feature_count() columns of rows() doubles, column-major. Every feature, weight and (after
// make_dataset) target is finite.
class Dataset {
 public:
  std::size_t rows() const { return target.size(); }
  std::size_t feature_count() const { return variables.size(); }
  // Pointers to the columns, for evaluate(). Valid until the columns change.
  std::vector<const double*> column_pointers() const;
  // One row as evaluate() wants it.
  std::vector<double> row(std::size_t r) const;
  // Rows chosen by index, in the given order. Levels are kept even when no row has them.
  Dataset subset(std::span<const std::size_t> chosen) const;

  std::string source;  // path, for messages
  std::string target_name;
  std::string target_unit;
  Variables variables;                       // names, units and levels of the features
  std::vector<std::vector<double>> columns;  // [feature][row]; level index for categories
  std::vector<double> target;
  std::vector<double> weight;              // all 1 when no weight column was given
  std::vector<std::int64_t> group;         // dense, by first appearance; row index without column
  std::vector<std::uint32_t> line_of_row;  // line in the source, for messages
  // What was decided without being asked, for the user to read: columns left out, rows dropped.
  std::vector<std::string> notes;
};

// Chooses columns and rows of a table.
//
// Rows: those that pass `where`, less those that Missing::drop_row drops. At least two must stay.
//
// Features: the columns named. When none are named: every column that is neither target, weight,
// group nor excluded, except those that cannot help and would spoil the fit or the prediction:
// columns that are empty or have one value on all rows kept, and text columns with more than
// 20 levels and more levels than half the rows kept (names and identifiers). Each one left out is a note of the dataset.
//
// Number or category: decided on the rows kept. Columns named in `categorical` are categories.
// Other columns are numeric when all their cells are numbers. A column with text in it is a
// category, unless more than half of its cells are meant as numbers (they parse as one, or would
// with a decimal point for their comma): then the text is an InputError with the line and column of
// the first one, to be corrected, excluded, or accepted by naming the column in `categorical`.
// Levels are sorted by text, or by value when all are numbers; only levels on rows kept count.
//
// InputError (with line and column where there is one) for: unknown column (nearest name given), a
// column used twice, fewer than two rows left, target or weight missing, not a number or not
// finite, weights not > 0, NaN, infinite or missing cells in features (unless spec.missing allows
// the latter), a missing group, no feature.
Dataset make_dataset(const Table& table, const DatasetSpec& spec);

// Features for prediction: the same variables by name, levels translated; `target` is filled when
// the table has that column, else left NaN (also where its cell is empty). Weights are 1, every row
// is a group of its own. Levels not among the variable's are an InputError that names line, level
// and the known levels. Missing columns are an InputError. Missing::zero gives the level "missing"
// only if the variable has it.
Dataset make_features(const Table& table, const Variables& variables, const std::string& target,
                      Missing missing = Missing::error);

// The unit a column name ends in ("peak_bytes" -> "bytes", "side_voxels" -> "voxels", "wall_s" ->
// "seconds"), or "" when it ends in none that is known.
std::string default_unit(std::string_view column_name);

}  // namespace memlaw
