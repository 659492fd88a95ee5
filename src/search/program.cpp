#include "memlaw/search/program.hpp"

#include <algorithm>
#include <utility>

namespace memlaw {
namespace {

// Emits one body in Sethi-Ullman order (J. ACM 17(4), 1970): the operand that needs more slots is
// computed first. Iterative, so that deep formulas cannot overflow the call stack; its work arrays
// are kept between calls.
class Emitter {
 public:
  Operand emit(const Expression& body, std::uint32_t first_constant, std::vector<Instruction>& code,
               std::vector<std::uint32_t>& free_slots, std::uint32_t& slots) {
    number_constants(body, first_constant);
    count_needs(body);
    operands_.resize(body.size());
    work_.assign(1, {body.size() - 1, false});
    while (!work_.empty()) {
      auto [i, ready] = work_.back();
      work_.pop_back();
      const Node& node = body.nodes()[i];
      const int arity = info(node.op).arity;
      if (arity == 0 && node.op != Op::category) {
        operands_[i] = leaf(node, i);
      } else if (!ready && arity > 0) {
        work_.emplace_back(i, true);
        if (arity == 1) {
          work_.emplace_back(i - 1, false);
        } else {
          const std::size_t left = body.left(i), right = body.right(i);
          const bool right_first = needs_[right] > needs_[left];
          work_.emplace_back(right_first ? left : right, false);
          work_.emplace_back(right_first ? right : left, false);
        }
      } else {
        operands_[i] = instruction(body, i, code, free_slots, slots);
      }
    }
    return operands_[body.size() - 1];
  }

 private:
  Operand leaf(const Node& node, std::size_t i) const {
    return node.op == Op::constant ? Operand{OperandKind::constant, constant_[i], 0}
                                   : Operand{OperandKind::column, node.feature, 0};
  }

  Operand instruction(const Expression& body, std::size_t i, std::vector<Instruction>& code,
                      std::vector<std::uint32_t>& free_slots, std::uint32_t& slots) {
    const Node& node = body.nodes()[i];
    Instruction next;
    next.op = node.op;
    if (node.op == Op::category) {
      next.a = {OperandKind::column, node.feature, 0};
      next.b = {OperandKind::constant, constant_[i], 0};
    } else if (info(node.op).arity == 1) {
      next.a = operands_[i - 1];
      next.b = next.a;
      release(next.a, free_slots);
    } else {
      next.a = operands_[body.left(i)];
      next.b = operands_[body.right(i)];
      release(next.a, free_slots);
      release(next.b, free_slots);
    }
    if (free_slots.empty()) {
      next.slot = slots++;
    } else {
      next.slot = free_slots.back();
      free_slots.pop_back();
    }
    code.push_back(next);
    return {OperandKind::result, static_cast<std::uint32_t>(code.size() - 1), next.slot};
  }

  static void release(const Operand& operand, std::vector<std::uint32_t>& free_slots) {
    if (operand.kind == OperandKind::result) free_slots.push_back(operand.slot);
  }

  void number_constants(const Expression& body, std::uint32_t next) {
    constant_.resize(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) {
      constant_[i] = next;
      const Node& node = body.nodes()[i];
      if (node.op == Op::constant) next += 1;
      if (node.op == Op::category) next += node.levels;
    }
  }

  void count_needs(const Expression& body) {
    needs_.resize(body.size());
    for (std::size_t i = 0; i < body.size(); ++i) {
      const Node& node = body.nodes()[i];
      switch (info(node.op).arity) {
        case 0:
          needs_[i] = node.op == Op::category ? 1 : 0;
          break;
        case 1:
          needs_[i] = std::max(1, needs_[i - 1]);
          break;
        default: {
          const int left = needs_[body.left(i)], right = needs_[body.right(i)];
          needs_[i] = std::max({1, left, right, left == right ? left + 1 : 0});
        }
      }
    }
  }

  std::vector<Operand> operands_;
  std::vector<std::uint32_t> constant_;
  std::vector<int> needs_;
  std::vector<std::pair<std::size_t, bool>> work_;
};

}  // namespace

void compile(std::span<const Term> terms, const Variables& variables, Program& out) {
  thread_local Emitter emitter;
  thread_local std::vector<std::uint32_t> free_slots;
  out.code.clear();
  out.results.clear();
  out.term_end.clear();
  out.term_category.clear();
  out.term_columns.clear();
  out.term_constants.clear();
  out.terms = static_cast<int>(terms.size());
  out.constants = 0;
  out.linear_columns = 1;
  out.nodes = 0;
  free_slots.clear();
  std::uint32_t slots = 0;
  for (const Term& term : terms) {
    const auto constants = static_cast<std::uint32_t>(term.body.constant_count());
    // A term's value must outlive the terms after it, so its slot is never given back.
    out.results.push_back(emitter.emit(term.body, static_cast<std::uint32_t>(out.constants),
                                       out.code, free_slots, slots));
    out.term_end.push_back(static_cast<std::uint32_t>(out.code.size()));
    out.term_category.push_back(term.category);
    const int columns =
        term.category < 0
            ? 1
            : static_cast<int>(variables[static_cast<std::size_t>(term.category)].levels.size());
    out.term_columns.push_back(columns);
    out.term_constants.push_back(constants);
    out.constants += static_cast<int>(constants);
    out.linear_columns += columns;
    out.nodes += term.body.size();
  }
  out.slots = static_cast<int>(slots);
}

void gather_constants(std::span<const Term> terms, std::vector<double>& out) {
  out.clear();
  for (const Term& term : terms) {
    const auto tables = term.body.tables();
    for (const Node& node : term.body.nodes()) {
      if (node.op == Op::constant) {
        out.push_back(node.value);
      } else if (node.op == Op::category) {
        out.insert(out.end(), tables.begin() + node.table,
                   tables.begin() + node.table + node.levels);
      }
    }
  }
}

}  // namespace memlaw
