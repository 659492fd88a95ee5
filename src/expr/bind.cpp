// A formula over its own variables, rewritten over those of a dataset.
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw {
namespace {

std::size_t matching(const Variable& wanted, const Variables& variables) {
  if (const auto position = find_variable(variables, wanted.name)) {
    const bool is_categorical = variables[*position].is_categorical();
    if (is_categorical == wanted.is_categorical()) return *position;
    throw InputError("the formula takes " + quote(wanted.name) + " as " +
                     (is_categorical ? "a number" : "a category") + ", but the data has " +
                     (is_categorical ? "a category" : "numbers") +
                     " there; change `categorical` or the formula");
  }
  std::vector<std::string> names;
  for (const Variable& variable : variables) names.push_back(variable.name);
  const std::string near = nearest(wanted.name, names);
  throw InputError("the formula needs the variable " + quote(wanted.name) +
                   ", which the data does not have" +
                   (near.empty() ? "" : "; the nearest is " + quote(near)));
}

// For each level of `to`, its position among the levels of `from`, or their number when it is not
// there.
std::vector<std::size_t> translate(const Variable& from, const Variable& to) {
  std::map<std::string_view, std::size_t> positions;
  for (std::size_t i = 0; i < from.levels.size(); ++i) positions.emplace(from.levels[i], i);
  std::vector<std::size_t> result;
  for (const std::string& level : to.levels) {
    const auto found = positions.find(level);
    result.push_back(found == positions.end() ? from.levels.size() : found->second);
  }
  return result;
}

}  // namespace

Expression bind(const Formula& formula, const Variables& variables) {
  struct Match {
    std::size_t position;
    std::vector<std::size_t> levels;
  };
  std::map<std::size_t, Match> matches;  // only of the variables that the formula uses
  const auto match = [&](std::size_t feature) -> const Match& {
    const auto found = matches.find(feature);
    if (found != matches.end()) return found->second;
    const Variable& wanted = formula.variables[feature];
    const std::size_t position = matching(wanted, variables);
    return matches.emplace(feature, Match{position, translate(wanted, variables[position])})
        .first->second;
  };

  std::vector<Node> nodes;
  std::vector<double> tables;
  for (const Node& node : formula.expression.nodes()) {
    if (node.op == Op::feature) {
      nodes.push_back(Node::of_feature(match(node.feature).position));
    } else if (node.op == Op::category) {
      const Match& found = match(node.feature);
      const auto constants = formula.expression.tables().subspan(node.table, node.levels);
      nodes.push_back(Node::category(found.position, static_cast<std::uint32_t>(tables.size()),
                                     static_cast<std::uint32_t>(found.levels.size())));
      for (const std::size_t level : found.levels) {
        tables.push_back(level < constants.size() ? constants[level]
                                                  : std::numeric_limits<double>::quiet_NaN());
      }
    } else {
      nodes.push_back(node);
    }
  }
  return Expression(std::move(nodes), std::move(tables));
}

}  // namespace memlaw
