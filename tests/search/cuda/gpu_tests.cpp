// What can only be tested where a device is.
#include <array>
#include <numeric>
#include <optional>

#include "../../../src/search/cuda/memory.hpp"
#include "../../../src/search/cuda/stream.hpp"
#include "gpu_test.hpp"
#include "memlaw/search/device_check.hpp"

namespace memlaw::cuda {
namespace {

GPU_TEST(OperatorsHaveTheBitsOfTheCpu) {
  const SelfCheck check = check_device(device, gpu_test::small_run() ? 2000 : 1000000);
  for (const SelfCheck::Difference& d : check.differences) {
    std::cout << info(d.op).name << (d.single_precision ? " (float)" : " (double)") << " at " << d.a
              << ", " << d.b << ": " << d.cpu << " on the CPU, " << d.device << " on the device\n";
  }
  GPU_EXPECT(check.differences.empty());
  GPU_EXPECT(check.compared > 0);
  // A library's function is itself good to a few units in the last place of a number below 1.
  GPU_EXPECT(check.largest_library_difference < 1e-6);
}

GPU_TEST(ThreadsOfABlockExchangeNumbers) { GPU_EXPECT(check_device(device, 16).exchanges); }

GPU_TEST(ArraysKeepWhatIsCopiedToThem) {
  const CurrentDevice current(device);
  const Stream stream;
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{1000003}}) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 7);
    const DeviceArray<int> array = to_device<int>(numbers, "numbers", stream);
    const PinnedArray<int> back(count, "numbers");
    download<int>({back.data(), back.size()}, array, stream);
    stream.wait();
    GPU_EXPECT(std::equal(numbers.begin(), numbers.end(), back.data()));
    GPU_EXPECT((count == 0) == (array.data() == nullptr));
  }
}

GPU_TEST(CopiesPastTheEndOfAnArrayAreRefused) {
  const CurrentDevice current(device);
  const Stream stream;
  const DeviceArray<int> array(3, "numbers");
  std::array<int, 4> numbers{};
  int refused = 0;
  try {
    upload<int>(array, numbers, stream);
  } catch (const DeviceError&) {
    ++refused;
  }
  try {
    download<int>(numbers, array, stream);
  } catch (const DeviceError&) {
    ++refused;
  }
  GPU_EXPECT(refused == 2);
}

GPU_TEST(AnArrayThatDoesNotFitIsAnErrorAndTheDeviceGoesOn) {
  const CurrentDevice current(device);
  std::optional<std::string> message;
  try {
    const DeviceArray<char> array(std::size_t{1} << 50, "genomes");
  } catch (const DeviceLost&) {
    GPU_EXPECT(!"the device is not lost");
  } catch (const DeviceError& error) {
    message = error.what();
  }
  GPU_EXPECT(message.has_value());
  GPU_EXPECT(message && message->find("genomes") != std::string::npos);
  GPU_EXPECT(message && message->find("cuda:" + std::to_string(device)) != std::string::npos);
  GPU_EXPECT(message && message->find("population") != std::string::npos);
  const DeviceArray<char> array(1000, "numbers");
  GPU_EXPECT(array.data() != nullptr);
}

GPU_TEST(EventsOrderStreamsAndTellTime) {
  const CurrentDevice current(device);
  const Stream first, second;
  Event start, end;
  constexpr std::size_t count = 1 << 20;
  const PinnedArray<int> host(count, "numbers");
  std::fill_n(host.data(), count, 5);
  const DeviceArray<int> array(count, "numbers");
  start.record(first);
  upload<int>(array, std::span<const int>(host.data(), count), first);
  end.record(first);
  end.hold(second);
  const PinnedArray<int> back(count, "numbers");
  download<int>({back.data(), count}, array, second);
  second.wait();
  GPU_EXPECT(back.data()[0] == 5 && back.data()[count - 1] == 5);
  GPU_EXPECT(end.seconds_since(start) > 0.0);
}

GPU_TEST(TheProbeDescribesTheDevice) {
  for (const DeviceInfo& found : probe_devices(true).devices) {
    if (found.index != device) continue;
    GPU_EXPECT(!found.name.empty());
    GPU_EXPECT(found.major >= 8);
    GPU_EXPECT(found.multiprocessors > 0);
    GPU_EXPECT(found.memory_free_bytes > 0);
    GPU_EXPECT(found.memory_free_bytes <= found.memory_total_bytes);
    GPU_EXPECT(found.shared_bytes_per_block >= 48 * 1024);
    return;
  }
  GPU_EXPECT(!"the device is found");
}

}  // namespace
}  // namespace memlaw::cuda
