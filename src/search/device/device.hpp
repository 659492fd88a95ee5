// What the search sees of a device: whether to use one, and how it fails. Nothing here names CUDA's
// types; src/search/cuda implements it.
#pragma once

#include <string>

#include "memlaw/base/error.hpp"
#include "memlaw/search/device.hpp"

namespace memlaw {

// A call to a device failed. The message names the call, the device and what to do.
class DeviceError : public RunError {
 public:
  using RunError::RunError;
};

// The device can compute nothing more in this process (an illegal access, a memory error that could
// not be corrected, a launch that was ended, a driver that went away). What the host has is intact:
// the search ends with the best so far.
class DeviceLost : public DeviceError {
 public:
  using DeviceError::DeviceError;
};

// What a search computes on.
struct SearchDevice {
  bool cuda = false;
  DeviceInfo info;          // of the device when `cuda`
  std::string description;  // "CPU: this program was built without CUDA", "cuda:0 (NVIDIA H200)"
};

// Whether this build can search on devices at all.
bool has_device_engine();

// What a choice comes to on this machine, the one place where that is decided.
// RunError when a device is asked for and cannot be had, with the cause.
SearchDevice make_search_device(const DeviceChoice& choice);

// The same for a machine that was looked at.
SearchDevice choose_device(const DeviceChoice& choice, const DeviceProbe& probe, bool has_engine);

}  // namespace memlaw
