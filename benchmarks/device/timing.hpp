// Timing of work on a device.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>

#include "../../src/search/cuda/stream.hpp"

namespace memlaw::device_benchmark {

inline constexpr int samples = 7;

inline double median(std::array<double, samples> values) {
  std::sort(values.begin(), values.end());
  return values[samples / 2];
}

// Seconds of one enqueue(), by the device's clock: the median of several samples, each of as many
// calls as fill 10 ms. The first calls, which may load code, are not counted.
template <class F>
double device_seconds(const cuda::Stream& stream, F enqueue) {
  cuda::Event start, end;
  const auto time = [&](int calls) {
    start.record(stream);
    for (int i = 0; i < calls; ++i) enqueue();
    end.record(stream);
    return end.seconds_since(start) / calls;
  };
  time(2);
  const int calls = static_cast<int>(std::clamp(0.01 / std::max(time(2), 1e-7), 1.0, 10000.0));
  std::array<double, samples> seconds{};
  for (double& sample : seconds) sample = time(calls);
  return median(seconds);
}

// Seconds of one call of f, by the host's clock, likewise.
template <class F>
double host_seconds(int calls, F f) {
  using Clock = std::chrono::steady_clock;
  f();
  std::array<double, samples> seconds{};
  for (double& sample : seconds) {
    const Clock::time_point start = Clock::now();
    for (int i = 0; i < calls; ++i) f();
    sample = std::chrono::duration<double>(Clock::now() - start).count() / calls;
  }
  return median(seconds);
}

}  // namespace memlaw::device_benchmark
