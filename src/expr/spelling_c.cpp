#include <array>

#include "spelling.hpp"

namespace memlaw {
namespace {

constexpr std::array table = std::to_array<Spelling>({
    {Op::constant, ""},
    {Op::feature, ""},
    {Op::category, ""},
    {Op::add, "{0} + {1}"},
    {Op::sub, "{0} - {1}"},
    {Op::mul, "{0} * {1}"},
    {Op::div, "{0} / {1}"},
    {Op::pow, "pow{f}({0}, {1})"},
    // fmin and fmax prefer a number to NaN.
    {Op::min, "memlaw_min{f}({0}, {1})",
     "{real} memlaw_min{f}({real} a, {real} b) { return a < b || a != a ? a : b; }\n"},
    {Op::max, "memlaw_max{f}({0}, {1})",
     "{real} memlaw_max{f}({real} a, {real} b) { return a > b || a != a ? a : b; }\n"},
    {Op::aq, "memlaw_aq{f}({0}, {1})",
     "{real} memlaw_aq{f}({real} a, {real} b) { return a / sqrt{f}(1.0{f} + b * b); }\n"},
    {Op::neg, "-{0}"},
    {Op::inv, "memlaw_inv{f}({0})", "{real} memlaw_inv{f}({real} a) { return 1.0{f} / a; }\n"},
    {Op::square, "memlaw_square{f}({0})", "{real} memlaw_square{f}({real} a) { return a * a; }\n"},
    {Op::cube, "memlaw_cube{f}({0})", "{real} memlaw_cube{f}({real} a) { return a * a * a; }\n"},
    {Op::sqrt, "sqrt{f}({0})"},
    {Op::cbrt, "cbrt{f}({0})"},
    {Op::exp, "exp{f}({0})"},
    {Op::log, "log{f}({0})"},
    {Op::log2, "log2{f}({0})"},
    {Op::abs, "fabs{f}({0})"},
    {Op::ceil, "ceil{f}({0})"},
    {Op::floor, "floor{f}({0})"},
    {Op::round, "round{f}({0})"},
    {Op::sin, "sin{f}({0})"},
    {Op::cos, "cos{f}({0})"},
    {Op::tanh, "tanh{f}({0})"},
});
static_assert(spells_every_operator(table));

}  // namespace

const Spelling& c_spelling(Op op) { return table[static_cast<std::size_t>(op)]; }

std::string spell_c(std::string_view text, bool single) {
  std::string result;
  while (!text.empty()) {
    const std::size_t at = text.find('{');
    result += text.substr(0, at);
    if (at == std::string_view::npos) break;
    text.remove_prefix(at);
    if (text.starts_with("{f}")) {
      result += single ? "f" : "";
      text.remove_prefix(3);
    } else if (text.starts_with("{real}")) {
      result += single ? "float" : "double";
      text.remove_prefix(6);
    } else {
      result += '{';
      text.remove_prefix(1);
    }
  }
  return result;
}

}  // namespace memlaw
