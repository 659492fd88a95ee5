// memlaw operators: the operator table.

#include <fmt/format.h>

#include "arguments.hpp"
#include "command.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/expr/operators.hpp"

namespace memlaw::app {

int operators_command(const std::vector<std::string>& arguments) {
  Arguments args("operators", "Lists the operators that formulas may use.", {});
  if (!args.parse(arguments)) return 0;
  std::string text =
      fmt::format("{:<8} {:<7} {:>9} {:>5}  {}\n", "name", "infix", "arguments", "cost", "meaning");
  for (const OperatorInfo& op : operators()) {
    if (op.arity == 0) continue;
    text += fmt::format("{:<8} {:<7} {:>9} {:>5}  {}\n", op.name, op.symbol, op.arity,
                        format_shortest(op.cost), op.meaning);
  }
  print(text);
  return 0;
}

}  // namespace memlaw::app
