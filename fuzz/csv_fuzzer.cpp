// Feeds bytes to the CSV reader and to what consumes a table. Only InputError may come out. Checked
// beyond the sanitizers: the table keeps its invariants, what is written back is read again
// unchanged, and every number of a dataset is finite.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/data/dataset.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_invariants(const memlaw::Table& table) {
  require(table.rows() > 0);
  for (const memlaw::Column& column : table.columns) {
    const bool numeric = column.type == memlaw::ColumnType::numeric;
    require(!column.name.empty());
    require(column.numbers.size() == (numeric ? table.rows() : 0));
    require(column.codes.size() == (numeric ? 0 : table.rows()));
    require(numeric == (column.first_text_row == memlaw::Column::npos));
    require(numeric == column.levels.empty());
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (numeric) continue;
      const std::int32_t code = column.codes[row];
      require(code >= -1 && code < static_cast<std::int32_t>(column.levels.size()));
    }
  }
}

std::string written(const memlaw::Table& table) {
  std::string text;
  const auto add = [&](const std::string& field, std::size_t column) {
    // A lone empty field would be a blank line.
    text += field.empty() ? "\"\"" : memlaw::csv_field(field);
    text += column + 1 < table.columns.size() ? ',' : '\n';
  };
  for (std::size_t i = 0; i < table.columns.size(); ++i) add(table.columns[i].name, i);
  for (std::size_t row = 0; row < table.rows(); ++row) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) add(table.columns[i].text(row), i);
  }
  return text;
}

void check_round_trip(const memlaw::Table& table) {
  memlaw::CsvOptions options;
  options.separator = ',';
  const memlaw::Table again = memlaw::parse_csv(written(table), "again", options);
  require(again.rows() == table.rows());
  require(again.names() == table.names());
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    require(again.columns[i].type == table.columns[i].type);
    for (std::size_t row = 0; row < table.rows(); ++row) {
      require(again.columns[i].text(row) == table.columns[i].text(row));
    }
  }
}

void make_datasets(const memlaw::Table& table) {
  for (const auto missing :
       {memlaw::Missing::error, memlaw::Missing::zero, memlaw::Missing::drop_row}) {
    memlaw::DatasetSpec spec;
    spec.target = table.columns.front().name;
    spec.missing = missing;
    try {
      const memlaw::Dataset data = memlaw::make_dataset(table, spec);
      for (const auto& column : data.columns) {
        require(column.size() == data.rows());
        for (const double value : column) require(std::isfinite(value));
      }
      for (const double value : data.target) require(std::isfinite(value));
      memlaw::make_features(table, data.variables, spec.target, missing);
    } catch (const memlaw::InputError&) {
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  memlaw::CsvOptions options;
  options.max_field_bytes = 1000;
  try {
    const memlaw::Table table = memlaw::parse_csv(text, "fuzz", options);
    check_invariants(table);
    check_round_trip(table);
    make_datasets(table);
  } catch (const memlaw::InputError&) {
  }
  return 0;
}
