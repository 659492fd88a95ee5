#include "column_builder.hpp"

#include <cmath>
#include <utility>

#include "memlaw/base/number.hpp"

namespace memlaw {

void ColumnBuilder::reserve(std::size_t rows) {
  if (needs_second_pass_) return;
  if (column_.type == ColumnType::numeric) {
    column_.numbers.reserve(rows);
  } else {
    column_.codes.reserve(rows);
  }
}

void ColumnBuilder::add(std::string_view cell) {
  if (!needs_second_pass_) {
    if (column_.type == ColumnType::numeric && !add_number(cell)) become_text();
    if (column_.type == ColumnType::text && !needs_second_pass_) add_text(cell);
  }
  ++rows_;
}

bool ColumnBuilder::add_number(std::string_view cell) {
  if (cell.empty()) {
    column_.numbers.push_back(std::nan(""));
    return true;
  }
  const auto number = parse_number(cell);
  if (!number) return false;
  if (std::isnan(*number)) column_.nan_rows.push_back(rows_);
  column_.numbers.push_back(*number);
  has_numbers_ = true;
  return true;
}

void ColumnBuilder::become_text() {
  column_.type = ColumnType::text;
  column_.first_text_row = rows_;
  column_.numbers = {};
  column_.nan_rows = {};
  if (has_numbers_) {
    needs_second_pass_ = true;
  } else {
    column_.codes.assign(rows_, -1);  // only empty cells so far
  }
}

void ColumnBuilder::add_text(std::string_view cell) {
  if (cell.empty()) {
    column_.codes.push_back(-1);
    return;
  }
  auto found = codes_.find(cell);
  if (found == codes_.end()) {
    found = codes_.emplace(std::string(cell), static_cast<std::int32_t>(codes_.size())).first;
  }
  column_.codes.push_back(found->second);
}

void ColumnBuilder::restart() {
  column_.codes.reserve(rows_);
  rows_ = 0;
  needs_second_pass_ = false;
}

Column ColumnBuilder::finish() {
  column_.levels.resize(codes_.size());
  while (!codes_.empty()) {
    auto node = codes_.extract(codes_.begin());
    column_.levels[static_cast<std::size_t>(node.mapped())] = std::move(node.key());
  }
  column_.numbers.shrink_to_fit();
  column_.codes.shrink_to_fit();
  return std::exchange(column_, Column{});
}

}  // namespace memlaw
