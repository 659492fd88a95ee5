#include "facts.hpp"

#include <cuda_runtime_api.h>

namespace memlaw::cuda {
namespace {

std::string text_of(cudaError_t status) {
  return std::string(cudaGetErrorName(status)) + " (" + cudaGetErrorString(status) + ")";
}

// 0 where the driver does not know the attribute.
int attribute(cudaDeviceAttr which, int device) {
  int value = 0;
  if (cudaDeviceGetAttribute(&value, which, device) != cudaSuccess) {
    cudaGetLastError();
    return 0;
  }
  return value;
}

ProbeFacts::Device look_at(int index, bool memory) {
  ProbeFacts::Device device;
  DeviceInfo& info = device.info;
  info.index = index;
  info.name = "unknown";
  cudaDeviceProp properties{};
  cudaError_t status = cudaGetDeviceProperties(&properties, index);
  if (status != cudaSuccess) {
    cudaGetLastError();
    device.error = "cudaGetDeviceProperties: " + text_of(status);
    return device;
  }
  info.name = properties.name;
  info.major = properties.major;
  info.minor = properties.minor;
  info.multiprocessors = properties.multiProcessorCount;
  info.clock_khz = attribute(cudaDevAttrClockRate, index);
  info.memory_total_bytes = properties.totalGlobalMem;
  info.shared_bytes_per_block = properties.sharedMemPerBlockOptin;
  if (attribute(cudaDevAttrComputeMode, index) == cudaComputeModeProhibited) {
    device.error = "its compute mode is \"prohibited\"; change it with nvidia-smi -c 0";
  }
  if (!memory || !device.error.empty()) return device;

  int before = 0;
  cudaGetDevice(&before);
  status = cudaSetDevice(index);
  std::size_t free_bytes = 0, total_bytes = 0;
  if (status == cudaSuccess) status = cudaMemGetInfo(&free_bytes, &total_bytes);
  if (status != cudaSuccess) device.error = "cudaMemGetInfo: " + text_of(status);
  info.memory_free_bytes = free_bytes;
  cudaSetDevice(before);
  cudaGetLastError();
  return device;
}

}  // namespace

ProbeFacts gather_facts(bool memory) {
  ProbeFacts facts;
  cudaRuntimeGetVersion(&facts.runtime_version);
  if (cudaDriverGetVersion(&facts.driver_version) != cudaSuccess) facts.driver_version = 0;
  // An error leaves the count as it was.
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  cudaGetLastError();
  if (status != cudaSuccess) {
    facts.error = text_of(status);
    facts.insufficient_driver = status == cudaErrorInsufficientDriver;
    facts.no_device = status == cudaErrorNoDevice;
    return facts;
  }
  facts.count = count;
  for (int index = 0; index < count; ++index) facts.devices.push_back(look_at(index, memory));
  return facts;
}

}  // namespace memlaw::cuda
