// Errors of CUDA's calls as exceptions.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>

#include "../device/device.hpp"

namespace memlaw::cuda {

// Throws DeviceLost or DeviceError unless `status` is cudaSuccess. `call` is what failed, as a
// reader would look it up: "cudaMalloc of 4096 bytes for genomes", "kernel Evaluate".
void check(cudaError_t status, std::string_view call);
// The same where the name of the call is put together, which is done only after a failure.
template <class Text>
requires std::is_invocable_r_v<std::string, Text>
void check(cudaError_t status, const Text& call) {
  if (status != cudaSuccess) check(status, std::string_view(call()));
}

// After this status no call on the device succeeds until the process ends.
bool is_lost(cudaError_t status);

// "kernel memlaw::device::Evaluate<float>", for errors.
std::string kernel_name(const std::type_info& kernel);

}  // namespace memlaw::cuda
