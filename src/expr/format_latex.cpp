#include <fmt/format.h>

#include <string>
#include <vector>

#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "typeset.hpp"

namespace memlaw {
namespace {

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }

// Letters of Latin-1 that the default encoding of pdflatex can typeset.
bool is_accented(char32_t c) {
  return c >= 0xC0 && c <= 0xFF && c != 0xD0 && c != 0xD7 && c != 0xDE && c != 0xF0 && c != 0xF7 &&
         c != 0xFE;
}

// One character in text mode. What pdflatex cannot typeset without more packages becomes [U+65E5].
std::string text_character(char32_t c, std::string_view bytes) {
  static constexpr std::string_view escaped = "#$%&_{}";
  if (c < 0x80 && escaped.find(static_cast<char>(c)) != std::string_view::npos) {
    return "\\" + std::string(bytes);
  }
  switch (c) {
    case '\\':
      return "\\textbackslash{}";
    case '^':
      return "\\textasciicircum{}";
    case '~':
      return "\\textasciitilde{}";
    case '<':
      return "$<$";
    case '>':
      return "$>$";
    case '|':
      return "$|$";
    case '"':
      return "''";
    case '-':  // in braces, so that two do not join to a dash
    case '`':
    case '\'':
    case '?':
    case '!':
    case ',':
      return "{" + std::string(bytes) + "}";
    case 0xB5:
    case 0x3BC:
      return "$\\mu$";
    default:
      break;
  }
  if ((c >= 0x20 && c < 0x7F) || is_accented(c)) return std::string(bytes);
  return fmt::format("[U+{:04X}]", static_cast<std::uint32_t>(c));
}

// x, x_{1}, \mathrm{side\_voxels}, \text{image side}.
std::string symbol(const std::string& name) {
  if (name.empty()) return "\\text{[no name]}";
  bool word = true,
       digits_follow = name.size() > 1 && is_letter(static_cast<unsigned char>(name[0]));
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    word = word && (is_letter(c) || is_digit(c) || c == '_');
    if (i > 0) digits_follow = digits_follow && is_digit(c);
  }
  if (name.size() == 1 && is_letter(static_cast<unsigned char>(name[0]))) return name;
  if (digits_follow) return name.substr(0, 1) + "_{" + name.substr(1) + "}";
  return (word ? "\\mathrm{" : "\\text{") + latex_text(name) + "}";
}

std::string spell_number(const DecimalText& number) {
  const std::string sign = number.negative ? "-" : "";
  if (number.mantissa == "inf") return sign + "\\infty";
  if (number.mantissa == "nan") return "\\mathrm{NaN}";
  std::string text = sign + number.mantissa;
  if (number.exponent.empty()) return text;
  if (!number.mantissa.empty()) text += " \\cdot ";
  return text + "10^{" + number.exponent + "}";
}

std::string equation(const Typeset::Equation& equation) {
  std::string text = equation.left + " ={}& ";
  for (std::size_t i = 0; i < equation.lines.size(); ++i) {
    const auto& line = equation.lines[i];
    if (i > 0) text += " \\\\\n  & ";
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (i > 0 || k > 0) text += line[k].minus ? " - " : " + ";
      text += line[k].text;
    }
  }
  return text;
}

std::string cases(const Typeset::Table& table, const Variable& variable) {
  std::string text = table.left + " ={}& \\begin{cases}\n";
  for (std::size_t i = 0; i < table.numbers.size(); ++i) {
    text += "    " + table.numbers[i] + " & \\text{if } " + symbol(variable.name) + " = \\text{" +
            latex_text(variable.levels.at(i)) + "} \\\\\n";
  }
  return text + "  \\end{cases}";
}

std::string description(const Formula& formula) {
  std::string text;
  const auto item = [&](const std::string& name, const std::string& unit) {
    text += "\\noindent $" + symbol(name) + "$";
    if (!unit.empty()) text += " in " + latex_text(unit);
    text += "\\par\n";
  };
  item(formula.target.empty() ? "y" : formula.target, formula.target_unit);
  for (const Variable& variable : formula.variables) item(variable.name, variable.unit);
  return text;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view before = text;
    const char32_t c = next_code_point(text);
    result += text_character(c, before.substr(0, before.size() - text.size()));
  }
  return result;
}

std::string format_latex(const Formula& formula, const TexOptions& options) {
  const Notation notation{.pattern = [](Op op) { return info(op).latex; },
                          .open = "\\left(",
                          .close = "\\right)",
                          .number = spell_number,
                          .name = symbol,
                          .step = [](std::size_t k) { return "t_{" + std::to_string(k) + "}"; },
                          .table =
                              [](std::size_t k, const std::string& variable) {
                                return "\\kappa_{" + std::to_string(k) + "}(" + variable + ")";
                              }};
  const Typeset parts = typeset(formula, notation, options.digits);
  std::string text = "\\begin{align*}\n";
  bool first = true;
  const auto row = [&](const std::string& content) {
    text += (first ? "  " : " \\\\\n  ") + content;
    first = false;
  };
  for (const Typeset::Equation& part : parts.equations) row(equation(part));
  for (const Typeset::Table& table : parts.tables) {
    row(cases(table, formula.variables.at(table.feature)));
  }
  text += "\n\\end{align*}\n";
  if (!options.document) return text;
  return "\\documentclass{article}\n"
         "\\usepackage{amsmath}\n"
         "\\allowdisplaybreaks\n"
         "\\setlength{\\oddsidemargin}{-0.5cm}\n"
         "\\setlength{\\textwidth}{17cm}\n"
         "\\begin{document}\n" +
         text + description(formula) + "\\end{document}\n";
}

}  // namespace memlaw
