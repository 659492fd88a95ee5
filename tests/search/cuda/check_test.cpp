// Errors of CUDA's calls, which need no device to be told apart.
#include "../../../src/search/cuda/check.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace memlaw::cuda {
namespace {

struct Nested {};

// What check throws: its message, and whether the device is lost.
struct Thrown {
  std::string message;
  bool lost = false;
};
std::optional<Thrown> thrown(cudaError_t status) {
  try {
    check(status, "cudaMalloc of 12 bytes for genomes");
  } catch (const DeviceLost& error) {
    return Thrown{error.what(), true};
  } catch (const DeviceError& error) {
    return Thrown{error.what(), false};
  }
  return std::nullopt;
}

TEST(CudaCheck, SuccessIsNoError) { EXPECT_FALSE(thrown(cudaSuccess)); }

TEST(CudaCheck, AnErrorNamesTheCallTheErrorAndWhatToDo) {
  const auto error = thrown(cudaErrorMemoryAllocation);
  ASSERT_TRUE(error);
  EXPECT_FALSE(error->lost);
  for (const char* const part : {"device", "cudaMalloc of 12 bytes for genomes",
                                 "cudaErrorMemoryAllocation", "make search.population"}) {
    EXPECT_NE(error->message.find(part), std::string::npos) << part << " in " << error->message;
  }
}

TEST(CudaCheck, ErrorsAfterWhichNothingWorksSayThatTheDeviceIsLost) {
  for (const cudaError_t status :
       {cudaErrorIllegalAddress, cudaErrorECCUncorrectable, cudaErrorLaunchFailure,
        cudaErrorLaunchTimeout, cudaErrorAssert, cudaErrorMisalignedAddress}) {
    const auto error = thrown(status);
    ASSERT_TRUE(error);
    EXPECT_TRUE(error->lost) << error->message;
  }
  for (const cudaError_t status :
       {cudaErrorInvalidValue, cudaErrorInvalidConfiguration, cudaErrorNoKernelImageForDevice,
        cudaErrorInsufficientDriver, cudaErrorNoDevice}) {
    const auto error = thrown(status);
    ASSERT_TRUE(error);
    EXPECT_FALSE(error->lost) << error->message;
  }
}

TEST(CudaCheck, ANameIsPutTogetherOnlyAfterAFailure) {
  int made = 0;
  const auto name = [&] {
    ++made;
    return std::string("copying");
  };
  check(cudaSuccess, name);
  EXPECT_EQ(made, 0);
  EXPECT_THROW(check(cudaErrorInvalidValue, name), DeviceError);
  EXPECT_EQ(made, 1);
}

TEST(CudaCheck, KernelsAreNamedAsInTheSource) {
  const std::string name = kernel_name(typeid(Nested));
  EXPECT_TRUE(name.starts_with("kernel memlaw::cuda::")) << name;
  EXPECT_TRUE(name.ends_with("Nested")) << name;
}

}  // namespace
}  // namespace memlaw::cuda
