#include "build.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "memlaw/base/number.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/expr/parse.hpp"

namespace memlaw::parse_tree {
namespace {

// Appends nodes in postfix order. Recursion follows brackets only, which the grammar has bounded.
class Builder {
 public:
  Builder(const Source& source, Scope& scope) : source_(source), scope_(scope) {}

  void sum(const Sum& sum);
  Expression finish() {
    scope_.nodes_left -= nodes_.size() + tables_.size();
    return Expression(std::move(nodes_), std::move(tables_));
  }

 private:
  void primary(const Operand& operand, bool negative_number);
  void name(std::string_view text);
  void call(const Operand& operand);
  void category(const Operand& operand);
  double number(std::string_view text) const;
  std::vector<double> level_numbers(const Operand& operand, const Variable& variable) const;
  std::size_t category_variable(const Operand& operand);
  std::size_t declare(Variable variable, std::string_view piece);
  void push(const Node& node, std::string_view piece);
  void push_table(std::span<const double> values, std::string_view piece);
  void check_length(std::string_view piece) const;

  const Source& source_;
  Scope& scope_;
  std::vector<Node> nodes_;
  std::vector<double> tables_;
};

// Whether `left`, already read, takes its operands before `right` does.
bool binds_first(Op left, Op right) {
  const bool right_associative = right == Op::pow;
  return right_associative ? info(left).precedence > info(right).precedence
                           : info(left).precedence >= info(right).precedence;
}

// Operator precedence parsing (Dijkstra's shunting yard): operators wait until a looser one or the
// end follows.
void Builder::sum(const Sum& sum) {
  std::vector<Op> waiting;
  for (std::size_t i = 0; i < sum.operands.size(); ++i) {
    const Operand& operand = sum.operands[i];
    const bool is_last = i == sum.infix.size();
    std::size_t signs = operand.signs.size();
    // "-2" is a number, but "-2^x" is -(2^x) and "- 2" is the negation of 2.
    const bool negative_number = operand.kind == Operand::Kind::number && signs > 0 &&
                                 operand.signs.back().data() + 1 == operand.text.data() &&
                                 (is_last || sum.infix[i] != Op::pow);
    if (negative_number) --signs;
    waiting.insert(waiting.end(), signs, Op::neg);
    if (waiting.size() > max_nesting) {
      source_.fail_nesting(signs > 0 ? operand.signs[0].data() : operand.text.data());
    }
    primary(operand, negative_number);
    while (!waiting.empty() && (is_last || binds_first(waiting.back(), sum.infix[i]))) {
      push(Node::of(waiting.back()), operand.text);
      waiting.pop_back();
    }
    if (!is_last) waiting.push_back(sum.infix[i]);
  }
}

void Builder::primary(const Operand& operand, bool negative_number) {
  switch (operand.kind) {
    case Operand::Kind::number: {
      const double value = number(operand.text);
      return push(Node::constant(negative_number ? -value : value), operand.text);
    }
    case Operand::Kind::name:
      return name(operand.text);
    case Operand::Kind::call:
      return call(operand);
    case Operand::Kind::category:
      return category(operand);
    case Operand::Kind::group:
      return sum(operand.arguments[0]);
  }
}

void Builder::name(std::string_view text) {
  const std::string name = unquote(text);
  if (const Expression* let = scope_.let(name)) {
    const auto offset = static_cast<std::uint32_t>(tables_.size());
    push_table(let->tables(), text);
    for (Node node : let->nodes()) {
      if (node.op == Op::category) node.table += offset;
      push(node, text);
    }
    return;
  }
  const std::size_t* position = scope_.variable(name);
  if (position == nullptr && !scope_.declares_unknown()) {
    source_.fail(text, "unknown name " + quote(name) + scope_.suggest(name));
  }
  const std::size_t feature =
      position ? *position : declare({.name = name, .unit = {}, .levels = {}}, text);
  if (scope_.variables()[feature].is_categorical()) {
    source_.fail(text, quote(name) + " is categorical: expected c[" + std::string(text) + ": " +
                           scope_.variables()[feature].levels[0] +
                           "=NUMBER, ...] with one number for each level");
  }
  push(Node::of_feature(feature), text);
}

void Builder::call(const Operand& operand) {
  const OperatorInfo* entry = find_operator(operand.text);
  if (entry == nullptr) {
    std::vector<std::string> names;
    for (const OperatorInfo& known : operators()) {
      if (known.arity > 0) names.emplace_back(known.name);
    }
    const std::string near = nearest(operand.text, names);
    source_.fail(operand.text,
                 "unknown operator " + quote(operand.text) +
                     (near.empty() ? "; `memlaw operators` lists the operators there are"
                                   : "; did you mean " + quote(near) + "?"));
  }
  const std::size_t given = operand.arguments.size();
  if (given != static_cast<std::size_t>(entry->arity)) {
    source_.fail(operand.text, quote(operand.text) + " takes " + std::to_string(entry->arity) +
                                   (entry->arity == 1 ? " argument" : " arguments") + ", found " +
                                   std::to_string(given));
  }
  for (const Sum& argument : operand.arguments) sum(argument);
  push(Node::of(entry->op), operand.text);
}

std::size_t Builder::category_variable(const Operand& operand) {
  const std::string name = unquote(operand.text);
  if (const std::size_t* position = scope_.variable(name)) {
    if (!scope_.variables()[*position].is_categorical()) {
      source_.fail(operand.text, quote(name) + " is numeric: expected a categorical variable");
    }
    return *position;
  }
  if (scope_.let(name)) {
    source_.fail(operand.text, quote(name) + " is a `let`: expected a categorical variable");
  }
  if (!scope_.declares_unknown()) {
    source_.fail(operand.text,
                 "unknown categorical variable " + quote(name) + scope_.suggest(name));
  }
  Variable variable{.name = name, .unit = {}, .levels = {}};
  for (const LevelValue& entry : operand.levels) variable.levels.push_back(unquote(entry.level));
  return declare(std::move(variable), operand.text);
}

std::vector<double> Builder::level_numbers(const Operand& operand, const Variable& variable) const {
  std::map<std::string, std::size_t, std::less<>> positions;
  for (std::size_t i = 0; i < variable.levels.size(); ++i) positions[variable.levels[i]] = i;
  std::vector<double> numbers(variable.levels.size());
  std::vector<bool> given(variable.levels.size(), false);
  for (const LevelValue& entry : operand.levels) {
    const std::string level = unquote(entry.level);
    const auto found = positions.find(level);
    if (found == positions.end()) {
      const std::string near = nearest(level, variable.levels);
      source_.fail(entry.level, quote(variable.name) + " has no level " + quote(level) +
                                    (near.empty() ? "" : "; did you mean " + quote(near) + "?"));
    }
    if (given[found->second]) {
      source_.fail(entry.level, "level " + quote(level) + " is given twice");
    }
    given[found->second] = true;
    numbers[found->second] = number(entry.number);
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i]) {
      source_.fail(operand.text, "level " + quote(variable.levels[i]) + " of " +
                                     quote(variable.name) +
                                     " is missing: expected a number for "
                                     "each of its " +
                                     std::to_string(given.size()) + " levels");
    }
  }
  return numbers;
}

void Builder::category(const Operand& operand) {
  const std::size_t feature = category_variable(operand);
  const std::vector<double> numbers = level_numbers(operand, scope_.variables()[feature]);
  const auto table = static_cast<std::uint32_t>(tables_.size());
  push_table(numbers, operand.text);
  push(Node::category(feature, table, static_cast<std::uint32_t>(numbers.size())), operand.text);
}

double Builder::number(std::string_view text) const {
  const std::optional<double> value = parse_number(text);
  if (!value) source_.fail(text, "expected a number, found " + quote(text));
  const bool spelled_inf = text.find_first_of("iI") != std::string_view::npos;
  if (std::isinf(*value) && !spelled_inf) {
    source_.fail(text, quote(text) + " is beyond the largest number, " +
                           format_shortest(std::numeric_limits<double>::max()) +
                           "; write inf for infinity");
  }
  return *value;
}

std::size_t Builder::declare(Variable variable, std::string_view piece) {
  if (!scope_.has_room()) {
    source_.fail(piece, "more than " + std::to_string(max_variables) + " variables");
  }
  return scope_.add(std::move(variable));
}

void Builder::push(const Node& node, std::string_view piece) {
  check_length(piece);
  nodes_.push_back(node);
}

void Builder::push_table(std::span<const double> values, std::string_view piece) {
  tables_.insert(tables_.end(), values.begin(), values.end());
  check_length(piece);
}

void Builder::check_length(std::string_view piece) const {
  if (nodes_.size() + tables_.size() >= scope_.nodes_left) {
    source_.fail(piece, "the formula has more than " + std::to_string(max_formula_nodes) +
                            " nodes once every `let` is substituted");
  }
}

}  // namespace

Expression build(const Sum& sum, const Source& source, Scope& scope) {
  Builder builder(source, scope);
  builder.sum(sum);
  return builder.finish();
}

}  // namespace memlaw::parse_tree
