#include "memlaw/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#endif

namespace memlaw {

int hardware_threads() {
#if defined(__linux__)
  // Respects the affinity that a batch system sets, which hardware_concurrency() may not.
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) == 0) return std::max(1, CPU_COUNT(&set));
#endif
  return std::max(1u, std::thread::hardware_concurrency());
}

struct ThreadPool::Impl {
  std::mutex mutex;
  std::condition_variable start;
  std::condition_variable finished;
  const std::function<void(std::size_t, int)>* body = nullptr;
  std::size_t count = 0;
  std::atomic<std::size_t> next{0};
  std::uint64_t round = 0;
  int busy = 0;
  bool stop = false;
  std::exception_ptr error;
  std::vector<std::thread> workers;

  void drain(int worker) {
    try {
      for (std::size_t item; (item = next.fetch_add(1)) < count;) (*body)(item, worker);
    } catch (...) {
      next.store(count);
      std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
    }
  }

  void serve(int worker) {
    std::uint64_t seen = 0;
    std::unique_lock lock(mutex);
    for (;;) {
      start.wait(lock, [&] { return stop || round != seen; });
      if (stop) return;
      seen = round;
      lock.unlock();
      drain(worker);
      lock.lock();
      if (--busy == 0) finished.notify_one();
    }
  }
};

ThreadPool::ThreadPool(int threads) : impl_(std::make_unique<Impl>()) {
  const int total = threads > 0 ? threads : hardware_threads();
  for (int worker = 1; worker < total; ++worker)
    impl_->workers.emplace_back([this, worker] { impl_->serve(worker); });
}

ThreadPool::~ThreadPool() {
  {
    std::lock_guard lock(impl_->mutex);
    impl_->stop = true;
  }
  impl_->start.notify_all();
  for (std::thread& worker : impl_->workers) worker.join();
}

int ThreadPool::size() const { return static_cast<int>(impl_->workers.size()) + 1; }

void ThreadPool::run(std::size_t count, const std::function<void(std::size_t, int)>& body) {
  if (count == 0) return;
  {
    std::lock_guard lock(impl_->mutex);
    impl_->body = &body;
    impl_->count = count;
    impl_->next.store(0);
    impl_->busy = static_cast<int>(impl_->workers.size());
    impl_->error = nullptr;
    ++impl_->round;
  }
  impl_->start.notify_all();
  impl_->drain(0);
  std::unique_lock lock(impl_->mutex);
  impl_->finished.wait(lock, [&] { return impl_->busy == 0; });
  if (impl_->error) std::rethrow_exception(std::exchange(impl_->error, nullptr));
}

}  // namespace memlaw
