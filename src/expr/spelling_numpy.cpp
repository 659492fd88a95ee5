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
    // Between two constants the operator would be Python's own, which raises an exception at 0.
    {Op::div, "np.divide({0}, {1})"},
    {Op::pow, "np.power({0}, {1})"},
    // Of two zeros, np.minimum takes either.
    {Op::min, "_min({0}, {1})", R"(def _min(a, b):
    return np.where((a < b) | (a != a), a, b)
)"},
    {Op::max, "_max({0}, {1})", R"(def _max(a, b):
    return np.where((a > b) | (a != a), a, b)
)"},
    {Op::aq, "_aq({0}, {1})", R"(def _aq(a, b):
    return np.divide(a, np.sqrt(1.0 + b * b))
)"},
    {Op::neg, "-{0}"},
    {Op::inv, "np.divide(1.0, {0})"},
    {Op::square, "_square({0})", R"(def _square(a):
    return a * a
)"},
    {Op::cube, "_cube({0})", R"(def _cube(a):
    return a * a * a
)"},
    {Op::sqrt, "np.sqrt({0})"},
    {Op::cbrt, "np.cbrt({0})"},
    {Op::exp, "np.exp({0})"},
    {Op::log, "np.log({0})"},
    {Op::log2, "np.log2({0})"},
    {Op::abs, "np.abs({0})"},
    {Op::ceil, "np.ceil({0})"},
    {Op::floor, "np.floor({0})"},
    // np.round takes halves to the even neighbour, not away from zero.
    {Op::round, "_round({0})", R"(def _round(a):
    size = np.abs(a)
    whole = np.floor(size)
    return np.copysign(np.where(size - whole >= 0.5, whole + 1.0, whole), a)
)"},
    {Op::sin, "np.sin({0})"},
    {Op::cos, "np.cos({0})"},
    {Op::tanh, "np.tanh({0})"},
});
static_assert(spells_every_operator(table));

}  // namespace

const Spelling& numpy_spelling(Op op) { return table[static_cast<std::size_t>(op)]; }

}  // namespace memlaw
