// From what the CUDA run time says about a machine to what memlaw makes of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memlaw/search/device.hpp"

namespace memlaw {

// The oldest devices that the kernels are compiled for.
inline constexpr int least_major = 8;

// What was asked of the CUDA run time, without judgement.
struct ProbeFacts {
  int runtime_version = 0;
  int driver_version = 0;  // 0: no driver is installed
  std::string error;       // of counting the devices; empty: none
  // The error says that the driver does not serve this run time, or that no device is visible.
  bool insufficient_driver = false;
  bool no_device = false;
  int count = 0;  // meaningless after an error
  struct Device {
    DeviceInfo info;
    std::string error;  // why it cannot be used; empty: it can
  };
  std::vector<Device> devices;
};

// Devices that can be used, or why there is none. `visible` is the environment variable
// CUDA_VISIBLE_DEVICES, which hides devices, when it is set.
DeviceProbe judge(const ProbeFacts& facts, const std::optional<std::string>& visible);

}  // namespace memlaw
