#include "typeset.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "memlaw/base/number.hpp"

namespace memlaw {
namespace {

// In characters, roughly.
constexpr std::size_t line_width = 80;

// Width of each node's text, where parts that would make a line too wide are written as names.
struct Measure {
  std::vector<std::size_t> width;
  std::vector<bool> named;
};

bool is_sum(Op op) { return op == Op::add || op == Op::sub; }

Measure measure(const Expression& expression,
                const std::function<std::size_t(const Node&)>& leaf_width) {
  constexpr std::size_t name_width = 2;
  // More than an operator takes, so that the width also bounds the nesting, which TeX limits.
  constexpr std::size_t operator_width = 3;
  const auto nodes = expression.nodes();
  Measure result{std::vector<std::size_t>(nodes.size()), std::vector<bool>(nodes.size())};
  const auto name = [&](std::size_t i) {
    result.named[i] = true;
    result.width[i] = name_width;
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Op op = nodes[i].op;
    const int arity = info(op).arity;
    if (arity == 0) {
      result.width[i] = leaf_width(nodes[i]);
      continue;
    }
    const std::size_t right = expression.right(i);
    const std::size_t left = arity == 2 ? expression.left(i) : right;
    const auto total = [&] {
      if (arity == 1) return result.width[right] + operator_width;
      if (op == Op::div) return std::max(result.width[left], result.width[right]) + operator_width;
      return result.width[left] + result.width[right] + operator_width;
    };
    // Sums are broken between their terms; only a sum inside a term is too wide.
    const auto is_inner = [&](std::size_t child) {
      return info(nodes[child].op).arity > 0 && !result.named[child];
    };
    if (is_sum(op)) {
      if (is_sum(nodes[right].op) && is_inner(right) && result.width[right] > line_width) {
        name(right);
      }
    } else {
      while (total() > line_width && (is_inner(left) || is_inner(right))) {
        const bool pick_left =
            is_inner(left) && (!is_inner(right) || result.width[left] > result.width[right]);
        name(pick_left ? left : right);
      }
    }
    result.width[i] = total();
  }
  return result;
}

// Names of the named nodes, equal parts having the same one; `parts` receives the first of each.
std::vector<std::string> name_parts(const Expression& expression, const std::vector<bool>& named,
                                    const std::function<std::string(std::size_t)>& step,
                                    std::vector<std::size_t>& parts) {
  std::vector<std::string> names(named.size());
  std::unordered_multimap<std::uint64_t, std::size_t> known;  // by hash
  for (std::size_t i = 0; i < named.size(); ++i) {
    if (!named[i]) continue;
    const Expression part = expression.subtree(i);
    const auto [first, last] = known.equal_range(part.hash());
    const auto same = std::find_if(
        first, last, [&](const auto& entry) { return expression.subtree(entry.second) == part; });
    if (same != last) {
      names[i] = names[same->second];
      continue;
    }
    known.emplace(part.hash(), i);
    parts.push_back(i);
    names[i] = step(parts.size());
  }
  return names;
}

std::vector<std::vector<Writer::Term>> lines(const Writer& writer, std::size_t root,
                                             const std::vector<std::size_t>& width) {
  std::vector<std::vector<Writer::Term>> result(1);
  std::size_t column = 0;
  for (Writer::Term& term : writer.terms(root)) {
    if (column > 0 && column + width[term.node] > line_width) {
      result.emplace_back();
      column = 0;
    }
    column += width[term.node] + 3;
    result.back().push_back(std::move(term));
  }
  return result;
}

std::size_t width_of(const DecimalText& number) {
  return number.negative + number.mantissa.size() +
         (number.exponent.empty() ? 0 : number.exponent.size() + 4);
}

}  // namespace

int DecimalText::binding() const {
  if (negative) return binding::sign;
  if (exponent.empty()) return binding::atom;
  return mantissa.empty() ? binding::power : binding::product;
}

DecimalText decimal_text(double value, int digits) {
  std::string text = digits == 0 ? format_shortest(value) : format_significant(value, digits);
  DecimalText result;
  if (text[0] == '-') {
    result.negative = true;
    text.erase(0, 1);
  }
  const std::size_t e = text.find('e');
  if (e != std::string::npos && std::isfinite(value)) {
    result.exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
    text.erase(e);
    const std::size_t sign = result.exponent[0] == '-' ? 1 : 0;  // "-05" to "-5"
    const std::size_t zeros = result.exponent.find_first_not_of('0', sign) - sign;
    result.exponent.erase(sign, zeros);
  } else if (std::isfinite(value) && text.find('.') == std::string::npos) {
    // 240000000 is easier to read as 2.4 * 10^8.
    const std::size_t zeros = text.size() - 1 - text.find_last_not_of('0');
    if (text != "0" && text.size() > 6 && zeros > 3) {
      result.exponent = std::to_string(text.size() - 1);
      text.erase(text.size() - zeros);
      if (text.size() > 1) text.insert(1, ".");
    }
  }
  result.mantissa = result.exponent.empty() || text != "1" ? text : "";
  return result;
}

Typeset typeset(const Formula& formula, const Notation& notation, int digits) {
  const Expression& expression = formula.expression;
  Typeset result;
  std::map<std::pair<std::size_t, std::vector<std::string>>, std::string> known;
  std::vector<std::string> leaf_tables(expression.tables().size());  // by Node::table
  for (const Node& node : expression.nodes()) {
    if (node.op != Op::category) continue;
    std::vector<std::string> numbers;
    for (const double value : expression.tables().subspan(node.table, node.levels)) {
      numbers.push_back(notation.number(decimal_text(value, digits)));
    }
    std::string& symbol = known[{node.feature, numbers}];
    if (symbol.empty()) {
      symbol = notation.table(result.tables.size() + 1,
                              notation.name(formula.variables.at(node.feature).name));
      result.tables.push_back({symbol, node.feature, std::move(numbers)});
    }
    leaf_tables[node.table] = symbol;
  }

  Dialect dialect;
  dialect.pattern = notation.pattern;
  dialect.open = notation.open;
  dialect.close = notation.close;
  dialect.leaf = [&](const Node& node) -> LeafText {
    if (node.op == Op::feature) return {notation.name(formula.variables.at(node.feature).name)};
    if (node.op == Op::category) return {leaf_tables[node.table]};
    const DecimalText number = decimal_text(node.value, digits);
    return {notation.number(number), number.binding()};
  };
  const auto leaf_width = [&](const Node& node) -> std::size_t {
    if (node.op == Op::constant) return width_of(decimal_text(node.value, digits));
    const std::size_t name = formula.variables.at(node.feature).name.size();
    return node.op == Op::category ? name + 4 : name;
  };
  const Measure measured = measure(expression, leaf_width);
  std::vector<std::size_t> parts;
  const Writer writer(expression, dialect,
                      name_parts(expression, measured.named, notation.step, parts));
  const std::size_t root = expression.size() - 1;
  result.equations.push_back({notation.name(formula.target.empty() ? "y" : formula.target),
                              lines(writer, root, measured.width)});
  for (std::size_t k = 0; k < parts.size(); ++k) {
    result.equations.push_back({notation.step(k + 1), lines(writer, parts[k], measured.width)});
  }
  return result;
}

}  // namespace memlaw
