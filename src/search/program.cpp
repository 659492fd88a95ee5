#include "memlaw/search/program.hpp"

namespace memlaw {

Program::Program() = default;
Program::~Program() = default;
Program::Program(Program&&) noexcept = default;
Program& Program::operator=(Program&&) noexcept = default;

void compile(std::span<const Term> terms, const Variables& variables, Program& out) {
  out.source.assign(terms.begin(), terms.end());
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
