#include "fingerprint.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <bit>
#include <ctime>
#include <fstream>
#include <thread>

#include "memlaw/base/number.hpp"
#include "memlaw/base/version.hpp"
#include "memlaw/expr/format.hpp"

namespace memlaw {
namespace {

// FNV-1a, 64 bits, over whole words.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      state_ = (state_ ^ ((word >> (8 * byte)) & 0xff)) * 0x100000001b3u;
    }
  }
  void add(const std::vector<double>& values) {
    add(values.size());
    for (const double value : values) add(std::bit_cast<std::uint64_t>(value));
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  std::string line;
  while (std::getline(file, line)) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

}  // namespace

std::string run_fingerprint(const ExperimentConfig& config, const Dataset& data) {
  ExperimentConfig same = config;
  same.search.threads = 0;
  same.search.device = {};
  same.report_name.clear();
  same.report_folder.clear();
  std::string text = fmt::format("memlaw {}\n{}", version(), format_config(same));
  for (const Formula& seed : config.search.seeds) text += format_formula(seed);
  if (config.basic_formula) text += format_formula(*config.basic_formula);
  for (const Variable& variable : data.variables) {
    text += fmt::format("{} {}\n", variable.name, fmt::join(variable.levels, "|"));
  }
  Hash hash;
  for (const auto& column : data.columns) hash.add(column);
  hash.add(data.target);
  hash.add(data.weight);
  for (const std::int64_t group : data.group) hash.add(static_cast<std::uint64_t>(group));
  return text + fmt::format("data {:016x}", hash.value());
}

std::map<std::string, std::string> describe_environment() {
  utsname system{};
  ::uname(&system);
  const double memory =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  return {{"memlaw", std::string(version())},
          {"compiler", "g++ " __VERSION__},
          {"system", fmt::format("{} {} {}", system.sysname, system.release, system.machine)},
          {"processor", processor_name()},
          {"cores", std::to_string(std::thread::hardware_concurrency())},
          {"memory", format_bytes(memory)},
          {"written", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)))}};
}

}  // namespace memlaw
