// The entry points of parse.hpp: texts and files to expressions and formulas.
#include <set>
#include <utility>

#include "build.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/expr/parse.hpp"
#include "parse_tree.hpp"

namespace memlaw {
namespace {

using parse_tree::Scope;
using parse_tree::Source;
using parse_tree::Statement;
using parse_tree::unquote;

// White space separates everywhere alike, so that expressions may continue on the next line; two
// statements on one line are still a mistake, such as a forgotten operator.
void check_starts_a_line(const Source& source, const Statement& statement) {
  const auto start = static_cast<std::size_t>(statement.start.data() - source.text.data());
  const std::size_t before = source.text.substr(0, start).find_last_not_of(" \t\r");
  if (before != std::string_view::npos && source.text[before] != '\n') {
    source.fail(statement.start, "expected an operator or the end of the line, found " +
                                     source.describe(statement.start.data()));
  }
}

Variable declared_variable(const Source& source, const Statement& statement) {
  Variable variable{.name = unquote(statement.name), .unit = unquote(statement.unit), .levels = {}};
  std::set<std::string> known;
  for (const std::string_view level : statement.levels) {
    variable.levels.push_back(unquote(level));
    if (!known.insert(variable.levels.back()).second) {
      source.fail(level, "level " + quote(variable.levels.back()) + " is given twice");
    }
  }
  return variable;
}

void check_is_new(const Source& source, const Statement& statement, const Scope& scope) {
  const std::string name = unquote(statement.name);
  if (scope.knows(name)) source.fail(statement.name, quote(name) + " is already declared");
  if (!scope.has_room()) {
    source.fail(statement.name,
                "more than " + std::to_string(parse_tree::max_variables) + " variables");
  }
}

}  // namespace

Expression parse_expression(std::string_view text, const Variables& variables,
                            const std::string& source_name) {
  const Source source{text, source_name};
  Scope scope(variables);
  return build(parse_tree::read_expression(source), source, scope);
}

Formula parse_free_expression(std::string_view text, const std::string& source_name) {
  const Source source{text, source_name};
  Scope scope({}, Scope::Unknown::declare);
  Formula formula;
  formula.target = "y";
  formula.expression = build(parse_tree::read_expression(source), source, scope);
  formula.variables = scope.variables();
  return formula;
}

Formula parse_formula(std::string_view text, const std::string& source_name) {
  const Source source{text, source_name};
  Scope scope({});
  Formula formula;
  bool has_result = false;
  for (const Statement& statement : parse_tree::read_statements(source)) {
    check_starts_a_line(source, statement);
    if (has_result) {
      source.fail(statement.start, "expected the end of the file after the result, found " +
                                       source.describe(statement.start.data()));
    }
    switch (statement.kind) {
      case Statement::Kind::variable:
        check_is_new(source, statement, scope);
        scope.add(declared_variable(source, statement));
        break;
      case Statement::Kind::let:
        check_is_new(source, statement, scope);
        scope.add_let(unquote(statement.name), build(statement.expression, source, scope));
        break;
      case Statement::Kind::result:
        formula.target = unquote(statement.name);
        formula.target_unit = unquote(statement.unit);
        formula.expression = build(statement.expression, source, scope);
        has_result = true;
        break;
    }
  }
  if (!has_result) {
    source.fail(text.substr(text.size()),
                "the formula is missing: expected a last line such as: peak_bytes \"bytes\" = "
                "EXPRESSION");
  }
  formula.variables = scope.variables();
  return formula;
}

Formula read_formula(const std::filesystem::path& path) {
  return parse_formula(read_file(path), path.string());
}

}  // namespace memlaw
