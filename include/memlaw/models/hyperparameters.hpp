// Hyper-parameters: what can be set about a learned model, in one table a model. Config keys
// (models.<model>.<name>), tuning, the documentation and saved models all read that table.
#pragma once

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

struct Hyperparameter {
  std::string name;     // "max_depth"
  std::string meaning;  // one line, for the documentation
  double value = 0.0;   // default; of a choice: its index in `choices`
  double low = 0.0;     // valid range, ends included; unused by a choice
  double high = std::numeric_limits<double>::infinity();
  bool integer = false;
  std::vector<std::string> choices = {};  // names of the values; empty for a number
  // Values that tuning draws from, each with equal chance; empty: keeps its value.
  std::vector<double> candidates = {};
};

// A value for every entry of one model's table. A value type.
class Hyperparameters {
 public:
  Hyperparameters() = default;
  // The defaults.
  explicit Hyperparameters(std::span<const Hyperparameter> table);

  const std::vector<Hyperparameter>& table() const { return table_; }

  // The value of a name of the table.
  double number(std::string_view name) const;
  int integer(std::string_view name) const;
  const std::string& choice(std::string_view name) const;

  // Reads a value. InputError for an unknown name (the nearest is given) and for a value that
  // cannot be read or lies outside its range (which is given).
  void set(std::string_view name, std::string_view text);
  // Entry `index` of the table takes `value`, which must be valid.
  void set_number(std::size_t index, double value);
  // Text that set() takes back.
  std::string text(std::string_view name) const;
  // "trees=500, max_depth=6", in the order of the table.
  std::string to_string() const;

  bool operator==(const Hyperparameters& other) const { return values_ == other.values_; }

 private:
  std::size_t index_of(std::string_view name) const;
  std::string text_of(std::size_t index) const;
  std::vector<Hyperparameter> table_;
  std::vector<double> values_;
};

}  // namespace memlaw
