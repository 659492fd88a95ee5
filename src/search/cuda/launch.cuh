// Launching the kernels of src/search/device on a CUDA device.
//
// A kernel is a functor: `template <class Block> MEMLAW_HD void operator()(Block& block) const`,
// with pointers and sizes as members, run by every thread. The emulator of the tests
// (tests/search/simt) launches the same functors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <typeinfo>

#include "../device/memory_plan.hpp"
#include "check.hpp"
#include "stream.hpp"

namespace memlaw::cuda {

// Threads of a block that a kernel is compiled for: Kernel::max_threads, or 256. It bounds the
// registers of a thread, of which a multiprocessor has 65,536.
template <class Kernel>
constexpr int max_threads() {
  if constexpr (requires { Kernel::max_threads; }) {
    return Kernel::max_threads;
  } else {
    return 256;
  }
}

#if defined(__CUDACC__)

extern __shared__ __align__(16) unsigned char shared_memory[];

// One thread's view of its block. The interface is that of simt::Block, which also checks it.
class CudaBlock {
 public:
  template <class T>
  using Shared = T*;

  __device__ int thread() const { return static_cast<int>(threadIdx.x); }
  __device__ int threads() const { return static_cast<int>(blockDim.x); }
  __device__ int index() const { return static_cast<int>(blockIdx.x); }
  __device__ int count() const { return static_cast<int>(gridDim.x); }
  __device__ int lane() const { return static_cast<int>(threadIdx.x % 32); }
  __device__ int warp() const { return static_cast<int>(threadIdx.x / 32); }

  // `site` is for the emulator.
  __device__ void sync(int = 0) { __syncthreads(); }
  __device__ void sync_warp(int = 0) { __syncwarp(); }
  template <class T>
  __device__ T broadcast(T value, int lane, int = 0) {
    return __shfl_sync(all_lanes, value, lane);
  }
  template <class T>
  __device__ T shuffle_down(T value, int delta, int = 0) {
    return __shfl_down_sync(all_lanes, value, static_cast<unsigned>(delta));
  }
  template <class T>
  __device__ T shuffle_xor(T value, int mask, int = 0) {
    return __shfl_xor_sync(all_lanes, value, mask);
  }

  // offset: bytes from the start of the launch's shared memory, a multiple of alignof(T).
  template <class T>
  __device__ T* shared(std::size_t offset, std::size_t) {
    return reinterpret_cast<T*>(shared_memory + offset);
  }

 private:
  static constexpr unsigned all_lanes = 0xffffffff;
};

template <class Kernel>
__global__ void __launch_bounds__(max_threads<Kernel>())
    run(const __grid_constant__ Kernel kernel) {
  CudaBlock block;
  kernel(block);
}

// Starts a kernel; returns before it is done. Its own failure shows at the next wait for the
// stream, that of the launch here. blocks: 0 starts nothing; threads: a multiple of 32, at most
// max_threads<Kernel>().
template <class Kernel>
void launch(const Kernel& kernel, std::int64_t blocks, int threads, std::size_t shared_bytes,
            const Stream& stream) {
  const auto name = [] { return kernel_name(typeid(Kernel)); };
  if (blocks == 0) return;
  if (blocks < 0 || blocks > static_cast<std::int64_t>(grid_limit) || threads < 32 ||
      threads % 32 != 0 || threads > max_threads<Kernel>()) {
    throw DeviceError(name() + " cannot be launched with " + std::to_string(blocks) +
                      " blocks of " + std::to_string(threads) + " threads");
  }
  // More than 48 KiB of shared memory are there for kernels that ask.
  constexpr std::size_t unasked = 48 * 1024;
  if (shared_bytes > unasked) {
    check(cudaFuncSetAttribute(run<Kernel>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(shared_bytes)),
          [&] { return std::to_string(shared_bytes) + " bytes of shared memory for " + name(); });
  }
  run<Kernel><<<static_cast<unsigned>(blocks), static_cast<unsigned>(threads), shared_bytes,
                stream.get()>>>(kernel);
  check(cudaGetLastError(), name);
}

#endif

}  // namespace memlaw::cuda
