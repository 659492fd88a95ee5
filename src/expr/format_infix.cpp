#include <algorithm>
#include <array>
#include <string>

#include "memlaw/base/number.hpp"
#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "writer.hpp"

namespace memlaw {
namespace {

bool is_word(std::string_view text) {
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  return !text.empty() && is_letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9');
  });
}

// In quotes, with the quotes inside doubled.
std::string in_quotes(std::string_view text, char mark) {
  std::string result(1, mark);
  for (const char c : text) result.append(c == mark ? 2 : 1, c);
  return result + mark;
}

std::string spell_name(const std::string& name) {
  static constexpr std::array reserved = {"let", "variable", "nan", "inf"};
  const bool is_reserved = std::find(reserved.begin(), reserved.end(), name) != reserved.end();
  // Operators' names are quoted for the reader's sake; the grammar could tell them apart.
  const bool plain = is_word(name) && !is_reserved && find_operator(name) == nullptr;
  return plain ? name : in_quotes(name, '`');
}

std::string spell_level(const std::string& level) {
  return is_word(level) ? level : in_quotes(level, '"');
}

LeafText infix_leaf(const Node& node, const Expression& expression, const Variables& variables) {
  if (node.op == Op::constant) {
    std::string text = format_shortest(node.value);
    const bool negative = text[0] == '-';
    return {std::move(text), negative ? binding::sign : binding::atom};
  }
  const Variable& variable = variables.at(node.feature);
  if (node.op == Op::feature) return {spell_name(variable.name)};
  std::string text = "c[" + spell_name(variable.name) + ":";
  for (std::size_t i = 0; i < node.levels; ++i) {
    text += (i == 0 ? " " : ", ") + spell_level(variable.levels.at(i)) + "=" +
            format_shortest(expression.tables()[node.table + i]);
  }
  return {text + "]"};
}

// Products and powers are written tight, sums with blanks.
std::array<std::string, op_count> infix_patterns() {
  std::array<std::string, op_count> patterns;
  for (const OperatorInfo& entry : operators()) {
    std::string& pattern = patterns[static_cast<std::size_t>(entry.op)];
    const std::string name(entry.name);
    if (entry.op == Op::neg) {
      pattern = "-{0}";
    } else if (!entry.symbol.empty()) {
      const char* blank = entry.precedence < binding::product ? " " : "";
      pattern = std::string("{0}") + blank + std::string(entry.symbol) + blank + "{1}";
    } else if (entry.arity == 1) {
      pattern = name + "({0})";
    } else if (entry.arity == 2) {
      pattern = name + "({0}, {1})";
    }
  }
  return patterns;
}

}  // namespace

std::string format_infix(const Expression& expression, const Variables& variables) {
  static const std::array<std::string, op_count> patterns = infix_patterns();
  Dialect dialect;
  dialect.pattern = [](Op op) { return std::string_view(patterns[static_cast<std::size_t>(op)]); };
  dialect.leaf = [&](const Node& node) { return infix_leaf(node, expression, variables); };
  dialect.minus_joins_numbers = true;
  return Writer(expression, dialect).text();
}

std::string format_formula(const Formula& formula, const std::string& comment) {
  std::string text = comment_lines(comment, "# ");
  for (const Variable& variable : formula.variables) {
    text += "variable " + spell_name(variable.name);
    if (!variable.unit.empty()) text += " " + in_quotes(variable.unit, '"');
    for (std::size_t i = 0; i < variable.levels.size(); ++i) {
      text += (i == 0 ? " {" : ", ") + spell_level(variable.levels[i]);
    }
    text += variable.is_categorical() ? "}\n" : "\n";
  }
  if (!formula.variables.empty()) text += '\n';
  std::string result = spell_name(formula.target);
  if (!formula.target_unit.empty()) result += " " + in_quotes(formula.target_unit, '"');
  return text +
         wrap(result + " = " + format_infix(formula.expression, formula.variables), 100, "    ") +
         "\n";
}

}  // namespace memlaw
