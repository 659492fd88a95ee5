// Tests that need a device, without a test framework: scripts/gpu_check runs them on machines that
// may have none.
//
//   GPU_TEST(ArraysKeepWhatIsCopiedToThem) { ...; GPU_EXPECT(a == b); }
#pragma once

#include <iostream>
#include <string>
#include <vector>

namespace memlaw::gpu_test {

struct Test {
  const char* name;
  void (*body)(int device);  // the index of the device to test
};
std::vector<Test>& tests();
struct Register {
  Register(const char* name, void (*body)(int)) { tests().push_back({name, body}); }
};
// True under compute-sanitizer, which slows kernels down by a factor of ten to a hundred.
bool small_run();
// Notes that the running test has failed.
void fail(const char* file, int line, const std::string& what);

}  // namespace memlaw::gpu_test

#define GPU_TEST(name)                                                     \
  static void name(int device);                                            \
  static const ::memlaw::gpu_test::Register register_##name(#name, &name); \
  static void name([[maybe_unused]] int device)
#define GPU_EXPECT(condition)                                                   \
  do {                                                                          \
    if (!(condition)) ::memlaw::gpu_test::fail(__FILE__, __LINE__, #condition); \
  } while (false)
