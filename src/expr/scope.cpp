#include <utility>

#include "build.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw::parse_tree {

Scope::Scope(const Variables& variables, Unknown unknown) : unknown_(unknown) {
  for (const Variable& variable : variables) add(variable);
}

const std::size_t* Scope::variable(const std::string& name) const {
  const auto found = positions_.find(name);
  return found == positions_.end() ? nullptr : &found->second;
}

const Expression* Scope::let(const std::string& name) const {
  const auto found = lets_.find(name);
  return found == lets_.end() ? nullptr : &found->second;
}

std::size_t Scope::add(Variable variable) {
  positions_.emplace(variable.name, variables_.size());
  variables_.push_back(std::move(variable));
  return variables_.size() - 1;
}

void Scope::add_let(const std::string& name, Expression value) {
  lets_.emplace(name, std::move(value));
}

std::string Scope::suggest(std::string_view name) const {
  std::vector<std::string> names;
  for (const Variable& variable : variables_) names.push_back(variable.name);
  for (const auto& [let_name, value] : lets_) names.push_back(let_name);
  if (names.empty()) return "; no variables are declared";
  const std::string near = nearest(name, names);
  if (!near.empty()) return "; did you mean " + quote(near) + "?";
  std::string known = "; known names:";
  constexpr std::size_t shown = 12;
  for (std::size_t i = 0; i < names.size() && i < shown; ++i) {
    known += (i == 0 ? " " : ", ") + quote(names[i]);
  }
  return names.size() > shown ? known + ", ..." : known;
}

}  // namespace memlaw::parse_tree
