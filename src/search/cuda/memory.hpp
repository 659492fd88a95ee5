// Arrays on the device and page-locked arrays on the host. Movable, not copyable. Elements are
// plain data and start unset. An array of 0 elements has no memory and the address null.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "check.hpp"
#include "stream.hpp"

namespace memlaw::cuda {
namespace detail {

struct DeviceMemory {
  static void* allocate(std::size_t bytes, std::string_view name) {
    void* p = nullptr;
    check(cudaMalloc(&p, bytes), [&] {
      return "cudaMalloc of " + std::to_string(bytes) + " bytes for " + std::string(name);
    });
    return p;
  }
  static void release(void* p) { cudaFree(p); }
};

struct PinnedMemory {
  static void* allocate(std::size_t bytes, std::string_view name) {
    void* p = nullptr;
    check(cudaMallocHost(&p, bytes), [&] {
      return "cudaMallocHost of " + std::to_string(bytes) + " bytes for " + std::string(name);
    });
    return p;
  }
  static void release(void* p) { cudaFreeHost(p); }
};

}  // namespace detail

template <class T, class Memory>
class Array {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Array() = default;
  // `name` says in an error what the array was for.
  Array(std::size_t count, std::string_view name) : size_(count) {
    if (count > static_cast<std::size_t>(-1) / sizeof(T))
      throw DeviceError(std::string(name) + ": " + std::to_string(count) +
                        " elements are too many");
    if (count > 0) data_ = static_cast<T*>(Memory::allocate(count * sizeof(T), name));
  }
  ~Array() {
    if (data_ != nullptr) Memory::release(data_);
  }
  Array(Array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    return *this;
  }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return size_ * sizeof(T); }

 private:
  T* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class T>
using DeviceArray = Array<T, detail::DeviceMemory>;
// Host memory that copies reach without a detour, so that they overlap with kernels.
template <class T>
using PinnedArray = Array<T, detail::PinnedMemory>;

// Copies in the order of the stream; `from` must live and stay as it is until the stream has done
// it. DeviceError when `to` is too short.
template <class T>
void upload(const DeviceArray<T>& to, std::span<const T> from, const Stream& stream) {
  if (from.size() > to.size()) throw DeviceError("upload past the end of an array on the device");
  if (from.empty()) return;
  check(cudaMemcpyAsync(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                        stream.get()),
        [&] { return "copying " + std::to_string(from.size_bytes()) + " bytes to the device"; });
}

// The first to.size() elements, likewise; `to` is filled once the stream has been waited for.
template <class T>
void download(std::span<T> to, const DeviceArray<T>& from, const Stream& stream) {
  if (to.size() > from.size()) throw DeviceError("download past the end of an array on the device");
  if (to.empty()) return;
  check(cudaMemcpyAsync(to.data(), from.data(), to.size_bytes(), cudaMemcpyDeviceToHost,
                        stream.get()),
        [&] { return "copying " + std::to_string(to.size_bytes()) + " bytes from the device"; });
}

template <class T>
DeviceArray<T> to_device(std::span<const T> from, std::string_view name, const Stream& stream) {
  DeviceArray<T> array(from.size(), name);
  upload(array, from, stream);
  return array;
}

}  // namespace memlaw::cuda
