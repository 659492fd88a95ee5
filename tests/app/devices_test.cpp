// What the command line says about devices, on machines with one and without.
#include "app/process.hpp"

namespace memlaw {
namespace {

class Devices : public test::InFolder {
 protected:
  void SetUp() override {
    InFolder::SetUp();
    std::string text = "side,batch,peak_bytes\n";
    for (int r = 0; r < 40; ++r) {
      const int side = 8 + (r * 7) % 33, batch = 1 + r % 4;
      text += std::to_string(side) + "," + std::to_string(batch) + "," +
              std::to_string(24000 + 12 * batch * side * side) + "\n";
    }
    write("runs.csv", text);
  }

  // No device is visible to the program, whatever the machine has.
  test::Outcome fit(std::vector<std::string> more) {
    std::vector<std::string> arguments = {"fit",      "runs.csv",
                                          "--target", "peak_bytes",
                                          "--set",    "search.generations=2",
                                          "--set",    "search.population=16",
                                          "--time",   "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return memlaw(arguments, "env CUDA_VISIBLE_DEVICES=");
  }
};

TEST_F(Devices, WithoutADeviceAutoUsesTheCpuAndSaysWhy) {
  const test::Outcome outcome = fit({"--out", "report"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.err.find("Searching on CPU: "), std::string::npos) << outcome.err;
  EXPECT_EQ(outcome.out.find("Searching"), std::string::npos) << outcome.out;
  EXPECT_NE(read_file(file("report/run.json")).find("\"device\": \"CPU: "), std::string::npos);
}

TEST_F(Devices, WithoutADeviceCudaIsAnErrorThatNamesTheCauseAndLeavesNothing) {
  const std::vector<std::string> before = listing();
  for (const std::string device : {"cuda", "cuda:0"}) {
    const test::Outcome outcome = fit({"--device", device, "--out", "report"});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_TRUE(outcome.err.starts_with("memlaw: device " + device + ": ")) << outcome.err;
    const bool cause = outcome.err.find("driver") != std::string::npos ||
                       outcome.err.find("built without CUDA") != std::string::npos;
    EXPECT_TRUE(cause) << outcome.err;
    EXPECT_NE(outcome.err.find("--device cpu"), std::string::npos) << outcome.err;
    EXPECT_EQ(listing(), before);
  }
}

TEST_F(Devices, TheCpuIsUsedWithoutAWordWhenAskedFor) {
  const test::Outcome outcome = fit({"--device", "cpu"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err.find("Searching on"), std::string::npos) << outcome.err;
}

TEST_F(Devices, WrongSpellingsAreRefused) {
  expect_refusal({"fit", "runs.csv", "--target", "peak_bytes", "--device", "gpu"},
                 {"--device: 'gpu'", "auto, cpu, cuda or cuda:N"});
  expect_refusal({"fit", "runs.csv", "--target", "peak_bytes", "--set", "search.device=cuda:x"},
                 {"--set", "search.device", "cuda:x", "cuda:N"});
}

TEST_F(Devices, TheListSaysWhyItIsEmpty) {
  const test::Outcome outcome = memlaw({"devices"}, "env CUDA_VISIBLE_DEVICES=");
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("no device: "), std::string::npos) << outcome.out;
  EXPECT_EQ(memlaw({"devices", "--check"}, "env CUDA_VISIBLE_DEVICES=").code, 1);
}

}  // namespace
}  // namespace memlaw
