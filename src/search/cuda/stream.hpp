// Streams and events of the current device. Movable, not copyable; not safe to share unguarded.
#pragma once

#include <utility>

#include "check.hpp"

namespace memlaw::cuda {

// Work in one stream runs in order; it overlaps with that of other streams and with the host.
class Stream {
 public:
  Stream() {
    check(cudaStreamCreateWithFlags(&handle_, cudaStreamNonBlocking), "cudaStreamCreate");
  }
  ~Stream() {
    if (handle_ != nullptr) cudaStreamDestroy(handle_);
  }
  Stream(Stream&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Stream& operator=(Stream&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  cudaStream_t get() const { return handle_; }
  // Returns when everything given to the stream so far is done; the errors of that work come here.
  void wait() const { check(cudaStreamSynchronize(handle_), "waiting for a stream"); }

 private:
  cudaStream_t handle_ = nullptr;
};

// A point in the work of a stream, with its time.
class Event {
 public:
  Event() { check(cudaEventCreate(&handle_), "cudaEventCreate"); }
  ~Event() {
    if (handle_ != nullptr) cudaEventDestroy(handle_);
  }
  Event(Event&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Event& operator=(Event&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }

  void record(const Stream& stream) {
    check(cudaEventRecord(handle_, stream.get()), "cudaEventRecord");
  }
  // What comes later in `stream` starts after this point.
  void hold(const Stream& stream) const {
    check(cudaStreamWaitEvent(stream.get(), handle_, 0), "cudaStreamWaitEvent");
  }
  void wait() const { check(cudaEventSynchronize(handle_), "waiting for an event"); }
  // Time on the device between two recorded points; waits for this one.
  double seconds_since(const Event& start) const {
    wait();
    float milliseconds = 0.0F;
    check(cudaEventElapsedTime(&milliseconds, start.handle_, handle_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaEvent_t handle_ = nullptr;
};

// Makes a device the current one of this thread, and the one before current again at the end.
class CurrentDevice {
 public:
  explicit CurrentDevice(int index) {
    check(cudaGetDevice(&before_), "cudaGetDevice");
    check(cudaSetDevice(index), [&] { return "cudaSetDevice of cuda:" + std::to_string(index); });
  }
  ~CurrentDevice() { cudaSetDevice(before_); }
  CurrentDevice(const CurrentDevice&) = delete;
  CurrentDevice& operator=(const CurrentDevice&) = delete;

 private:
  int before_ = 0;
};

}  // namespace memlaw::cuda
