#include "python_text.hpp"

#include "plain_text.hpp"
#include "range_conditions.hpp"

namespace memlaw::python {

Names give_names(const ExportedModel& model, bool (*is_reserved)(const std::string&)) {
  Identifiers all(is_reserved);
  const std::string function = all.add(model.formula.target, "formula");
  Names names{std::move(all), function, "", "", {}, ""};
  for (const Variable& variable : model.formula.variables) {
    names.parameters.push_back(names.all.add(variable.name, "x"));
  }
  if (!model.bounds.empty()) {
    names.upper = names.all.add(function + "_upper", "upper");
    names.level = names.all.add("level", "level");
  }
  if (model.range) {
    names.in_range = names.all.add(function + "_in_training_range", "in_training_range");
  }
  return names;
}

std::string definition(const std::string& name, const std::vector<std::string>& parameters) {
  return wrap("def " + name + "(" + join(parameters, ", ", "") + "):", width, "    ") + "\n";
}

// Blanks in double-quoted text are kept by wrap(), but a quote escaped inside one is not
// understood, so lines with string literals are built one literal a line instead.
std::string tables(const Formula& formula, const Code& code, const Language& language) {
  std::string text;
  for (const Code::Table& table : code.tables) {
    text += table.name + " = {\n";
    const std::vector<std::string>& levels = formula.variables[table.feature].levels;
    for (std::size_t i = 0; i < table.values.size(); ++i) {
      text += "    " + spell_string(levels.at(i)) + ": " + spell_number(table.values[i], language) +
              ",\n";
    }
    text += "}\n\n";
  }
  return text.empty() ? text : text + "\n";
}

std::string level_list(const Variable& variable, const std::vector<bool>& marked) {
  std::vector<std::string> levels;
  for (std::size_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) levels.push_back(spell_string(variable.levels[i]));
  }
  return "[" + join(levels, ", ", "") + "]";
}

std::string bound_list(const ExportedModel& model, const Language& language) {
  std::vector<std::string> pairs;
  for (const BoundFactor& bound : model.bounds) {
    pairs.push_back("(" + spell_number(bound.level, language) + ", " +
                    spell_number(bound.factor, language) + ")");
  }
  return "[" + join(pairs, ", ", "") + "]";
}

std::string describe_upper(const ExportedModel& model) {
  return comment_lines(wrap(memlaw::describe_upper(model), width - 2, ""), "# ");
}

std::string describe_range() {
  return comment_lines(wrap(memlaw::describe_range(), width - 2, ""), "# ");
}

std::string script(const Formula& formula, const Names& names) {
  std::string columns;
  for (std::size_t i = 0; i < names.parameters.size(); ++i) {
    columns += "        " + spell_string(names.parameters[i]) + ": " +
               spell_string(formula.variables[i].name) + ",\n";
  }
  return "if __name__ == \"__main__\":\n"
         "    import csv\n"
         "    import sys\n\n"
         "    _columns = {\n" +
         columns +
         "    }\n"
         "    sys.stdin.reconfigure(encoding=\"utf-8-sig\", errors=\"surrogateescape\", "
         "newline=\"\")\n"
         "    rows = csv.DictReader(sys.stdin)\n"
         "    missing = [name for name in _columns.values() if name not in (rows.fieldnames or "
         "[])]\n"
         "    if missing:\n"
         "        sys.exit(\"missing column: \" + ascii(missing[0]))\n"
         "    for row in rows:\n"
         "        print(repr(float(" +
         names.function + "(**{key: row[name] for key, name in _columns.items()}))))\n";
}

}  // namespace memlaw::python
