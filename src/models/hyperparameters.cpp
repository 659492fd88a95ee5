#include "memlaw/models/hyperparameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw {
namespace {

std::string describe_range(const Hyperparameter& entry) {
  const std::string kind = entry.integer ? "a whole number" : "a number";
  if (std::isinf(entry.high))
    return fmt::format("{}, {} or more", kind, format_shortest(entry.low));
  return fmt::format("{} from {} to {}", kind, format_shortest(entry.low),
                     format_shortest(entry.high));
}

double read_choice(const Hyperparameter& entry, std::string_view text) {
  const auto found = std::find(entry.choices.begin(), entry.choices.end(), text);
  if (found != entry.choices.end()) return static_cast<double>(found - entry.choices.begin());
  const std::string near = nearest(text, entry.choices);
  throw InputError(fmt::format("{} is {}; expected {}{}", entry.name, quote(text),
                               fmt::join(entry.choices, ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

double read_value(const Hyperparameter& entry, std::string_view text) {
  if (!entry.choices.empty()) return read_choice(entry, text);
  const std::optional<double> value = parse_number(text);
  if (!value || !(*value >= entry.low) || !(*value <= entry.high) || std::isinf(*value) ||
      (entry.integer && *value != std::floor(*value))) {
    throw InputError(
        fmt::format("{} is {}; expected {}", entry.name, quote(text), describe_range(entry)));
  }
  return *value;
}

}  // namespace

Hyperparameters::Hyperparameters(std::span<const Hyperparameter> table)
    : table_(table.begin(), table.end()) {
  for (const Hyperparameter& entry : table_) values_.push_back(entry.value);
}

std::size_t Hyperparameters::index_of(std::string_view name) const {
  const auto found = std::find_if(table_.begin(), table_.end(),
                                  [&](const Hyperparameter& entry) { return entry.name == name; });
  if (found != table_.end()) return static_cast<std::size_t>(found - table_.begin());
  std::vector<std::string> names;
  for (const Hyperparameter& entry : table_) names.push_back(entry.name);
  const std::string near = nearest(name, names);
  throw InputError(fmt::format("unknown hyper-parameter {}; expected {}{}", quote(name),
                               fmt::join(names, ", "),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

double Hyperparameters::number(std::string_view name) const { return values_[index_of(name)]; }

int Hyperparameters::integer(std::string_view name) const {
  return static_cast<int>(values_[index_of(name)]);
}

const std::string& Hyperparameters::choice(std::string_view name) const {
  const std::size_t index = index_of(name);
  return table_[index].choices.at(static_cast<std::size_t>(values_[index]));
}

void Hyperparameters::set(std::string_view name, std::string_view text) {
  const std::size_t index = index_of(name);
  values_[index] = read_value(table_[index], text);
}

void Hyperparameters::set_number(std::size_t index, double value) { values_.at(index) = value; }

std::string Hyperparameters::text_of(std::size_t index) const {
  const Hyperparameter& entry = table_[index];
  if (!entry.choices.empty()) return entry.choices[static_cast<std::size_t>(values_[index])];
  return format_shortest(values_[index]);
}

std::string Hyperparameters::text(std::string_view name) const { return text_of(index_of(name)); }

std::string Hyperparameters::to_string() const {
  std::vector<std::string> settings;
  for (std::size_t k = 0; k < table_.size(); ++k) {
    settings.push_back(table_[k].name + "=" + text_of(k));
  }
  return fmt::format("{}", fmt::join(settings, ", "));
}

}  // namespace memlaw
