// What a CUDA device does with memlaw's kernels, as a Markdown report.
//
//   device_benchmark [FILE]      the report, also written to FILE
//   device_benchmark --name      the name of the device
//
// Exit code 0: measured, 1: failed, 77: no device.
#include <cstdio>
#include <ctime>
#include <exception>
#include <iostream>

#include "measure.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/version.hpp"

namespace memlaw::device_benchmark {
namespace {

std::string significant(double value) {
  char text[32];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

std::string table(const Group& group) {
  std::string text = "\n## " + group.title + "\n\n";
  if (!group.figures.empty()) {
    const bool sized = !group.size_name.empty();
    const bool precise = !group.figures.front().precision.empty();
    text += std::string("| what |") + (precise ? " precision |" : "") +
            (sized ? " " + group.size_name + " |" : "") + " " + group.unit + " |\n";
    text += std::string("|---|") + (precise ? "---|" : "") + (sized ? "---:|" : "") + "---:|\n";
    for (const Figure& figure : group.figures) {
      text += "| " + figure.what + " |" + (precise ? " " + figure.precision + " |" : "") +
              (sized ? " " + std::to_string(figure.size) + " |" : "") + " " +
              significant(figure.value) + " |\n";
    }
    if (!group.note.empty()) text += "\n";
  }
  return text + (group.note.empty() ? "" : group.note + "\n");
}

std::string heading(const DeviceProbe& probe, const DeviceInfo& device) {
  char date[16] = "";
  const std::time_t now = std::time(nullptr);
  std::strftime(date, sizeof(date), "%Y-%m-%d", std::gmtime(&now));
  const double peak = peak_single_precision(device);
  return "# memlaw on " + device.name + "\n\nmemlaw " + std::string(version()) + ", " + date +
         ". Compute capability " + std::to_string(device.major) + "." +
         std::to_string(device.minor) + ", " + std::to_string(device.multiprocessors) +
         " multiprocessors" +
         (device.clock_khz > 0 ? " at up to " + std::to_string(device.clock_khz / 1000) + " MHz"
                               : "") +
         ", " + format_bytes(static_cast<double>(device.memory_total_bytes)) + "; CUDA " +
         format_cuda_version(probe.runtime_version) + ", driver for CUDA " +
         format_cuda_version(probe.driver_version) + ".\n" +
         (peak > 0.0 ? "Peak in single precision " + significant(peak) +
                           " operations/s with fused multiply-adds, which memlaw does without.\n"
                     : "");
}

int run(int argc, char** argv) {
  if (argc > 2) {
    std::cerr << "usage: device_benchmark [FILE | --name]\n";
    return 2;
  }
  const DeviceProbe probe = probe_devices();
  if (!probe.works()) {
    std::cout << "skipped: no device: " << probe.reason << "\n";
    return 77;
  }
  const DeviceInfo& device = probe.devices.front();
  if (argc == 2 && std::string(argv[1]) == "--name") {
    std::cout << device.name << "\n";
    return 0;
  }
  std::string report = heading(probe, device);
  for (const auto measure : {
           measure_launches,
           measure_copies,
           measure_operators,
#ifdef MEMLAW_WITH_SEARCH
           measure_searches,
#endif
       }) {
    report += table(measure(device));
  }
#ifndef MEMLAW_WITH_SEARCH
  report += "\nWhole searches were not measured: built without them (see scripts/gpu_check).\n";
#endif
  std::cout << report;
  if (argc == 2) write_file(argv[1], report);
  return 0;
}

}  // namespace
}  // namespace memlaw::device_benchmark

int main(int argc, char** argv) {
  try {
    return memlaw::device_benchmark::run(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "device_benchmark: " << error.what() << "\n";
    return 1;
  }
}
