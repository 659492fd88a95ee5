// Choosing what a search computes on.
#include "../../../src/search/device/device.hpp"

#include <gtest/gtest.h>

namespace memlaw {
namespace {

constexpr bool engine = true;

DeviceProbe two_devices() {
  DeviceProbe probe;
  for (const int index : {1, 3}) {
    DeviceInfo info;
    info.index = index;
    info.name = "Card";
    probe.devices.push_back(info);
  }
  probe.unusable = {"cuda:0 (Old) has compute capability 6.1"};
  return probe;
}

DeviceProbe no_driver() {
  DeviceProbe probe;
  probe.cause = NoDevice::no_driver;
  probe.reason = "no NVIDIA driver is installed";
  return probe;
}

std::string refusal(const std::string& choice, const DeviceProbe& probe, bool has_engine) {
  try {
    choose_device(parse_device(choice), probe, has_engine);
  } catch (const InputError&) {
    return "wrong kind of error";
  } catch (const RunError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Device, EverySpellingIsReadAndWrittenBack) {
  for (const std::string text : {"auto", "cpu", "cuda", "cuda:0", "cuda:12"})
    EXPECT_EQ(format_device(parse_device(text)), text);
  EXPECT_EQ(parse_device("cuda:12").index, 12);
  EXPECT_EQ(parse_device("auto"), DeviceChoice{});
}

TEST(Device, OtherSpellingsAreInputErrorsThatQuoteThem) {
  for (const std::string text :
       {"", "gpu", "CUDA", "cuda:", "cuda:-1", "cuda:1x", "cuda:1 ", "cuda:99999999999", "cpu:0"}) {
    try {
      parse_device(text);
      ADD_FAILURE() << text;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(quote(text)), std::string::npos) << error.what();
    }
  }
}

TEST(Device, AutoTakesTheFirstDeviceThatWorks) {
  const SearchDevice device = choose_device({}, two_devices(), engine);
  EXPECT_TRUE(device.cuda);
  EXPECT_EQ(device.info.index, 1);
  EXPECT_EQ(device.description, "cuda:1 (Card)");
}

TEST(Device, AutoWithoutADeviceTakesTheCpuAndSaysWhy) {
  const SearchDevice device = choose_device({}, no_driver(), engine);
  EXPECT_FALSE(device.cuda);
  EXPECT_EQ(device.description, "CPU: no NVIDIA driver is installed");
}

TEST(Device, TheCpuIsTakenWhenAskedForWhateverTheMachineHas) {
  const SearchDevice device = choose_device(parse_device("cpu"), two_devices(), engine);
  EXPECT_FALSE(device.cuda);
  EXPECT_EQ(device.description, "CPU");
}

TEST(Device, ADeviceIsTakenByItsNumber) {
  EXPECT_EQ(choose_device(parse_device("cuda:3"), two_devices(), engine).info.index, 3);
  EXPECT_EQ(choose_device(parse_device("cuda"), two_devices(), engine).info.index, 1);
}

TEST(Device, ADeviceThatCannotBeHadIsAnErrorWithTheCause) {
  for (const std::string choice : {"cuda", "cuda:0"}) {
    const std::string message = refusal(choice, no_driver(), engine);
    EXPECT_TRUE(message.starts_with("device " + choice + ": no NVIDIA driver")) << message;
    EXPECT_NE(message.find("--device cpu"), std::string::npos) << message;
  }
  EXPECT_NE(refusal("cuda:2", two_devices(), engine).find("there are cuda:1 (Card), cuda:3 (Card)"),
            std::string::npos);
  EXPECT_NE(refusal("cuda:0", two_devices(), engine).find("compute capability 6.1"),
            std::string::npos);
}

TEST(Device, WithoutAnEngineNoDeviceIsPretendedToBeUsed) {
  EXPECT_NE(refusal("cuda", two_devices(), false).find("cannot search on them"), std::string::npos);
  EXPECT_NE(refusal("cuda:3", two_devices(), false).find("cannot search on them"),
            std::string::npos);
  const SearchDevice device = choose_device({}, two_devices(), false);
  EXPECT_FALSE(device.cuda);
  EXPECT_NE(device.description.find("cannot search on them"), std::string::npos);
}

}  // namespace
}  // namespace memlaw
