#include "memlaw/expr/operators.hpp"

#include <array>
#include <cmath>

namespace memlaw {
namespace {

using std::string_view;

constexpr OperatorInfo leaf(Op op, string_view name, string_view meaning) {
  return {.op = op,
          .name = name,
          .arity = 0,
          .cost = 1.0,
          .scalar = nullptr,
          .cpp = "",
          .python = "",
          .latex = "",
          .mathml = "",
          .meaning = meaning};
}

constexpr std::array<OperatorInfo, op_count> table = {{
    leaf(Op::constant, "constant", "a number"),
    leaf(Op::feature, "feature", "a numeric feature"),
    leaf(Op::category, "category", "one number for each level of a categorical feature"),
    {.op = Op::add,
     .name = "add",
     .symbol = "+",
     .arity = 2,
     .precedence = 1,
     .cost = 1.0,
     .commutative = true,
     .scalar = [](double a, double b) { return a + b; },
     .cpp = "{0} + {1}",
     .python = "{0} + {1}",
     .latex = "{0} + {1}",
     .mathml = "{0}<mo>+</mo>{1}",
     .meaning = "a + b"},
    {.op = Op::sub,
     .name = "sub",
     .symbol = "-",
     .arity = 2,
     .precedence = 1,
     .cost = 1.0,
     .scalar = [](double a, double b) { return a - b; },
     .cpp = "{0} - {1}",
     .python = "{0} - {1}",
     .latex = "{0} - {1}",
     .mathml = "{0}<mo>&#x2212;</mo>{1}",
     .meaning = "a - b"},
    {.op = Op::mul,
     .name = "mul",
     .symbol = "*",
     .arity = 2,
     .precedence = 2,
     .cost = 1.0,
     .commutative = true,
     .scalar = [](double a, double b) { return a * b; },
     .cpp = "{0} * {1}",
     .python = "{0} * {1}",
     .latex = "{0} \\cdot {1}",
     .mathml = "{0}<mo>&#x22C5;</mo>{1}",
     .meaning = "a * b"},
    {.op = Op::div,
     .name = "div",
     .symbol = "/",
     .arity = 2,
     .precedence = 2,
     .cost = 1.0,
     .scalar = [](double a, double b) { return a / b; },
     .cpp = "{0} / {1}",
     .python = "_div({0}, {1})",
     .latex = "\\frac{{0}}{{1}}",
     .mathml = "<mfrac><mrow>{0}</mrow><mrow>{1}</mrow></mfrac>",
     .python_helper = R"(def _div(a, b):
    if b != 0.0:
        return a / b
    if a == 0.0 or a != a:
        return math.nan
    return math.copysign(math.inf, math.copysign(1.0, a) * math.copysign(1.0, b))
)",
     .meaning = "a / b"},
    {.op = Op::pow,
     .name = "pow",
     .symbol = "^",
     .arity = 2,
     .precedence = 4,
     .cost = 3.0,
     .scalar = [](double a, double b) { return std::pow(a, b); },
     .cpp = "std::pow({0}, {1})",
     .python = "_pow({0}, {1})",
     .latex = "{0}^{{1}}",
     .mathml = "<msup><mrow>{0}</mrow><mrow>{1}</mrow></msup>",
     .python_helper = R"(def _pow(a, b):
    try:
        return math.pow(a, b)
    except (OverflowError, ValueError):
        if a < 0.0 and b != math.floor(b):
            return math.nan
        odd = abs(math.fmod(b, 2.0)) == 1.0
        return math.copysign(math.inf, a) if odd else math.inf
)",
     .meaning = "a to the power b (std::pow)"},
    {.op = Op::min,
     .name = "min",
     .arity = 2,
     .cost = 2.0,
     .commutative = true,
     .scalar = [](double a, double b) { return a < b || a != a ? a : b; },
     .cpp = "memlaw_min({0}, {1})",
     .python = "_min({0}, {1})",
     .latex = "\\min\\left({0}, {1}\\right)",
     .mathml = "<mi>min</mi><mo>(</mo>{0}<mo>,</mo>{1}<mo>)</mo>",
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_min(Real a, Real b) { return a < b || a != a ? a : b; }
)",
     .python_helper = R"(def _min(a, b):
    return a if a < b or a != a else b
)",
     .meaning = "the smaller one; NaN when either is NaN"},
    {.op = Op::max,
     .name = "max",
     .arity = 2,
     .cost = 2.0,
     .commutative = true,
     .scalar = [](double a, double b) { return a > b || a != a ? a : b; },
     .cpp = "memlaw_max({0}, {1})",
     .python = "_max({0}, {1})",
     .latex = "\\max\\left({0}, {1}\\right)",
     .mathml = "<mi>max</mi><mo>(</mo>{0}<mo>,</mo>{1}<mo>)</mo>",
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_max(Real a, Real b) { return a > b || a != a ? a : b; }
)",
     .python_helper = R"(def _max(a, b):
    return a if a > b or a != a else b
)",
     .meaning = "the larger one; NaN when either is NaN"},
    {.op = Op::aq,
     .name = "aq",
     .arity = 2,
     .cost = 3.0,
     .scalar = [](double a, double b) { return a / std::sqrt(1.0 + b * b); },
     .cpp = "memlaw_aq({0}, {1})",
     .python = "_aq({0}, {1})",
     .latex = "\\frac{{0}}{\\sqrt{1 + \\left({1}\\right)^{2}}}",
     .mathml =
         "<mfrac><mrow>{0}</mrow><msqrt><mn>1</mn><mo>+</mo><msup><mrow><mo>(</mo>{1}<mo>)</mo>"
         "</mrow><mn>2</mn></msup></msqrt></mfrac>",
     .cpp_helper = R"(template <typename Real>
inline Real memlaw_aq(Real a, Real b) { return a / std::sqrt(1 + b * b); }
)",
     .python_helper = R"(def _aq(a, b):
    return a / math.sqrt(1.0 + b * b)
)",
     .meaning = "analytic quotient a / sqrt(1 + b^2)"},
    {.op = Op::neg,
     .name = "neg",
     .arity = 1,
     .precedence = 3,
     .cost = 1.0,
     .scalar = [](double a, double) { return -a; },
     .cpp = "-{0}",
     .python = "-{0}",
     .latex = "-{0}",
     .mathml = "<mo>&#x2212;</mo>{0}",
     .meaning = "-a"},
    {.op = Op::inv,
     .name = "inv",
     .arity = 1,
     .cost = 1.0,
     .scalar = [](double a, double) { return 1.0 / a; },
     .cpp = "memlaw_inv({0})",
     .python = "_inv({0})",
     .latex = "\\frac 1{{0}}",
     .mathml = "<mfrac><mn>1</mn><mrow>{0}</mrow></mfrac>",
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_inv(Real a) { return 1 / a; }
)",
     .python_helper = R"(def _inv(a):
    return 1.0 / a if a != 0.0 else math.copysign(math.inf, a)
)",
     .meaning = "1 / a"},
    {.op = Op::square,
     .name = "square",
     .arity = 1,
     .cost = 1.0,
     .scalar = [](double a, double) { return a * a; },
     .cpp = "memlaw_square({0})",
     .python = "_square({0})",
     .latex = "{0}^{2}",
     .mathml = "<msup><mrow>{0}</mrow><mn>2</mn></msup>",
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_square(Real a) { return a * a; }
)",
     .python_helper = R"(def _square(a):
    return a * a
)",
     .meaning = "a * a"},
    {.op = Op::cube,
     .name = "cube",
     .arity = 1,
     .cost = 1.0,
     .scalar = [](double a, double) { return a * a * a; },
     .cpp = "memlaw_cube({0})",
     .python = "_cube({0})",
     .latex = "{0}^{3}",
     .mathml = "<msup><mrow>{0}</mrow><mn>3</mn></msup>",
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_cube(Real a) { return a * a * a; }
)",
     .python_helper = R"(def _cube(a):
    return a * a * a
)",
     .meaning = "a * a * a"},
    {.op = Op::sqrt,
     .name = "sqrt",
     .arity = 1,
     .cost = 2.0,
     .scalar = [](double a, double) { return std::sqrt(a); },
     .cpp = "std::sqrt({0})",
     .python = "_sqrt({0})",
     .latex = "\\sqrt{{0}}",
     .mathml = "<msqrt>{0}</msqrt>",
     .python_helper = R"(def _sqrt(a):
    return math.nan if a < 0.0 else math.sqrt(a)
)",
     .meaning = "square root; NaN below 0"},
    {.op = Op::cbrt,
     .name = "cbrt",
     .arity = 1,
     .cost = 2.0,
     .scalar = [](double a, double) { return std::cbrt(a); },
     .cpp = "std::cbrt({0})",
     .python = "_cbrt({0})",
     .latex = "\\sqrt[3]{{0}}",
     .mathml = "<mroot><mrow>{0}</mrow><mn>3</mn></mroot>",
     // math.cbrt came with Python 3.11. One Newton step takes the power to full precision.
     .python_helper = R"(def _cbrt(a):
    if hasattr(math, "cbrt"):
        return math.cbrt(a)
    if a == 0.0 or not math.isfinite(a):
        return a
    root = math.copysign(abs(a) ** (1.0 / 3.0), a)
    return root - (root - a / root / root) / 3.0
)",
     .meaning = "cube root, of either sign"},
    {.op = Op::exp,
     .name = "exp",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::exp(a); },
     .cpp = "std::exp({0})",
     .python = "_exp({0})",
     .latex = "\\exp\\left({0}\\right)",
     .mathml = "<mi>exp</mi><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _exp(a):
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf
)",
     .meaning = "e to the power a"},
    {.op = Op::log,
     .name = "log",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::log(a); },
     .cpp = "std::log({0})",
     .python = "_log({0})",
     .latex = "\\ln\\left({0}\\right)",
     .mathml = "<mi>ln</mi><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _log(a):
    if a == 0.0:
        return -math.inf
    return math.nan if a < 0.0 else math.log(a)
)",
     .meaning = "natural logarithm; -infinity at 0, NaN below"},
    {.op = Op::log2,
     .name = "log2",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::log2(a); },
     .cpp = "std::log2({0})",
     .python = "_log2({0})",
     .latex = "\\log_{2}\\left({0}\\right)",
     .mathml = "<msub><mi>log</mi><mn>2</mn></msub><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _log2(a):
    if a == 0.0:
        return -math.inf
    return math.nan if a < 0.0 else math.log2(a)
)",
     .meaning = "logarithm to base 2; -infinity at 0, NaN below"},
    {.op = Op::abs,
     .name = "abs",
     .arity = 1,
     .cost = 1.0,
     .scalar = [](double a, double) { return std::abs(a); },
     .cpp = "memlaw_abs({0})",
     .python = "abs({0})",
     .latex = "\\left|{0}\\right|",
     .mathml = "<mo>|</mo>{0}<mo>|</mo>",
     // std::fabs is constexpr from C++23 on. The sum takes the sign from a zero.
     .cpp_helper = R"(template <typename Real>
constexpr Real memlaw_abs(Real a) { return a < 0 ? -a : a + 0; }
)",
     .meaning = "absolute value"},
    {.op = Op::ceil,
     .name = "ceil",
     .arity = 1,
     .cost = 2.0,
     .smooth = false,
     .scalar = [](double a, double) { return std::ceil(a); },
     .cpp = "std::ceil({0})",
     .python = "_ceil({0})",
     .latex = "\\left\\lceil {0} \\right\\rceil",
     .mathml = "<mo>&#x2308;</mo>{0}<mo>&#x2309;</mo>",
     .python_helper = R"(def _ceil(a):
    return math.copysign(math.ceil(a), a) if math.isfinite(a) else a
)",
     .meaning = "the next integer at or above"},
    {.op = Op::floor,
     .name = "floor",
     .arity = 1,
     .cost = 2.0,
     .smooth = false,
     .scalar = [](double a, double) { return std::floor(a); },
     .cpp = "std::floor({0})",
     .python = "_floor({0})",
     .latex = "\\left\\lfloor {0} \\right\\rfloor",
     .mathml = "<mo>&#x230A;</mo>{0}<mo>&#x230B;</mo>",
     .python_helper = R"(def _floor(a):
    return math.copysign(math.floor(a), a) if math.isfinite(a) else a
)",
     .meaning = "the next integer at or below"},
    {.op = Op::round,
     .name = "round",
     .arity = 1,
     .cost = 2.0,
     .smooth = false,
     .scalar = [](double a, double) { return std::round(a); },
     .cpp = "std::round({0})",
     .python = "_round({0})",
     .latex = "\\operatorname{round}\\left({0}\\right)",
     .mathml = "<mi>round</mi><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _round(a):
    if not math.isfinite(a):
        return a
    whole = math.floor(abs(a))
    return math.copysign(whole + (abs(a) - whole >= 0.5), a)
)",
     .meaning = "the nearest integer, halves away from zero"},
    {.op = Op::sin,
     .name = "sin",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::sin(a); },
     .cpp = "std::sin({0})",
     .python = "_sin({0})",
     .latex = "\\sin\\left({0}\\right)",
     .mathml = "<mi>sin</mi><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _sin(a):
    return math.nan if math.isinf(a) else math.sin(a)
)",
     .meaning = "sine, in radians"},
    {.op = Op::cos,
     .name = "cos",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::cos(a); },
     .cpp = "std::cos({0})",
     .python = "_cos({0})",
     .latex = "\\cos\\left({0}\\right)",
     .mathml = "<mi>cos</mi><mo>(</mo>{0}<mo>)</mo>",
     .python_helper = R"(def _cos(a):
    return math.nan if math.isinf(a) else math.cos(a)
)",
     .meaning = "cosine, in radians"},
    {.op = Op::tanh,
     .name = "tanh",
     .arity = 1,
     .cost = 3.0,
     .scalar = [](double a, double) { return std::tanh(a); },
     .cpp = "std::tanh({0})",
     .python = "math.tanh({0})",
     .latex = "\\tanh\\left({0}\\right)",
     .mathml = "<mi>tanh</mi><mo>(</mo>{0}<mo>)</mo>",
     .meaning = "hyperbolic tangent"},
}};

constexpr bool in_enum_order() {
  for (int i = 0; i < op_count; ++i) {
    if (static_cast<int>(table[static_cast<std::size_t>(i)].op) != i) return false;
  }
  return true;
}
static_assert(in_enum_order(), "the table is indexed by Op");

}  // namespace

std::span<const OperatorInfo> operators() { return table; }

const OperatorInfo& info(Op op) { return table[static_cast<std::size_t>(op)]; }

const OperatorInfo* find_operator(std::string_view name) {
  for (const OperatorInfo& entry : table) {
    if (entry.arity == 0) continue;
    if (entry.name == name || (!entry.symbol.empty() && entry.symbol == name)) return &entry;
  }
  return nullptr;
}

}  // namespace memlaw
