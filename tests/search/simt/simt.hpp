// A small emulator of a GPU's thread blocks, to run kernels in tests without a device.
//
// A kernel is a functor: `template <class Block> void operator()(Block& block) const`. launch()
// runs it once for every thread of every block. The threads of a block are fibers on one thread of
// the machine; which of them runs next is drawn from a seeded generator, so that an order a kernel
// must not rely on is not always the one in which threads are numbered. Global memory is plain
// memory, which AddressSanitizer watches. Shared memory is read and written through checked views.
//
// What a GPU would let pass, or punish at another time, ends a launch with a Finding:
//   overrun      an index outside a view, or a view outside the shared memory of the launch
//   unset        a read of shared memory that no thread has written
//   race         two threads use one element, one of them writing, without a barrier in between
//   divergence   a barrier or a warp operation that not all of its threads reach, or that they
//                reach at different places
//
// Not emulated: caches, coalescing, scheduling within a warp, and the device's arithmetic.
#pragma once

#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace memlaw::simt {

inline constexpr int warp_size = 32;

struct Launch {
  int blocks = 1;
  int threads = warp_size;  // of a block: a multiple of warp_size, at most 1024
  std::size_t shared_bytes = 0;
  std::uint64_t seed = 1;  // of the order of the threads
};

struct Finding : std::runtime_error {
  enum class Kind { overrun, unset, race, divergence };
  Finding(Kind k, const std::string& message) : std::runtime_error(message), kind(k) {}
  Kind kind;
};

class Grid;  // the state of a launch; in simt.cpp

// What the views and the blocks ask of the launch. `thread` is the one that asks.
namespace detail {
void check_view(Grid& grid, std::size_t offset, std::size_t bytes, std::size_t alignment);
[[noreturn]] void index_overrun(const Grid& grid, int thread, std::size_t index, std::size_t count);
std::byte* note_read(Grid& grid, int thread, std::size_t offset, std::size_t bytes);
std::byte* note_write(Grid& grid, int thread, std::size_t offset, std::size_t bytes);
void block_barrier(Grid& grid, int thread, int site);
void warp_barrier(Grid& grid, int thread, int site);
// All lanes of the warp give 8 bytes; the result is what lane `source` gave.
std::uint64_t exchange(Grid& grid, int thread, std::uint64_t given, int source, int site);
int block_index(const Grid& grid);
int block_count(const Grid& grid);
int block_threads(const Grid& grid);
}  // namespace detail

// An element of shared memory; reading and writing it is recorded.
template <class T>
class Element {
 public:
  Element(Grid& grid, int thread, std::size_t offset)
      : grid_(grid), thread_(thread), offset_(offset) {}
  Element(const Element&) = default;
  operator T() const {
    T value;
    std::memcpy(&value, detail::note_read(grid_, thread_, offset_, sizeof(T)), sizeof(T));
    return value;
  }
  const Element& operator=(T value) const {
    std::memcpy(detail::note_write(grid_, thread_, offset_, sizeof(T)), &value, sizeof(T));
    return *this;
  }
  const Element& operator=(const Element& other) const { return *this = static_cast<T>(other); }
  const Element& operator+=(T value) const { return *this = static_cast<T>(*this) + value; }
  const Element& operator-=(T value) const { return *this = static_cast<T>(*this) - value; }
  const Element& operator*=(T value) const { return *this = static_cast<T>(*this) * value; }

 private:
  Grid& grid_;
  int thread_;
  std::size_t offset_;
};

// `count` elements of shared memory, as one thread sees them. Where a device has a pointer.
template <class T>
class SharedView {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SharedView() = default;
  SharedView(Grid& grid, int thread, std::size_t offset, std::size_t count)
      : grid_(&grid), thread_(thread), offset_(offset), count_(count) {}
  template <class Index>
  Element<T> operator[](Index index) const {
    const auto i = static_cast<std::size_t>(index);
    if (i >= count_) detail::index_overrun(*grid_, thread_, i, count_);
    return {*grid_, thread_, offset_ + i * sizeof(T)};
  }
  // The view without its first elements.
  template <class Index>
  SharedView operator+(Index first) const {
    const auto i = static_cast<std::size_t>(first);
    if (i > count_) detail::index_overrun(*grid_, thread_, i, count_);
    return {*grid_, thread_, offset_ + i * sizeof(T), count_ - i};
  }

 private:
  Grid* grid_ = nullptr;
  int thread_ = 0;
  std::size_t offset_ = 0;
  std::size_t count_ = 0;
};

// One thread's view of its block: the interface of CudaBlock.
class Block {
 public:
  template <class T>
  using Shared = SharedView<T>;

  Block(Grid& grid, int thread) : grid_(grid), thread_(thread) {}

  int thread() const { return thread_; }
  int threads() const { return detail::block_threads(grid_); }
  int index() const { return detail::block_index(grid_); }
  int count() const { return detail::block_count(grid_); }
  int lane() const { return thread_ % warp_size; }
  int warp() const { return thread_ / warp_size; }

  void sync(int site = __builtin_LINE()) { detail::block_barrier(grid_, thread_, site); }
  void sync_warp(int site = __builtin_LINE()) { detail::warp_barrier(grid_, thread_, site); }

  template <class T>
  T broadcast(T value, int lane, int site = __builtin_LINE()) {
    return exchange(value, lane, site);
  }
  // Past the last lane, a lane gets its own value back, as on a device.
  template <class T>
  T shuffle_down(T value, int delta, int site = __builtin_LINE()) {
    return exchange(value, lane() + delta < warp_size ? lane() + delta : lane(), site);
  }
  template <class T>
  T shuffle_xor(T value, int mask, int site = __builtin_LINE()) {
    return exchange(value, lane() ^ mask, site);
  }

  template <class T>
  SharedView<T> shared(std::size_t offset, std::size_t count) {
    detail::check_view(grid_, offset, count * sizeof(T), alignof(T));
    return {grid_, thread_, offset, count};
  }

 private:
  template <class T>
  T exchange(T value, int source, int site) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= sizeof(std::uint64_t));
    std::uint64_t given = 0;
    std::memcpy(&given, &value, sizeof(T));
    const std::uint64_t got = detail::exchange(grid_, thread_, given, source, site);
    std::memcpy(&value, &got, sizeof(T));
    return value;
  }

  Grid& grid_;
  int thread_;
};

// Runs `thread_body` for every thread of every block. Findings, and what a thread throws, come out.
void run(const Launch& launch, const std::function<void(Block&)>& thread_body);

template <class Kernel>
void launch(const Kernel& kernel, const Launch& how) {
  run(how, [&kernel](Block& block) { kernel(block); });
}

}  // namespace memlaw::simt
