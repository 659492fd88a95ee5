// Runs the tests that need a device.
//
//   gpu_tests [--small] [--list] [NAME...]
//
// --small: fewer numbers, for runs under compute-sanitizer. Exit code 0: all passed, 1: one failed,
// 77: no device, with the reason and the number of tests that were skipped.
#include <algorithm>
#include <cstring>
#include <exception>

#include "gpu_test.hpp"
#include "memlaw/search/device.hpp"

namespace memlaw::gpu_test {

std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

namespace {
int failures = 0;
bool small = false;
}  // namespace

bool small_run() { return small; }

void fail(const char* file, int line, const std::string& what) {
  ++failures;
  std::cout << file << ":" << line << ": not true: " << what << "\n";
}

// Whether the test passed.
bool run(const Test& test, int device) {
  const int before = failures;
  try {
    test.body(device);
  } catch (const std::exception& error) {
    fail(test.name, 0, std::string("threw: ") + error.what());
  }
  std::cout << (failures == before ? "passed: " : "FAILED: ") << test.name << std::endl;
  return failures == before;
}

}  // namespace memlaw::gpu_test

int main(int argc, char** argv) {
  using namespace memlaw;
  std::vector<gpu_test::Test> chosen;
  bool list = false, named = false;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--list") == 0) {
      list = true;
    } else if (std::strcmp(argv[i], "--small") == 0) {
      gpu_test::small = true;
    } else {
      named = true;
      const auto found =
          std::find_if(gpu_test::tests().begin(), gpu_test::tests().end(),
                       [&](const auto& t) { return t.name == std::string(argv[i]); });
      if (found == gpu_test::tests().end()) {
        std::cerr << "gpu_tests: no test is named " << argv[i] << "; see gpu_tests --list\n";
        return 2;
      }
      chosen.push_back(*found);
    }
  }
  if (!named) chosen = gpu_test::tests();
  if (list) {
    for (const gpu_test::Test& test : chosen) std::cout << test.name << "\n";
    return 0;
  }
  const DeviceProbe probe = probe_devices();
  if (!probe.works()) {
    std::cout << "skipped: no device (" << chosen.size() << " tests): " << probe.reason << "\n";
    return 77;
  }
  std::size_t failed = 0;
  for (const DeviceInfo& info : probe.devices) {
    std::cout << "on " << info.label() << ":\n";
    for (const gpu_test::Test& test : chosen) failed += gpu_test::run(test, info.index) ? 0 : 1;
  }
  std::cout << chosen.size() * probe.devices.size() << " tests run, " << failed << " failed\n";
  return failed == 0 ? 0 : 1;
}
