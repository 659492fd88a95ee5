#include "budget.hpp"

#include <cxxabi.h>

#include <charconv>
#include <cstdlib>
#include <sstream>
#include <stdexcept>

namespace memlaw::budget {
namespace {

std::string demangle(const std::string& symbol) {
  int status = 0;
  char* const text = abi::__cxa_demangle(symbol.c_str(), nullptr, nullptr, &status);
  const std::string name = status == 0 ? text : symbol;
  std::free(text);
  return name;
}

void erase_all(std::string& text, std::string_view what) {
  for (std::size_t at; (at = text.find(what)) != std::string::npos;) text.erase(at, what.size());
}

// "ApplyOperator<double>" of the symbol of
// memlaw::cuda::run<memlaw::device::ApplyOperator<double>>. Without blanks, so that it is one word
// of a table.
std::string kernel_name(const std::string& symbol) {
  std::string name = demangle(symbol);
  constexpr std::string_view launcher = "memlaw::cuda::run<";
  if (const std::size_t at = name.find(launcher); at != std::string::npos) {
    // The argument of run<...>: up to its closing bracket.
    int depth = 1;
    std::size_t end = at + launcher.size();
    for (; end < name.size() && depth > 0; ++end) {
      if (name[end] == '<') ++depth;
      if (name[end] == '>') --depth;
    }
    name = name.substr(at + launcher.size(), end - 1 - at - launcher.size());
  }
  for (const std::string_view scope : {"memlaw::", "device::", "kernel::", "portable::", " "})
    erase_all(name, scope);
  return name;
}

std::string_view between(std::string_view line, std::string_view before, std::string_view after) {
  const std::size_t start = line.find(before);
  if (start == std::string_view::npos) return {};
  const std::string_view rest = line.substr(start + before.size());
  return rest.substr(0, rest.find(after));
}

int number(std::string_view text, std::string_view line) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size())
    throw std::runtime_error("not understood: " + std::string(line));
  return value;
}

// The number that ends before `what`: 40 in "40 bytes stack frame, ..."; 0 when it is not there.
int number_before(std::string_view line, std::string_view what) {
  const std::size_t end = line.find(what);
  if (end == std::string_view::npos) return 0;
  const std::size_t start = line.find_last_not_of("0123456789", end - 1);
  return number(line.substr(start + 1, end - start - 1), line);
}

}  // namespace

void read_log(std::string_view log, Table& table) {
  std::istringstream lines{std::string(log)};
  std::string entry, function;  // symbols
  Kernel kernel;
  Resources resources;
  for (std::string line; std::getline(lines, line);) {
    if (line.find("Compiling entry function") != std::string::npos) {
      entry = between(line, "entry function '", "'");
      kernel = {kernel_name(entry), std::string(between(line, "for '", "'"))};
      if (entry.empty() || kernel.second.empty())
        throw std::runtime_error("not understood: " + line);
      resources = {};
    } else if (line.find("Function properties for ") != std::string::npos) {
      function = line.substr(line.find(" for ") + 5);
    } else if (line.find("bytes stack frame") != std::string::npos) {
      // Functions that a kernel calls are in its cumulative stack below.
      if (function != entry) continue;
      resources.stack_bytes = number_before(line, " bytes stack frame");
      resources.spill_bytes =
          number_before(line, " bytes spill stores") + number_before(line, " bytes spill loads");
    } else if (line.find(": Used ") != std::string::npos) {
      if (entry.empty()) throw std::runtime_error("resources of no kernel: " + line);
      resources.registers = number_before(line, " registers");
      if (resources.registers == 0) throw std::runtime_error("not understood: " + line);
      resources.stack_bytes =
          std::max(resources.stack_bytes, number_before(line, " bytes cumulative stack size"));
      resources.shared_bytes = number_before(line, " bytes smem");
      table[kernel] = resources;
      entry.clear();
    }
  }
}

Budget read_budget(std::string_view text) {
  Budget budget;
  std::istringstream lines{std::string(text)};
  int line_number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++line_number;
    std::istringstream words(line.substr(0, line.find('#')));
    std::string first, second, rest;
    if (!(words >> first)) continue;
    Resources r;
    bool good = static_cast<bool>(words >> second);
    if (first == "toolkit") {
      budget.toolkit = second;
    } else {
      good = good && words >> r.registers >> r.stack_bytes >> r.spill_bytes >> r.shared_bytes &&
             budget.table.emplace(Kernel{first, second}, r).second;
    }
    if (!good || words >> rest) {
      throw std::runtime_error("line " + std::to_string(line_number) +
                               ": expected a new kernel, its architecture, registers, stack, "
                               "spills and shared bytes: " +
                               line);
    }
  }
  if (budget.toolkit.empty()) throw std::runtime_error("no line \"toolkit MAJOR.MINOR\"");
  return budget;
}

std::string write_budget(const Budget& budget) {
  std::ostringstream text;
  text
      << "# What each kernel may take: registers, bytes of stack and of spills of a thread, bytes\n"
         "# of static shared memory of a block. The build of the tests fails past it\n"
         "# (tests/search/cuda). A new kernel, or one that needs more for a good reason, gets its\n"
         "# line from: check_budget --write TABLE TOOLKIT LOG...\n"
      << "toolkit " << budget.toolkit << "\n\n"
      << "# kernel architecture registers stack spills shared\n";
  for (const auto& [kernel, r] : budget.table) {
    text << kernel.first << ' ' << kernel.second << ' ' << r.registers << ' ' << r.stack_bytes
         << ' ' << r.spill_bytes << ' ' << r.shared_bytes << '\n';
  }
  return text.str();
}

std::vector<std::string> compare(const Table& measured, const Table& allowed) {
  std::vector<std::string> findings;
  const auto name = [](const Kernel& kernel) { return kernel.first + " for " + kernel.second; };
  for (const auto& [kernel, used] : measured) {
    const auto found = allowed.find(kernel);
    if (found == allowed.end()) {
      findings.push_back(name(kernel) + " is not listed; it takes " +
                         std::to_string(used.registers) + " registers, " +
                         std::to_string(used.stack_bytes) + " bytes of stack, " +
                         std::to_string(used.spill_bytes) + " of spills and " +
                         std::to_string(used.shared_bytes) + " of shared memory");
      continue;
    }
    const Resources& budget = found->second;
    const auto hold = [&](const char* what, int figure, int limit) {
      if (figure > limit) {
        findings.push_back(name(kernel) + " takes " + std::to_string(figure) + " " + what +
                           ", its budget is " + std::to_string(limit));
      }
    };
    hold("registers", used.registers, budget.registers);
    hold("bytes of stack", used.stack_bytes, budget.stack_bytes);
    hold("bytes of spills", used.spill_bytes, budget.spill_bytes);
    hold("bytes of shared memory", used.shared_bytes, budget.shared_bytes);
  }
  for (const auto& [kernel, budget] : allowed) {
    if (!measured.contains(kernel))
      findings.push_back(name(kernel) + " is listed but not compiled");
  }
  return findings;
}

}  // namespace memlaw::budget
