// What memlaw makes of what the CUDA run time says, for machines that are not here.
#include "../../../src/search/device/probe.hpp"

#include <gtest/gtest.h>

namespace memlaw {
namespace {

ProbeFacts machine(int driver, std::vector<ProbeFacts::Device> devices) {
  ProbeFacts facts;
  facts.runtime_version = 13000;
  facts.driver_version = driver;
  facts.count = static_cast<int>(devices.size());
  facts.devices = std::move(devices);
  return facts;
}

ProbeFacts::Device device(int index, int major, const std::string& error = "") {
  ProbeFacts::Device device;
  device.info.index = index;
  device.info.name = "Card " + std::to_string(index);
  device.info.major = major;
  device.info.minor = 6;
  device.error = error;
  return device;
}

void expect_none(const DeviceProbe& probe, NoDevice cause, const std::string& part) {
  EXPECT_FALSE(probe.works());
  EXPECT_EQ(probe.cause, cause);
  EXPECT_NE(probe.reason.find(part), std::string::npos) << probe.reason;
}

TEST(Probe, DevicesThatWorkAreListedInOrder) {
  const DeviceProbe probe = judge(machine(13000, {device(0, 9), device(1, 8)}), {});
  ASSERT_EQ(probe.devices.size(), 2u);
  EXPECT_EQ(probe.devices[1].label(), "cuda:1 (Card 1)");
  EXPECT_EQ(probe.runtime_version, 13000);
  EXPECT_EQ(probe.driver_version, 13000);
}

TEST(Probe, WithoutADriverItSaysSoAlthoughTheRunTimeCallsTheDriverInsufficient) {
  ProbeFacts facts = machine(0, {});
  facts.error = "cudaErrorInsufficientDriver";
  facts.insufficient_driver = true;
  facts.count = 1;  // left over: an error does not set it
  expect_none(judge(facts, {}), NoDevice::no_driver, "no NVIDIA driver is installed");
}

TEST(Probe, ADriverThatIsTooOldIsNamedWithBothVersions) {
  ProbeFacts facts = machine(11080, {});
  facts.error = "cudaErrorInsufficientDriver";
  facts.insufficient_driver = true;
  const DeviceProbe probe = judge(facts, {});
  expect_none(probe, NoDevice::driver_too_old, "supports CUDA 11.8");
  expect_none(probe, NoDevice::driver_too_old, "built with CUDA 13.0");
}

TEST(Probe, ACountBelowOneMeansNoDevice) {
  expect_none(judge(machine(13000, {}), {}), NoDevice::no_device, "sees no device; see what");
  ProbeFacts facts = machine(13000, {});
  facts.count = -1;
  expect_none(judge(facts, {}), NoDevice::no_device, "sees no device");
}

TEST(Probe, HiddenDevicesAreExplained) {
  ProbeFacts facts = machine(13000, {});
  facts.error = "cudaErrorNoDevice";
  facts.no_device = true;
  expect_none(judge(facts, ""), NoDevice::no_device, "CUDA_VISIBLE_DEVICES is ''");
}

TEST(Probe, AnyOtherErrorMeansNoDeviceWhateverTheCount) {
  ProbeFacts facts = machine(13000, {});
  facts.error = "cudaErrorSystemDriverMismatch (...)";
  facts.count = 3;
  expect_none(judge(facts, {}), NoDevice::failed, "cudaErrorSystemDriverMismatch");
}

TEST(Probe, DevicesThatAreTooOldAreNamedWithTheirCapability) {
  const DeviceProbe probe = judge(machine(13000, {device(0, 7)}), {});
  expect_none(probe, NoDevice::device_too_old,
              "cuda:0 (Card 0) has compute capability 7.6, memlaw needs 8.0");
}

TEST(Probe, OneDeviceThatWorksIsEnoughAndTheOthersAreExplained) {
  const DeviceProbe probe =
      judge(machine(13000, {device(0, 7), device(1, 9), device(2, 9, "broken")}), {});
  ASSERT_EQ(probe.devices.size(), 1u);
  EXPECT_EQ(probe.devices[0].index, 1);
  ASSERT_EQ(probe.unusable.size(), 2u);
  EXPECT_EQ(probe.unusable[1], "cuda:2 (Card 2): broken");
}

TEST(Probe, DevicesThatFailAreNotCalledOld) {
  expect_none(judge(machine(13000, {device(0, 7), device(1, 9, "broken")}), {}), NoDevice::failed,
              "cuda:1 (Card 1): broken");
}

TEST(Probe, LookingAtThisMachineNeverThrows) {
  const DeviceProbe probe = probe_devices(true);
  EXPECT_EQ(probe.works(), probe.reason.empty());
  for (const DeviceInfo& info : probe.devices) EXPECT_GE(info.major, 8);
}

}  // namespace
}  // namespace memlaw
