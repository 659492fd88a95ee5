// Holds what ptxas said about the kernels against the committed table.
//
//   check_budget TABLE TOOLKIT LOG...           exit code 0: within the budget, or skipped since
//                                               the table is of another toolkit; 1: past it
//   check_budget --write TABLE TOOLKIT LOG...   writes the table anew from the logs
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

#include "budget.hpp"

namespace {

std::string read(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw std::runtime_error(path + " cannot be read");
  return text.str();
}

int run(std::vector<std::string> arguments) {
  const bool write = !arguments.empty() && arguments.front() == "--write";
  if (write) arguments.erase(arguments.begin());
  if (arguments.size() < 3) {
    std::cerr << "usage: check_budget [--write] TABLE TOOLKIT LOG...\n";
    return 2;
  }
  const std::string& table = arguments[0];
  const std::string& toolkit = arguments[1];
  memlaw::budget::Table measured;
  for (std::size_t i = 2; i < arguments.size(); ++i)
    memlaw::budget::read_log(read(arguments[i]), measured);
  if (write) {
    std::ofstream file(table);
    file << memlaw::budget::write_budget({toolkit, measured});
    return file.flush() ? 0 : 1;
  }
  const memlaw::budget::Budget budget = memlaw::budget::read_budget(read(table));
  if (budget.toolkit != toolkit) {
    std::cout << "skipped: the budget is of CUDA " << budget.toolkit << ", this is CUDA " << toolkit
              << "\n";
    return 0;
  }
  const std::vector<std::string> findings = memlaw::budget::compare(measured, budget.table);
  for (const std::string& finding : findings) std::cerr << table << ": " << finding << "\n";
  std::cout << measured.size() << " kernels compared, " << findings.size() << " findings\n";
  return findings.empty() ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::cerr << "check_budget: " << error.what() << "\n";
    return 2;
  }
}
