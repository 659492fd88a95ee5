// A small thread pool for loops over independent items.
//
// Written with standard threads rather than OpenMP so that ThreadSanitizer sees every
// synchronisation (GCC's OpenMP run time is not instrumented and reports false races).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace memlaw {

class ThreadPool {
 public:
  // `threads` workers including the caller; 0 means all cores.
  explicit ThreadPool(int threads = 0);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int size() const;

  // Calls body(item, worker) once for each item in 0 .. count-1, on any worker (0 .. size()-1), in
  // no particular order, and returns when all are done. Items are handed out one at a time, so they
  // may differ in cost. The first exception thrown by a body is rethrown here after all workers
  // have stopped. Not reentrant.
  void run(std::size_t count, const std::function<void(std::size_t item, int worker)>& body);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Number of cores this process may use, at least 1.
int hardware_threads();

}  // namespace memlaw
