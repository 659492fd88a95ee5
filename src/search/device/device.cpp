// The one place outside src/search/cuda that calls into it.
#include "device.hpp"

#include <charconv>
#include <cstdlib>

#include "memlaw/search/device_check.hpp"
#include "probe.hpp"
#ifdef MEMLAW_HAS_CUDA
#include "../cuda/facts.hpp"
#include "../cuda/self_check.hpp"
#endif

namespace memlaw {
namespace {

#ifndef MEMLAW_HAS_CUDA
constexpr const char* without_cuda =
    "this program was built without CUDA; build it with -DMEMLAW_CUDA=ON and a CUDA toolkit of "
    "12.0 or newer";
#endif
constexpr const char* no_engine =
    "this version of memlaw finds devices but cannot search on them yet";

SearchDevice on_cpu(const std::string& why) {
  SearchDevice device;
  device.description = why.empty() ? "CPU" : "CPU: " + why;
  return device;
}

SearchDevice on_device(const DeviceInfo& info) { return {true, info, info.label()}; }

[[noreturn]] void refuse(const DeviceChoice& choice, const std::string& cause) {
  throw RunError("device " + format_device(choice) + ": " + cause +
                 "; or search on the CPU (--device cpu)");
}

std::string indices(const DeviceProbe& probe) {
  std::string text;
  for (const DeviceInfo& info : probe.devices) text += (text.empty() ? "" : ", ") + info.label();
  return text;
}

}  // namespace

DeviceChoice parse_device(std::string_view text) {
  if (text == "auto") return {};
  if (text == "cpu") return {DeviceChoice::Kind::cpu, -1};
  if (text == "cuda") return {DeviceChoice::Kind::cuda, -1};
  if (text.starts_with("cuda:")) {
    DeviceChoice choice{DeviceChoice::Kind::cuda, -1};
    const std::string_view digits = text.substr(5);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), choice.index);
    if (error == std::errc{} && end == digits.data() + digits.size() && choice.index >= 0)
      return choice;
  }
  throw InputError(quote(text) + " is no device; expected auto, cpu, cuda or cuda:N, N from 0");
}

std::string format_device(const DeviceChoice& choice) {
  switch (choice.kind) {
    case DeviceChoice::Kind::automatic:
      return "auto";
    case DeviceChoice::Kind::cpu:
      return "cpu";
    case DeviceChoice::Kind::cuda:
      return choice.index < 0 ? "cuda" : "cuda:" + std::to_string(choice.index);
  }
  return "";
}

std::string DeviceInfo::label() const {
  return "cuda:" + std::to_string(index) + " (" + name + ")";
}

std::string format_cuda_version(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

DeviceProbe probe_devices(bool memory) {
#ifdef MEMLAW_HAS_CUDA
  const char* const visible = std::getenv("CUDA_VISIBLE_DEVICES");
  return judge(cuda::gather_facts(memory),
               visible == nullptr ? std::nullopt : std::optional<std::string>(visible));
#else
  (void)memory;
  DeviceProbe probe;
  probe.reason = without_cuda;
  return probe;
#endif
}

SelfCheck check_device(int index, std::size_t arguments) {
#ifdef MEMLAW_HAS_CUDA
  return cuda::self_check(index, arguments);
#else
  throw RunError("cuda:" + std::to_string(index) + " with " + std::to_string(arguments) +
                 " arguments cannot be checked: " + without_cuda);
#endif
}

bool has_device_engine() { return false; }

SearchDevice choose_device(const DeviceChoice& choice, const DeviceProbe& probe, bool has_engine) {
  if (choice.kind == DeviceChoice::Kind::cpu) return on_cpu("");
  const bool required = choice.kind == DeviceChoice::Kind::cuda;
  if (!probe.works()) {
    if (required) refuse(choice, probe.reason);
    return on_cpu(probe.reason);
  }
  if (choice.index < 0) {
    if (has_engine) return on_device(probe.devices.front());
    if (required) refuse(choice, no_engine);
    return on_cpu(no_engine);
  }
  for (const DeviceInfo& info : probe.devices) {
    if (info.index != choice.index) continue;
    if (!has_engine) refuse(choice, no_engine);
    return on_device(info);
  }
  for (const std::string& one : probe.unusable) {
    if (one.starts_with("cuda:" + std::to_string(choice.index) + " ")) refuse(choice, one);
  }
  refuse(choice, "there is no such device; there are " + indices(probe));
}

SearchDevice make_search_device(const DeviceChoice& choice) {
  // The CPU needs no look at the machine, which would start the driver.
  if (choice.kind == DeviceChoice::Kind::cpu) return on_cpu("");
  return choose_device(choice, probe_devices(), has_device_engine());
}

std::string describe_device(const DeviceChoice& choice) {
  return make_search_device(choice).description;
}

}  // namespace memlaw
