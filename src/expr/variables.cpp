#include "memlaw/expr/variables.hpp"

namespace memlaw {

std::optional<std::size_t> find_variable(const Variables& variables, std::string_view name) {
  for (std::size_t i = 0; i < variables.size(); ++i) {
    if (variables[i].name == name) return i;
  }
  return std::nullopt;
}

}  // namespace memlaw
