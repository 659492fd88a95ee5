#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>

#include "arguments.hpp"
#include "command.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/base/suggest.hpp"
#include "memlaw/base/version.hpp"

namespace memlaw::app {

std::span<const Command> commands() {
  static constexpr std::array<Command, 8> kCommands = {{
      {"fit", "find a formula for one column of a CSV file", fit_command},
      {"run", "run an experiment from a config file and write its report", run_command},
      {"compare", "put the accuracy of several runs side by side", compare_command},
      {"eval", "print the accuracy of a formula or a model on a CSV file", eval_command},
      {"predict", "predict the rows of a CSV file with a saved model", predict_command},
      {"export", "write a formula as C++, LaTeX, MathML, Python or text", export_command},
      {"operators", "list the operators that formulas may use", operators_command},
      {"devices", "list the CUDA devices that a search can use", devices_command},
  }};
  return kCommands;
}

namespace {

std::string overview() {
  std::string text =
      "memlaw finds short formulas for measured quantities, such as the peak memory of\n"
      "deep-learning jobs, and shows how well they predict rows they never saw.\n\n"
      "Usage: memlaw COMMAND [ARGUMENTS]\n\nCommands:\n";
  for (const Command& command : commands()) {
    text += fmt::format("  {:<10} {}\n", command.name, command.summary);
  }
  return text +
         "\n  memlaw COMMAND --help   the arguments of a command\n"
         "  memlaw --version        the version\n\n"
         "Example: memlaw fit runs.csv --target peak_bytes --features side,batch\n";
}

int dispatch(std::vector<std::string> arguments) {
  if (arguments.empty()) {
    throw InputError("a command is missing; see memlaw --help");
  }
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "--help" || first == "-h" || first == "help") {
    print(overview());
    return 0;
  }
  if (first == "--version" || first == "-V") {
    print(fmt::format("memlaw {}\n", version()));
    return 0;
  }
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == first) return command.run(arguments);
    names.emplace_back(command.name);
  }
  const std::string near = nearest(first, names);
  throw InputError(fmt::format("unknown command {}{}; see memlaw --help", quote(first),
                               near.empty() ? "" : "; did you mean " + near + "?"));
}

}  // namespace
}  // namespace memlaw::app

int main(int argc, char** argv) {
  memlaw::install_interrupt_handlers();
  try {
    return memlaw::app::dispatch(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const memlaw::InputError& error) {
    fmt::print(stderr, "memlaw: {}\n", error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "memlaw: out of memory\n");
    return 1;
  } catch (const std::exception& error) {
    fmt::print(stderr, "memlaw: {}\n", error.what());
    return 1;
  }
}
