#include "check.hpp"

#include <cxxabi.h>

#include <cstdlib>

namespace memlaw::cuda {
namespace {

// What the user can do, as the end of a message.
const char* advice(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return "free memory on the device, or make search.population or search.islands smaller";
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorInvalidPtx:
      return "build memlaw for this device: CMAKE_CUDA_ARCHITECTURES names the architectures";
    case cudaErrorInsufficientDriver:
      return "update the NVIDIA driver";
    case cudaErrorDevicesUnavailable:
    case cudaErrorDeviceUninitialized:
      return "another program may hold the device; see what nvidia-smi says";
    case cudaErrorECCUncorrectable:
      return "the device's memory is faulty; use another device";
    case cudaErrorLaunchTimeout:
      return "the device also drives a display, which limits the time of a kernel; use another one";
    default:
      return "try again; if it fails again, search on the CPU with --device cpu and report this";
  }
}

std::string current_device() {
  int index = 0;
  if (cudaGetDevice(&index) != cudaSuccess) return "the device";
  cudaDeviceProp properties{};
  if (cudaGetDeviceProperties(&properties, index) != cudaSuccess)
    return "cuda:" + std::to_string(index);
  return "cuda:" + std::to_string(index) + " (" + properties.name + ")";
}

}  // namespace

std::string kernel_name(const std::type_info& kernel) {
  int status = 0;
  char* const text = abi::__cxa_demangle(kernel.name(), nullptr, nullptr, &status);
  const std::string name = status == 0 ? text : kernel.name();
  std::free(text);
  return "kernel " + name;
}

bool is_lost(cudaError_t status) {
  switch (status) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContextIsDestroyed:
    case cudaErrorCudartUnloading:
    case cudaErrorSystemNotReady:
    case cudaErrorMpsConnectionFailed:
    case cudaErrorMpsRpcFailure:
    case cudaErrorMpsServerNotReady:
    case cudaErrorExternalDevice:
    case cudaErrorUnknown:
      return true;
    default:
      return false;
  }
}

void check(cudaError_t status, std::string_view call) {
  if (status == cudaSuccess) return;
  // Errors of this kind are kept by the run time and would be reported again by the next call.
  cudaGetLastError();
  const std::string message = current_device() + ": " + std::string(call) + " failed with " +
                              cudaGetErrorName(status) + " (" + cudaGetErrorString(status) + "); " +
                              advice(status);
  if (is_lost(status)) throw DeviceLost(message);
  throw DeviceError(message);
}

}  // namespace memlaw::cuda
