// What is measured on a device. A new measurement is one function here and one line in
// device_benchmark.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memlaw/search/device.hpp"

namespace memlaw::device_benchmark {

struct Figure {
  std::string what;        // "sqrt"
  std::string precision;   // "float", "double" or ""
  std::uint64_t size = 0;  // what Group::size_name says
  double value = 0.0;      // in Group::unit
};

// A table of the report.
struct Group {
  std::string title;
  std::string size_name;  // "rows", "bytes"; empty: sizes do not matter
  std::string unit;
  std::vector<Figure> figures = {};
  std::string note = {};  // below the table; without figures: why there are none
};

// Rows a second of each operator with its derivatives, from arrays in device memory.
Group measure_operators(const DeviceInfo& device);
// Bytes a second to and from page-locked host memory.
Group measure_copies(const DeviceInfo& device);
// What the host spends on a launch, and on a launch whose end it waits for.
Group measure_launches(const DeviceInfo& device);
// Generations a second of whole searches by population.
Group measure_searches(const DeviceInfo& device);

// Single-precision operations a second at the highest clock, a fused multiply-add counted as two.
// memlaw uses none, so that at most half of it can be reached. 0 when it is not known.
double peak_single_precision(const DeviceInfo& device);

}  // namespace memlaw::device_benchmark
