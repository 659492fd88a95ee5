// memlaw devices: the CUDA devices that a search can use, or why there is none.

#include <fmt/format.h>

#include "arguments.hpp"
#include "command.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/search/device.hpp"
#include "memlaw/search/device_check.hpp"

namespace memlaw::app {
namespace {

std::string list(const DeviceProbe& probe) {
  std::string text;
  if (probe.runtime_version > 0) {
    text +=
        fmt::format("CUDA {} in this program; the driver supports {}\n",
                    format_cuda_version(probe.runtime_version),
                    probe.driver_version > 0 ? "CUDA " + format_cuda_version(probe.driver_version)
                                             : "nothing, none is installed");
  }
  if (!probe.works()) return text + "no device: " + probe.reason + "\n";
  text += fmt::format("{:<8} {:<28} {:>10} {:>15} {:>11} {:>11}\n", "device", "name", "capability",
                      "multiprocessors", "memory", "free");
  for (const DeviceInfo& info : probe.devices) {
    text += fmt::format("{:<8} {:<28} {:>10} {:>15} {:>11} {:>11}\n",
                        fmt::format("cuda:{}", info.index), info.name,
                        fmt::format("{}.{}", info.major, info.minor), info.multiprocessors,
                        format_bytes(static_cast<double>(info.memory_total_bytes)),
                        format_bytes(static_cast<double>(info.memory_free_bytes)));
  }
  for (const std::string& one : probe.unusable) text += "left out: " + one + "\n";
  return text;
}

std::string describe(const SelfCheck::Difference& difference) {
  constexpr const char* of[] = {"", "derivative by the first argument of ",
                                "derivative by the second argument of "};
  return fmt::format("  {}{} ({} precision) at {}, {}: {} on the CPU, {} on the device\n",
                     of[static_cast<int>(difference.of)], info(difference.op).name,
                     difference.single_precision ? "single" : "double",
                     format_shortest(difference.a), format_shortest(difference.b),
                     format_shortest(difference.cpu), format_shortest(difference.device));
}

// Adds what was found to `text`; false when the device computes something else than the CPU.
bool check(const DeviceInfo& device, std::string& text) {
  const SelfCheck found = check_device(device.index);
  if (found.passed()) {
    text += fmt::format("{}: {} values and derivatives of operators are those of the CPU\n",
                        device.label(), found.compared);
  } else {
    text +=
        fmt::format("{}: does not compute what the CPU computes; do not use it\n", device.label());
  }
  if (!found.exchanges) text += "  the threads of a block exchange wrong numbers\n";
  for (const SelfCheck::Difference& difference : found.differences) text += describe(difference);
  if (found.library_differences > 0) {
    text += fmt::format(
        "  sin and cos beyond 1e6, which the machines' libraries compute: {} of {} differ, by {} "
        "at most\n",
        found.library_differences, found.library_compared,
        format_significant(found.largest_library_difference, 3));
  }
  return found.passed();
}

}  // namespace

int devices_command(const std::vector<std::string>& arguments) {
  Arguments args("devices [OPTIONS]",
                 "Lists the CUDA devices that a search can use (--device of memlaw fit and memlaw "
                 "run), or says\nwhy there is none.",
                 {});
  args.options().add_options()(
      "check",
      "compare every operator on every device with the CPU, bit for bit; exit code 1 when "
      "one differs or there is no device");
  if (!args.parse(arguments)) return 0;
  const DeviceProbe probe = probe_devices(true);
  std::string text = list(probe);
  bool passed = true;
  if (args.has("check")) {
    passed = probe.works();
    for (const DeviceInfo& device : probe.devices) passed = check(device, text) && passed;
  }
  print(text);
  return passed ? 0 : 1;
}

}  // namespace memlaw::app
