// Which machine a search computes on: the CPU or a CUDA device.
//
// memlaw finds devices when it runs, not when it is built: the same program works on machines with
// and without a driver. Nothing here needs the CUDA toolkit or names one of its types.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

// What the user asks for: "auto", "cpu", "cuda" or "cuda:N".
struct DeviceChoice {
  enum class Kind {
    automatic,  // a device where one works, else the CPU
    cpu,
    cuda,  // a device, or an error
  };
  Kind kind = Kind::automatic;
  int index = -1;  // N of "cuda:N", as CUDA counts the visible devices; below 0: any
  friend bool operator==(const DeviceChoice&, const DeviceChoice&) = default;
};

// InputError that quotes the text and lists the spellings.
DeviceChoice parse_device(std::string_view text);
// Text that parse_device takes back.
std::string format_device(const DeviceChoice& choice);

// A device that memlaw can use.
struct DeviceInfo {
  int index = 0;  // as CUDA counts the visible devices
  std::string name;
  int major = 0, minor = 0;  // compute capability
  int multiprocessors = 0;
  int clock_khz = 0;  // the highest clock of the multiprocessors; 0 when the driver does not tell
  std::uint64_t memory_total_bytes = 0;
  std::uint64_t memory_free_bytes = 0;       // when probed
  std::uint64_t shared_bytes_per_block = 0;  // at most, when a kernel asks for it
  std::string label() const;                 // "cuda:0 (NVIDIA H200)"
};

// Why no device works.
enum class NoDevice {
  built_without_cuda,
  no_driver,
  driver_too_old,  // for the CUDA run time that memlaw was built with
  no_device,
  device_too_old,  // every device is below compute capability 8.0
  failed,          // another error of the driver's
};

struct DeviceProbe {
  std::vector<DeviceInfo> devices;                // ascending index; empty: none works
  NoDevice cause = NoDevice::built_without_cuda;  // when none works
  std::string reason;                 // when none works: one clause with what to do about it
  std::vector<std::string> unusable;  // devices left out and why, one clause each
  int driver_version = 0;   // newest CUDA the driver supports, 1000 major + 10 minor; 0: no driver
  int runtime_version = 0;  // the CUDA run time in this program; 0: built without CUDA
  bool works() const { return !devices.empty(); }
};

// What a choice comes to on this machine, in words: "cuda:0 (NVIDIA H200)", "CPU: no NVIDIA driver
// is installed; ...". RunError when a device is asked for and cannot be had.
std::string describe_device(const DeviceChoice& choice);

// Looks at the machine anew at every call. Never throws for what it finds. With `memory`, the free
// memory of each device is asked for, which takes a fraction of a second and some memory a device.
// Safe to call from several threads.
DeviceProbe probe_devices(bool memory = false);

// "13.0" of 13000.
std::string format_cuda_version(int version);

}  // namespace memlaw
