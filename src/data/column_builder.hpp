// Grows one column cell by cell while a file streams by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "memlaw/data/table.hpp"

namespace memlaw {

// A column starts as numeric. At its first text it becomes text; had it numbers before, their
// spelling is lost by then, so it drops what it has and asks for the cells once more
// (needs_second_pass()): after restart(), give it every cell again.
class ColumnBuilder {
 public:
  explicit ColumnBuilder(std::string name) { column_.name = std::move(name); }

  void reserve(std::size_t rows);
  void add(std::string_view cell);
  bool needs_second_pass() const { return needs_second_pass_; }
  void restart();
  // The finished column, without spare capacity. The builder is empty afterwards.
  Column finish();

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  bool add_number(std::string_view cell);
  void become_text();
  void add_text(std::string_view cell);

  Column column_;
  std::size_t rows_ = 0;
  bool has_numbers_ = false;
  bool needs_second_pass_ = false;
  std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> codes_;
};

}  // namespace memlaw
