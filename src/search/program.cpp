#include "memlaw/search/program.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "program_code.hpp"

namespace memlaw {
namespace {

// The variant of an operator with its operands as told by `find_variant`'s arguments; -1 if none.
struct VariantTable {
  // [op][a constant][b constant]
  std::int16_t code[op_count][2][2];

  constexpr VariantTable() : code{} {
    for (auto& op : code) {
      for (auto& a : op) a[0] = a[1] = -1;
    }
    for (int i = 0; i < kernel::variant_count; ++i) {
      const kernel::Variant v = kernel::variants[i];
      code[static_cast<int>(v.op)][v.a_constant][v.b_constant] = static_cast<std::int16_t>(i);
    }
  }
};
constexpr VariantTable variant_table;

int find_variant(Op op, bool a_constant, bool b_constant) {
  return variant_table.code[static_cast<int>(op)][a_constant][b_constant];
}

bool is_arithmetic(Op op) { return op >= Op::add && op <= Op::div; }

int find_second(Op op, bool swapped, bool c_constant) {
  if (op == Op::add || op == Op::mul) swapped = false;
  for (int i = 0; i < kernel::second_count; ++i) {
    const kernel::Second s = kernel::seconds[i];
    if (s.op == op && s.swapped == swapped && s.c_constant == c_constant) return i;
  }
  return -1;
}

Operand constant(std::size_t index) { return {Place::constant, static_cast<std::uint32_t>(index)}; }
Operand slot(std::size_t index) { return {Place::slot, static_cast<std::uint32_t>(index)}; }

bool is_constant(Operand o) { return o.place == Place::constant; }

// What the compiler knows of a node while it walks one term.
struct NodeState {
  std::uint32_t need = 0;      // slots its subtree needs
  std::uint32_t constant = 0;  // leaf: number of its first constant
  std::uint32_t value = 0;     // its slot in `values`
  std::uint32_t slot = 0;      // its slot in `predict`
  bool active = false;         // its subtree has constants
};

// Reused by every call on a thread.
struct Scratch {
  std::vector<NodeState> states;
  std::vector<std::uint32_t> pending;
  std::vector<std::uint32_t> order;
};

class Compiler {
 public:
  Compiler(const Variables& variables, Program& program, Scratch& scratch)
      : variables_(variables), program_(program), code_(*program.code), scratch_(scratch) {}

  void add(const Term& term);
  void finish() {
    if (program_.terms == 0) emit_predict(Op::constant, coefficient(0), {}, 0);
    program_.slots = static_cast<int>(most_slots_);
  }

 private:
  std::int32_t number_of_category(std::size_t feature) const {
    return static_cast<std::int32_t>(
        std::count_if(variables_.begin(), variables_.begin() + static_cast<std::ptrdiff_t>(feature),
                      [](const Variable& v) { return v.is_categorical(); }));
  }
  Operand coefficient(std::size_t column) const {
    return constant(static_cast<std::size_t>(program_.constants) + column);
  }
  Operand place(std::span<const Node> nodes, std::size_t i, std::uint32_t NodeState::*where) const;
  std::uint32_t adjoint(std::span<const Node> nodes, std::size_t i) const;
  void plan(std::span<const Node> nodes);
  void emit(std::span<const Node> nodes, std::size_t i);
  void emit_predict(Op op, Operand a, Operand b, std::uint32_t result);
  void accumulate(Operand root, const TermCode& term);
  std::uint32_t push_slot() {
    most_slots_ = std::max(most_slots_, depth_ + 1);
    return depth_++;
  }

  const Variables& variables_;
  Program& program_;
  Program::Code& code_;
  Scratch& scratch_;
  std::uint32_t next_constant_ = 0;
  std::uint32_t next_column_ = 1;
  std::uint32_t depth_ = 1;  // slot 0 holds the prediction
  std::uint32_t most_slots_ = 1;
};

// Where the value of node i is found: a leaf's own place, or the slot named by `where`.
Operand Compiler::place(std::span<const Node> nodes, std::size_t i,
                        std::uint32_t NodeState::*where) const {
  const NodeState& state = scratch_.states[i];
  if (nodes[i].op == Op::constant) return constant(state.constant);
  if (nodes[i].op == Op::feature) return {Place::column, nodes[i].feature};
  return slot(state.*where);
}

// Where the adjoint of node i belongs.
std::uint32_t Compiler::adjoint(std::span<const Node> nodes, std::size_t i) const {
  const NodeState& state = scratch_.states[i];
  if (!state.active) return Backstep::nowhere;
  if (nodes[i].op == Op::constant) return state.constant;
  return static_cast<std::uint32_t>(program_.constants) + state.slot;
}

// Finds what every subtree needs, numbers the constants, and lists the nodes in the reverse of the
// order of evaluation.
void Compiler::plan(std::span<const Node> nodes) {
  std::vector<NodeState>& states = scratch_.states;
  states.assign(nodes.size(), {});
  const auto left = [&](std::size_t i) { return i - 1 - nodes[i - 1].extent; };
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    NodeState& state = states[i];
    const Node& node = nodes[i];
    if (node.op == Op::constant || node.op == Op::category) {
      state.constant = next_constant_;
      state.active = true;
      ConstantCode leaf{.first = next_constant_};
      if (node.op == Op::category) {
        state.need = 1;
        leaf.category = number_of_category(node.feature);
        leaf.levels = static_cast<std::int32_t>(node.levels);
      }
      next_constant_ += static_cast<std::uint32_t>(leaf.levels);
      code_.constants.push_back(leaf);
    } else if (node.op != Op::feature) {
      const bool binary = node.op < Op::neg;
      const NodeState& b = states[i - 1];
      const NodeState& a = binary ? states[left(i)] : b;
      const bool equal = binary && a.need == b.need;
      state.need = std::max(std::max(a.need, b.need) + (equal ? 1 : 0), 1U);
      state.active = a.active || b.active;
    }
  }
  scratch_.order.clear();
  scratch_.pending.assign(1, static_cast<std::uint32_t>(nodes.size() - 1));
  while (!scratch_.pending.empty()) {
    const std::uint32_t i = scratch_.pending.back();
    scratch_.pending.pop_back();
    const Op op = nodes[i].op;
    if (op == Op::constant || op == Op::feature) continue;
    scratch_.order.push_back(i);
    if (op == Op::category) continue;
    if (op >= Op::neg) {
      scratch_.pending.push_back(i - 1);
      continue;
    }
    // The side that needs more goes first; in the reversed order, last.
    auto first = static_cast<std::uint32_t>(left(i));
    std::uint32_t second = i - 1;
    if (states[second].need > states[first].need) std::swap(first, second);
    scratch_.pending.push_back(first);
    scratch_.pending.push_back(second);
  }
}

void Compiler::add(const Term& term) {
  const std::span<const Node> nodes = term.body.nodes();
  plan(nodes);
  for (auto i = scratch_.order.rbegin(); i != scratch_.order.rend(); ++i) emit(nodes, *i);
  TermCode out;
  out.root = place(nodes, nodes.size() - 1, &NodeState::value);
  out.adjoint = adjoint(nodes, nodes.size() - 1);
  out.back_end = static_cast<std::uint32_t>(code_.back.size());
  if (term.category >= 0) {
    const auto feature = static_cast<std::size_t>(term.category);
    out.category = number_of_category(feature);
    out.levels = static_cast<std::int32_t>(variables_[feature].levels.size());
  }
  code_.terms.push_back(out);
  accumulate(place(nodes, nodes.size() - 1, &NodeState::slot), out);
}

void Compiler::emit(std::span<const Node> nodes, std::size_t i) {
  const Node& node = nodes[i];
  NodeState& state = scratch_.states[i];
  if (node.op == Op::category) {
    const Operand category{Place::column,
                           static_cast<std::uint32_t>(number_of_category(node.feature))};
    state.slot = push_slot();
    state.value = static_cast<std::uint32_t>(code_.values.size());
    const auto lookup = static_cast<std::uint16_t>(find_variant(Op::category, true, false));
    const Operand levels = slot(node.levels);
    code_.values.push_back({lookup, state.value, constant(state.constant), category, levels});
    code_.predict.push_back({lookup, state.slot, constant(state.constant), category, levels});
    code_.back.push_back({.op = Op::category,
                          .result = state.value,
                          .a = {},
                          .b = {},
                          .from = adjoint(nodes, i),
                          .to_a = state.constant});
    return;
  }
  const bool binary = node.op < Op::neg;
  const std::size_t b = i - 1;
  const std::size_t a = binary ? i - 1 - nodes[i - 1].extent : b;
  Operand value_a = place(nodes, a, &NodeState::value);
  Operand predict_a = place(nodes, a, &NodeState::slot);
  Operand value_b = binary ? place(nodes, b, &NodeState::value) : Operand{};
  Operand predict_b = binary ? place(nodes, b, &NodeState::slot) : Operand{};
  // Only one operand of a variant is a constant: the first one takes a slot then.
  if (is_constant(value_a) && (!binary || is_constant(value_b))) {
    const auto value = static_cast<std::uint32_t>(code_.values.size());
    const std::uint32_t at = push_slot();
    const auto fill = static_cast<std::uint16_t>(find_variant(Op::constant, true, false));
    code_.values.push_back({fill, value, value_a, {}, {}});
    code_.predict.push_back({fill, at, predict_a, {}, {}});
    value_a = slot(value);
    predict_a = slot(at);
  }
  if (predict_a.place == Place::slot) --depth_;
  if (binary && predict_b.place == Place::slot) --depth_;
  state.slot = push_slot();
  state.value = static_cast<std::uint32_t>(code_.values.size());
  if (state.active) {
    code_.back.push_back({.op = node.op,
                          .result = state.value,
                          .a = value_a,
                          .b = binary ? value_b : value_a,
                          .from = adjoint(nodes, i),
                          .to_a = adjoint(nodes, a),
                          .to_b = binary ? adjoint(nodes, b) : Backstep::nowhere});
  }
  if ((node.op == Op::add || node.op == Op::mul) && is_constant(value_a)) {
    std::swap(value_a, value_b);
    std::swap(predict_a, predict_b);
  }
  const int code = find_variant(node.op, is_constant(value_a), binary && is_constant(value_b));
  assert(code >= 0);
  code_.values.push_back({static_cast<std::uint16_t>(code), state.value, value_a, value_b, {}});
  emit_predict(node.op, predict_a, predict_b, state.slot);
}

// Appends to `predict`, as the second half of a pair where possible. For unary operators b is
// unused.
void Compiler::emit_predict(Op op, Operand a, Operand b, std::uint32_t result) {
  std::vector<Instruction>& code = code_.predict;
  const bool binary = op >= Op::add && op < Op::neg;
  if (is_arithmetic(op) && !code.empty() && code.back().code < kernel::arithmetic_count) {
    Instruction& last = code.back();
    const bool first = a.place == Place::slot && a.index == last.result;
    const bool second = b.place == Place::slot && b.index == last.result;
    if (first || second) {
      last.c = first ? b : a;
      last.code = static_cast<std::uint16_t>(
          kernel::pair_code(last.code, find_second(op, !first, is_constant(last.c))));
      last.result = result;
      return;
    }
  }
  const int variant = find_variant(op, is_constant(a), binary && is_constant(b));
  assert(variant >= 0);
  code.push_back({static_cast<std::uint16_t>(variant), result, a, b, {}});
}

// prediction = root * coefficient + prediction; the first term adds the intercept. Slot 1 holds the
// root, if any slot does, and then the product.
void Compiler::accumulate(Operand root, const TermCode& term) {
  depth_ = 1;
  const std::uint32_t work = push_slot();
  const bool first = next_column_ == 1;
  Operand factor = coefficient(next_column_);
  if (term.category >= 0) {
    factor = slot(push_slot());
    code_.predict.push_back({static_cast<std::uint16_t>(find_variant(Op::category, true, false)),
                             factor.index,
                             coefficient(next_column_),
                             {Place::column, static_cast<std::uint32_t>(term.category)},
                             slot(static_cast<std::uint32_t>(term.levels))});
    if (is_constant(root)) std::swap(root, factor);
  } else if (is_constant(root)) {
    emit_predict(Op::constant, root, {}, work);
    root = slot(work);
  }
  emit_predict(Op::mul, root, factor, work);
  emit_predict(Op::add, slot(work), first ? coefficient(0) : slot(0), 0);
  next_column_ += static_cast<std::uint32_t>(term.levels);
  depth_ = 1;
}

}  // namespace

Program::Program() : code(std::make_unique<Code>()) {}
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

void compile(std::span<const Term> terms, const Variables& variables, Program& out) {
  thread_local Scratch scratch;
  if (!out.code) out.code = std::make_unique<Program::Code>();  // moved from
  Program::Code& code = *out.code;
  code.predict.clear();
  code.values.clear();
  code.back.clear();
  code.terms.clear();
  code.constants.clear();
  out.terms = static_cast<int>(terms.size());
  out.constants = 0;
  out.linear_columns = 1;
  out.term_category.clear();
  out.term_columns.clear();
  out.nodes = 0;
  for (const Term& term : terms) {
    const int columns =
        term.category < 0
            ? 1
            : static_cast<int>(variables[static_cast<std::size_t>(term.category)].levels.size());
    out.constants += static_cast<int>(term.body.constant_count());
    out.linear_columns += columns;
    out.term_category.push_back(term.category);
    out.term_columns.push_back(columns);
    out.nodes += term.body.size();
  }
  Compiler compiler(variables, out, scratch);
  for (const Term& term : terms) compiler.add(term);
  compiler.finish();
}

void gather_constants(std::span<const Term> terms, std::vector<double>& out) {
  out.clear();
  for (const Term& term : terms) {
    for (const Node& node : term.body.nodes()) {
      if (node.op == Op::constant) out.push_back(node.value);
      if (node.op == Op::category) {
        const auto first = term.body.tables().begin() + node.table;
        out.insert(out.end(), first, first + node.levels);
      }
    }
  }
}

}  // namespace memlaw
