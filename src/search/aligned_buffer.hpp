// Scratch memory that grows and is never shrunk; contents are lost when it grows.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace memlaw {

template <class T>
class AlignedBuffer {
 public:
  static constexpr std::align_val_t alignment{64};

  // At least `size` elements, aligned to 64 bytes.
  T* reserve(std::size_t size) {
    if (size > size_) {
      data_.reset();
      data_.reset(static_cast<T*>(::operator new(size * sizeof(T), alignment)));
      size_ = size;
    }
    return data_.get();
  }
  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }

 private:
  struct Delete {
    void operator()(T* p) const { ::operator delete(p, alignment); }
  };
  std::unique_ptr<T, Delete> data_;
  std::size_t size_ = 0;
};

}  // namespace memlaw
