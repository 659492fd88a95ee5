// Reads any bytes as an expression file and as an expression. Whatever is accepted must come back
// equal after it is written and read again, and must be exported without trouble.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "memlaw/base/error.hpp"
#include "memlaw/expr/format.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// Parentheses that the text did without (a chain of "^", say) may go beyond the nesting limit when
// the formula is written. Nothing else may be refused.
void check_round_trip(const memlaw::Formula& formula) {
  memlaw::Formula again;
  try {
    again = memlaw::parse_formula(memlaw::format_formula(formula), "again");
  } catch (const memlaw::InputError& error) {
    require(std::string_view(error.what()).find("nested deeper") != std::string_view::npos);
    return;
  }
  require(again == formula);
}

template <typename Parse>
void check(const Parse& parse) {
  memlaw::Formula formula;
  try {
    formula = parse();
  } catch (const memlaw::InputError&) {
    return;
  }
  check_round_trip(formula);
  // Lets can blow a short text up to a million nodes, which would only slow the search down.
  if (formula.expression.size() > 2'000) return;
  memlaw::format_cpp(formula);
  memlaw::format_python(formula);
  memlaw::format_latex(formula);
  memlaw::format_mathml(formula);
  require(memlaw::bind(formula, formula.variables) == formula.expression);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check([&] { return memlaw::parse_formula(text, "fuzz"); });
  check([&] { return memlaw::parse_free_expression(text, "fuzz"); });
  return 0;
}
