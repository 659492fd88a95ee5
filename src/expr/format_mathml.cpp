#include <string>
#include <vector>

#include "memlaw/expr/format.hpp"
#include "plain_text.hpp"
#include "typeset.hpp"

namespace memlaw {
namespace {

constexpr std::string_view minus_sign = "<mo>&#x2212;</mo>";

std::string escaped(std::string_view text) {
  std::string result;
  const std::string clean = printable(text);
  for (std::string_view rest = clean; !rest.empty();) {
    const std::string_view before = rest;
    const char32_t c = next_code_point(rest);
    if (c == '&') {
      result += "&amp;";
    } else if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == 0xFFFE || c == 0xFFFF) {  // which XML does not allow
      result += "&#xFFFD;";
    } else {
      result += before.substr(0, before.size() - rest.size());
    }
  }
  return result;
}

std::string symbol(const std::string& name) { return "<mi>" + escaped(name) + "</mi>"; }

std::string indexed(std::string_view letter, std::size_t k) {
  return "<msub><mi>" + std::string(letter) + "</mi><mn>" + std::to_string(k) + "</mn></msub>";
}

std::string digits_of(std::string_view text) { return "<mn>" + std::string(text) + "</mn>"; }

std::string spell_number(const DecimalText& number) {
  std::string text;
  if (number.negative) text += minus_sign;
  if (number.mantissa == "inf") return text + "<mi>&#x221E;</mi>";
  if (number.mantissa == "nan") return "<mi>NaN</mi>";
  if (!number.mantissa.empty()) text += digits_of(number.mantissa);
  if (number.exponent.empty()) return text;
  if (!number.mantissa.empty()) text += "<mo>&#x22C5;</mo>";
  std::string_view exponent = number.exponent;
  std::string sign;
  if (exponent[0] == '-') {
    sign = minus_sign;
    exponent.remove_prefix(1);
  }
  return text + "<msup><mn>10</mn><mrow>" + sign + digits_of(exponent) + "</mrow></msup>";
}

std::string row(const std::string& left, const std::string& right) {
  return "<mtr><mtd style=\"text-align:right\">" + left + "</mtd><mtd style=\"text-align:left\">" +
         right + "</mtd></mtr>\n";
}

std::string rows(const Typeset::Equation& equation) {
  std::string text;
  for (std::size_t i = 0; i < equation.lines.size(); ++i) {
    const auto& line = equation.lines[i];
    std::string right = i == 0 ? "<mo>=</mo>" : "";
    for (std::size_t k = 0; k < line.size(); ++k) {
      if (i > 0 || k > 0) right += line[k].minus ? minus_sign : "<mo>+</mo>";
      right += line[k].text;
    }
    text += row(i == 0 ? equation.left : "", right);
  }
  return text;
}

std::string rows(const Typeset::Table& table, const Variable& variable) {
  std::string levels;
  for (std::size_t i = 0; i < table.numbers.size(); ++i) {
    levels += "<mtr><mtd>" + table.numbers[i] + "</mtd><mtd style=\"text-align:left\"><mtext>" +
              escaped(variable.levels.at(i)) + "</mtext></mtd></mtr>";
  }
  return row(table.left, "<mo>=</mo><mo>{</mo><mtable>" + levels + "</mtable>");
}

}  // namespace

std::string format_mathml(const Formula& formula, int digits) {
  const Notation notation{.pattern = [](Op op) { return info(op).mathml; },
                          .open = "<mo>(</mo>",
                          .close = "<mo>)</mo>",
                          .number = spell_number,
                          .name = symbol,
                          .step = [](std::size_t k) { return indexed("t", k); },
                          .table =
                              [](std::size_t k, const std::string& variable) {
                                return indexed("&#x3BA;", k) + "<mo>(</mo>" + variable +
                                       "<mo>)</mo>";
                              }};
  const Typeset parts = typeset(formula, notation, digits);
  std::string text =
      "<math display=\"block\" xmlns=\"http://www.w3.org/1998/Math/MathML\">"
      "<mtable displaystyle=\"true\">\n";
  for (const Typeset::Equation& equation : parts.equations) text += rows(equation);
  for (const Typeset::Table& table : parts.tables) {
    text += rows(table, formula.variables.at(table.feature));
  }
  return text + "</mtable></math>\n";
}

}  // namespace memlaw
