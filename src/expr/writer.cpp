#include "writer.hpp"

#include <algorithm>
#include <utility>

namespace memlaw {
namespace {

constexpr std::string_view placeholders[2] = {"{0}", "{1}"};

}  // namespace

Writer::Shape Writer::shape_of(const OperatorInfo& entry, std::string_view pattern) {
  Shape shape;
  const int last = entry.arity - 1;
  const bool exposed_end = pattern.ends_with(placeholders[last]);
  shape.begins_with_operand = pattern.starts_with(placeholders[0]);
  const bool superscript =
      !exposed_end && (pattern.starts_with("{0}^") || pattern.starts_with("<msup>"));
  if (superscript) {
    shape.binding = binding::power;
    shape.least[0] = binding::atom;
  } else if (exposed_end || shape.begins_with_operand) {
    shape.binding = entry.precedence;
    // A left operand may bind as tightly, (a - b) - c being a - b - c; for powers it is the right.
    const bool right_associative = entry.op == Op::pow;
    if (shape.begins_with_operand) shape.least[0] = entry.precedence + (right_associative ? 1 : 0);
    if (exposed_end) {
      shape.least[last] = entry.precedence + (right_associative ? 0 : 1);
      shape.guards_minus[last] = true;
    }
  }
  return shape;
}

Writer::Writer(const Expression& expression, const Dialect& dialect, std::vector<std::string> names)
    : expression_(&expression), dialect_(&dialect), names_(std::move(names)) {
  for (const OperatorInfo& entry : operators()) {
    shapes_.push_back(entry.arity == 0 ? Shape{} : shape_of(entry, dialect.pattern(entry.op)));
  }
  measure();
}

std::size_t Writer::child(std::size_t i, int slot) const {
  const bool is_left_of_two = slot == 0 && info(expression_->nodes()[i].op).arity == 2;
  return is_left_of_two ? expression_->left(i) : expression_->right(i);
}

void Writer::measure() {
  const auto nodes = expression_->nodes();
  binding_.resize(nodes.size());
  begins_with_minus_.resize(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Shape& shape = shapes_[static_cast<std::size_t>(nodes[i].op)];
    if (has_name(i)) {
      binding_[i] = binding::atom;
    } else if (info(nodes[i].op).arity == 0) {
      binding_[i] = dialect_->leaf(nodes[i]).binding;
      begins_with_minus_[i] = binding_[i] == binding::sign;
    } else {
      binding_[i] = shape.binding;
      begins_with_minus_[i] =
          nodes[i].op == Op::neg || (shape.begins_with_operand && !needs_parentheses(i, 0) &&
                                     begins_with_minus_[child(i, 0)]);
    }
  }
}

bool Writer::needs_parentheses(std::size_t parent, int slot) const {
  const Op op = expression_->nodes()[parent].op;
  const Shape& shape = shapes_[static_cast<std::size_t>(op)];
  const std::size_t i = child(parent, slot);
  if (binding_[i] < shape.least[slot]) return true;
  if (shape.guards_minus[slot] && begins_with_minus_[i]) return true;
  return dialect_->minus_joins_numbers && op == Op::neg &&
         expression_->nodes()[i].op == Op::constant;
}

std::string Writer::text(std::size_t root) const {
  struct Piece {
    std::string_view text;  // used when it is not a node
    std::size_t node;
    bool is_node;
  };
  std::string result;
  std::vector<Piece> waiting{
      {"", root, true}};  // a stack: what is to be written next is at the back
  while (!waiting.empty()) {
    const Piece piece = waiting.back();
    waiting.pop_back();
    if (!piece.is_node) {
      result += piece.text;
      continue;
    }
    const std::size_t i = piece.node;
    const Node& node = expression_->nodes()[i];
    if (has_name(i) && i != root) {
      result += names_[i];
      continue;
    }
    if (info(node.op).arity == 0) {
      result += dialect_->leaf(node).text;
      continue;
    }
    std::string_view pattern = dialect_->pattern(node.op);
    const std::size_t mark = waiting.size();
    while (!pattern.empty()) {
      const std::size_t at = std::min(pattern.find(placeholders[0]), pattern.find(placeholders[1]));
      waiting.push_back({pattern.substr(0, at), 0, false});
      if (at == std::string_view::npos) break;
      const int slot = pattern.substr(at).starts_with(placeholders[1]) ? 1 : 0;
      const bool parentheses = needs_parentheses(i, slot);
      if (parentheses) waiting.push_back({dialect_->open, 0, false});
      waiting.push_back({"", child(i, slot), true});
      if (parentheses) waiting.push_back({dialect_->close, 0, false});
      pattern.remove_prefix(at + placeholders[0].size());
    }
    std::reverse(waiting.begin() + static_cast<std::ptrdiff_t>(mark), waiting.end());
  }
  return result;
}

std::string Writer::operand(std::size_t parent, int slot) const {
  const std::size_t i = child(parent, slot);
  const std::string inner = has_name(i) ? names_[i] : text(i);
  if (!needs_parentheses(parent, slot)) return inner;
  return std::string(dialect_->open) + inner + std::string(dialect_->close);
}

std::vector<Writer::Term> Writer::terms(std::size_t i) const {
  std::vector<Term> result;
  const std::size_t root = i;
  const auto is_sum = [&](std::size_t node) {
    const Op op = expression_->nodes()[node].op;
    return (op == Op::add || op == Op::sub) && (node == root || !has_name(node));
  };
  for (; is_sum(i); i = child(i, 0)) {
    result.push_back({expression_->nodes()[i].op == Op::sub, child(i, 1), operand(i, 1)});
  }
  result.push_back({false, i, has_name(i) && i != root ? names_[i] : text(i)});
  std::reverse(result.begin(), result.end());
  return result;
}

std::vector<std::string> name_deep_subtrees(const Expression& expression, std::size_t depth,
                                            const std::function<std::string(std::size_t)>& name) {
  const auto nodes = expression.nodes();
  std::vector<std::size_t> height(nodes.size(), 0);
  std::vector<std::string> names(nodes.size());
  std::size_t used = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const int arity = info(nodes[i].op).arity;
    if (arity == 0) continue;
    height[i] = height[expression.right(i)] + 1;
    if (arity == 2) height[i] = std::max(height[i], height[expression.left(i)] + 1);
    if (height[i] < depth) continue;
    names[i] = name(used++);
    height[i] = 0;
  }
  return used == 0 ? std::vector<std::string>{} : names;
}

std::string wrap(std::string_view text, std::size_t width, std::string_view indent) {
  // Blanks where a line may end, and how much breaking there hurts the reader.
  struct Break {
    std::size_t at;
    std::size_t badness;
  };
  std::vector<Break> breaks;
  char quote = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '`') {
      quote = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth;
    } else if (c == ')' || c == ']' || c == '}') {
      depth -= depth > 0 ? 1 : 0;
    } else if (c == ' ') {
      const std::string_view rest = text.substr(i);
      const bool before_term = rest.starts_with(" + ") || rest.starts_with(" - ");
      breaks.push_back({i, 2 * depth + (before_term ? 0 : 1)});
    }
  }

  std::string result;
  std::size_t start = 0;  // of the current line in `text`
  std::size_t next = 0;   // the first break not yet behind `start`
  for (;;) {
    const std::size_t room = width - (start == 0 ? 0 : indent.size());
    if (text.size() - start <= room) break;
    const Break* best = nullptr;
    for (; next < breaks.size(); ++next) {
      const Break& candidate = breaks[next];
      const bool fits = candidate.at <= start + room;
      if (!fits && best != nullptr) break;
      // A line should not end in its first third only because the brackets are shallow there.
      const bool is_early = best != nullptr && best->at < start + room / 3;
      if (best == nullptr || is_early || candidate.badness <= best->badness) best = &candidate;
      if (!fits) break;
    }
    if (best == nullptr) break;
    result.append(text.substr(start, best->at - start)).append("\n").append(indent);
    start = best->at + 1;
    next = static_cast<std::size_t>(best - breaks.data()) + 1;
  }
  return result.append(text.substr(start));
}

}  // namespace memlaw
