#include "code.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <map>
#include <utility>

#include "memlaw/base/number.hpp"
#include "plain_text.hpp"

namespace memlaw {
namespace {

// Python refuses 200 nested parentheses, and clang 256; an operator adds two at most.
constexpr std::size_t deepest = 60;

}  // namespace

std::string spell_number(double value, const Language& language) {
  if (language.single) value = static_cast<double>(static_cast<float>(value));
  if (std::isnan(value)) return language.nan;
  if (std::isinf(value)) return (value < 0 ? "-" : "") + language.infinity;
  std::string text =
      language.single ? fmt::format("{}", static_cast<float>(value)) : format_shortest(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return language.single ? text + 'f' : text;
}

Code generate_code(const Formula& formula, const std::vector<std::string>& parameters,
                   Identifiers& names, std::string_view table_prefix, const Language& language) {
  const Expression& expression = formula.expression;
  Code code;
  code.used.resize(formula.variables.size());

  // Constants are compared by their bits, as in expressions.
  std::map<std::pair<std::size_t, std::vector<std::uint64_t>>, std::string> known;
  const auto table = [&](const Node& node) {
    const auto values = expression.tables().subspan(node.table, node.levels);
    std::pair<std::size_t, std::vector<std::uint64_t>> key{node.feature, {}};
    for (const double value : values) key.second.push_back(std::bit_cast<std::uint64_t>(value));
    std::string& name = known[std::move(key)];
    if (name.empty()) {
      const std::string number = std::to_string(code.tables.size() + 1);
      name = std::string(table_prefix) + names.add("c" + number, "c");
      code.tables.push_back({name, node.feature, {values.begin(), values.end()}});
    }
    return name;
  };
  std::vector<std::string> leaf_tables(expression.tables().size());  // by Node::table
  for (const Node& node : expression.nodes()) {
    if (node.op == Op::category) leaf_tables[node.table] = table(node);
    if (node.op == Op::category || node.op == Op::feature) code.used.at(node.feature) = true;
  }

  Dialect dialect;
  dialect.pattern = language.pattern;
  dialect.leaf = [&](const Node& node) -> LeafText {
    if (node.op == Op::feature) return {parameters.at(node.feature)};
    if (node.op == Op::category) {
      return {language.look_up(leaf_tables[node.table], parameters.at(node.feature))};
    }
    std::string text = spell_number(node.value, language);
    const bool negative = text[0] == '-';
    return {std::move(text), negative ? binding::sign : binding::atom};
  };
  const auto step_names = name_deep_subtrees(expression, deepest, [&](std::size_t k) {
    return names.add("t" + std::to_string(k + 1), "t");
  });
  const Writer writer(expression, dialect, step_names);
  for (std::size_t i = 0; i < step_names.size(); ++i) {
    if (!step_names[i].empty()) code.steps.push_back({step_names[i], writer.text(i)});
  }
  code.result = writer.text();
  return code;
}

std::string describe_target(const Formula& formula) {
  const std::string name = formula.target.empty() ? "the formula" : printable(formula.target);
  return formula.target_unit.empty() ? name : name + " in " + printable(formula.target_unit);
}

std::vector<std::string> describe_variables(const Formula& formula,
                                            const std::vector<std::string>& names) {
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < formula.variables.size(); ++i) {
    const Variable& variable = formula.variables[i];
    std::string line = names[i] + ":";
    if (variable.name != names[i]) line += " " + printable(variable.name) + ",";
    if (variable.is_categorical()) {
      line += " one of";
      for (const std::string& level : variable.levels) line += " " + printable(level) + ",";
      line.pop_back();
      if (!variable.unit.empty()) line += " (" + printable(variable.unit) + ")";
    } else {
      line += variable.unit.empty() ? " a number" : " in " + printable(variable.unit);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string describe(const Formula& formula, const std::vector<std::string>& names,
                     std::string_view prefix) {
  std::string text = describe_target(formula);
  for (const std::string& line : describe_variables(formula, names)) text += "\n  " + line;
  return comment_lines(text, prefix);
}

std::string describe_upper(const ExportedModel& model) {
  std::string text =
      "What a measured value stays below with a probability of `level`; bounds are known for the "
      "levels";
  for (const BoundFactor& bound : model.bounds) text += " " + format_shortest(bound.level);
  return text +
         ". Infinite above them and where the prediction is not a positive number; NaN for a level "
         "that does not lie between 0 and 1.";
}

std::string describe_range() {
  return "Whether the arguments lie where the formula was fitted. Elsewhere it extrapolates.";
}

std::string spell_string(std::string_view text) {
  std::string result = "\"";
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = next_code_point(text);
    const auto code = static_cast<std::uint32_t>(c);
    if (c == '"' || c == '\\') {
      result += '\\';
      result += static_cast<char>(c);
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      result += fmt::format("\\x{:02x}", code);
    } else if (is_broken_byte(c) || reorders_text(c)) {
      result += fmt::format("\\u{:04x}", code);
    } else {
      result += before.substr(0, before.size() - text.size());
    }
  }
  return result + '"';
}

std::vector<bool> operators_used(const Expression& expression) {
  std::vector<bool> used(op_count);
  for (const Node& node : expression.nodes()) used[static_cast<std::size_t>(node.op)] = true;
  return used;
}

}  // namespace memlaw
