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
    // IEEE 754 says 1 where Math.pow says NaN.
    {Op::pow, "_pow({0}, {1})", R"(function _pow(a, b) {
  return a === 1 || (a === -1 && Math.abs(b) === Infinity) ? 1 : Math.pow(a, b);
}
)"},
    // Math.min tells zeros of different signs apart.
    {Op::min, "_min({0}, {1})", R"(function _min(a, b) {
  return a < b || a !== a ? a : b;
}
)"},
    {Op::max, "_max({0}, {1})", R"(function _max(a, b) {
  return a > b || a !== a ? a : b;
}
)"},
    {Op::aq, "_aq({0}, {1})", R"(function _aq(a, b) {
  return a / Math.sqrt(1 + b * b);
}
)"},
    {Op::neg, "-{0}"},
    {Op::inv, "_inv({0})", R"(function _inv(a) {
  return 1 / a;
}
)"},
    {Op::square, "_square({0})", R"(function _square(a) {
  return a * a;
}
)"},
    {Op::cube, "_cube({0})", R"(function _cube(a) {
  return a * a * a;
}
)"},
    {Op::sqrt, "Math.sqrt({0})"},
    {Op::cbrt, "Math.cbrt({0})"},
    {Op::exp, "Math.exp({0})"},
    {Op::log, "Math.log({0})"},
    {Op::log2, "Math.log2({0})"},
    {Op::abs, "Math.abs({0})"},
    {Op::ceil, "Math.ceil({0})"},
    {Op::floor, "Math.floor({0})"},
    // Math.round takes halves up, not away from zero.
    {Op::round, "_round({0})", R"(function _round(a) {
  const size = Math.abs(a);
  const whole = Math.floor(size);
  const rounded = size - whole >= 0.5 ? whole + 1 : whole;
  return a < 0 || Object.is(a, -0) ? -rounded : rounded;
}
)"},
    {Op::sin, "Math.sin({0})"},
    {Op::cos, "Math.cos({0})"},
    {Op::tanh, "Math.tanh({0})"},
});
static_assert(spells_every_operator(table));

}  // namespace

const Spelling& javascript_spelling(Op op) { return table[static_cast<std::size_t>(op)]; }

}  // namespace memlaw
