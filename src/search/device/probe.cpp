#include "probe.hpp"

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

std::string too_old(const DeviceInfo& info) {
  return info.label() + " has compute capability " + std::to_string(info.major) + "." +
         std::to_string(info.minor) + ", memlaw needs " + std::to_string(least_major) +
         ".0 or newer";
}

DeviceProbe& refuse(DeviceProbe& probe, NoDevice cause, std::string reason) {
  probe.cause = cause;
  probe.reason = std::move(reason);
  return probe;
}

}  // namespace

DeviceProbe judge(const ProbeFacts& facts, const std::optional<std::string>& visible) {
  DeviceProbe probe;
  probe.driver_version = facts.driver_version;
  probe.runtime_version = facts.runtime_version;
  // Without a driver, counting fails like with one that is too old.
  if (facts.driver_version <= 0) {
    return refuse(probe, NoDevice::no_driver,
                  "no NVIDIA driver is installed; install one for CUDA " +
                      format_cuda_version(facts.runtime_version) + " or newer");
  }
  if (facts.insufficient_driver) {
    return refuse(probe, NoDevice::driver_too_old,
                  "the NVIDIA driver is too old: it supports CUDA " +
                      format_cuda_version(facts.driver_version) + ", memlaw was built with CUDA " +
                      format_cuda_version(facts.runtime_version) +
                      "; update the driver, or build memlaw with an older toolkit");
  }
  if (facts.no_device || (facts.error.empty() && facts.count < 1)) {
    std::string reason = "the NVIDIA driver sees no device";
    if (visible) {
      reason += "; CUDA_VISIBLE_DEVICES is " + quote(*visible) + " and may hide them";
    } else {
      reason += "; see what nvidia-smi says";
    }
    return refuse(probe, NoDevice::no_device, reason);
  }
  if (!facts.error.empty()) {
    return refuse(probe, NoDevice::failed,
                  "the NVIDIA driver does not work: " + facts.error + "; see what nvidia-smi says");
  }
  std::vector<std::string> old;
  for (const ProbeFacts::Device& device : facts.devices) {
    if (!device.error.empty()) {
      probe.unusable.push_back(device.info.label() + ": " + device.error);
    } else if (device.info.major < least_major) {
      probe.unusable.push_back(too_old(device.info));
      old.push_back(probe.unusable.back());
    } else {
      probe.devices.push_back(device.info);
    }
  }
  if (probe.works()) return probe;
  const bool all_old = old.size() == facts.devices.size() && !old.empty();
  std::string reason;
  for (const std::string& one : probe.unusable) reason += (reason.empty() ? "" : "; ") + one;
  if (reason.empty()) reason = "no device could be asked";
  return refuse(probe, all_old ? NoDevice::device_too_old : NoDevice::failed, reason);
}

}  // namespace memlaw
