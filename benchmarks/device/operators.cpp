// Operators, copies and launches: what everything else on a device is made of.
#include "../../src/search/cuda/operators.hpp"

#include <vector>

#include "../../src/search/cuda/memory.hpp"
#include "measure.hpp"
#include "memlaw/expr/operators.hpp"
#include "timing.hpp"

namespace memlaw::device_benchmark {
namespace {

template <class Real>
void measure(std::size_t rows, const cuda::Stream& stream, Group& group) {
  std::vector<Real> numbers(rows);
  for (std::size_t i = 0; i < rows; ++i)
    numbers[i] = Real(0.25) + static_cast<Real>(i % 1000) * Real(0.01);
  const auto a = cuda::to_device<Real>(numbers, "arguments", stream);
  const cuda::DeviceArray<Real> value(rows, "values"), da(rows, "derivatives"),
      db(rows, "derivatives");
  for (const OperatorInfo& op : operators()) {
    if (op.arity == 0) continue;
    const double seconds = device_seconds(stream, [&] {
      cuda::apply_operator<Real>(op.op, rows, a.data(), a.data(), value.data(), da.data(),
                                 db.data(), stream);
    });
    group.figures.push_back({std::string(op.name), sizeof(Real) == 4 ? "float" : "double", rows,
                             static_cast<double>(rows) / seconds});
  }
}

}  // namespace

Group measure_operators(const DeviceInfo& device) {
  const cuda::CurrentDevice current(device.index);
  const cuda::Stream stream;
  Group group{"One operator with its derivatives, from device memory and back", "rows", "rows/s"};
  for (const std::size_t rows : {std::size_t{65536}, std::size_t{1000000}}) {
    measure<float>(rows, stream, group);
    measure<double>(rows, stream, group);
  }
  group.note =
      "Each reads two numbers and writes three, so that the cheap ones show the memory's "
      "speed. Evaluation keeps values in registers.";
  return group;
}

Group measure_copies(const DeviceInfo& device) {
  const cuda::CurrentDevice current(device.index);
  const cuda::Stream stream;
  Group group{"Copies between page-locked host memory and the device", "bytes", "bytes/s"};
  for (const std::size_t bytes : {std::size_t{4096}, std::size_t{1} << 20, std::size_t{1} << 26}) {
    const cuda::PinnedArray<char> host(bytes, "copies");
    const cuda::DeviceArray<char> array(bytes, "copies");
    std::fill_n(host.data(), bytes, '\0');
    const double up = device_seconds(stream, [&] {
      cuda::upload<char>(array, std::span<const char>(host.data(), bytes), stream);
    });
    const double down = device_seconds(stream, [&] {
      cuda::download<char>({host.data(), bytes}, array, stream);
    });
    group.figures.push_back({"to the device", "", bytes, static_cast<double>(bytes) / up});
    group.figures.push_back({"from the device", "", bytes, static_cast<double>(bytes) / down});
  }
  return group;
}

Group measure_launches(const DeviceInfo& device) {
  const cuda::CurrentDevice current(device.index);
  const cuda::Stream stream;
  const std::vector<int> values(256, 1);
  const auto given = cuda::to_device<int>(values, "values", stream);
  const cuda::DeviceArray<long long> sums(3, "sums");
  const auto enqueue = [&] { cuda::exchange_sums(given.data(), sums.data(), 1, 256, stream); };
  Group group{"Time of the host for a kernel of one block", "", "s"};
  group.figures.push_back({"launched", "", 0, host_seconds(500, enqueue)});
  stream.wait();
  group.figures.push_back({"launched and waited for", "", 0, host_seconds(100, [&] {
                             enqueue();
                             stream.wait();
                           })});
  return group;
}

double peak_single_precision(const DeviceInfo& device) {
  // Lanes of a multiprocessor (CUDA C++ Programming Guide, throughput of native instructions).
  const int lanes = device.major == 8 && device.minor == 0 ? 64 : 128;
  return 2.0 * lanes * device.multiprocessors * 1e3 * device.clock_khz;
}

}  // namespace memlaw::device_benchmark
