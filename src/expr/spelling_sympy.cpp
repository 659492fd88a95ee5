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
    {Op::mul, "{0}*{1}"},
    {Op::div, "{0}/{1}"},
    {Op::pow, "{0}**{1}"},
    {Op::min, "Min({0}, {1})"},
    {Op::max, "Max({0}, {1})"},
    {Op::aq, "_aq({0}, {1})", R"(def _aq(a, b):
    return a/sqrt(1 + sympify(b)**2)
)"},
    {Op::neg, "-{0}"},
    {Op::inv, "{0}**(-1)"},
    {Op::square, "{0}**2"},
    {Op::cube, "{0}**3"},
    {Op::sqrt, "sqrt({0})"},
    // SymPy's cbrt is complex below 0.
    {Op::cbrt, "_cbrt({0})", R"(def _cbrt(a):
    return sign(a)*Abs(a)**Rational(1, 3)
)"},
    {Op::exp, "exp({0})"},
    {Op::log, "log({0})"},
    {Op::log2, "log({0}, 2)"},
    {Op::abs, "Abs({0})"},
    {Op::ceil, "ceiling({0})"},
    {Op::floor, "floor({0})"},
    // Halves away from zero, without a sum that could round up by itself.
    {Op::round, "_round({0})", R"(def _round(a):
    return sign(a)*floor((floor(2*Abs(a)) + 1)/2)
)"},
    {Op::sin, "sin({0})"},
    {Op::cos, "cos({0})"},
    {Op::tanh, "tanh({0})"},
});
static_assert(spells_every_operator(table));

}  // namespace

const Spelling& sympy_spelling(Op op) { return table[static_cast<std::size_t>(op)]; }

}  // namespace memlaw
