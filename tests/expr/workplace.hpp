// Running other programs on exported files.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

namespace memlaw::testing {

// A folder of its own for one test, removed afterwards.
class Workplace {
 public:
  Workplace()
      : folder_(std::filesystem::path(::testing::TempDir()) /
                ("memlaw_export_" + std::to_string(::getpid()) + "_" +
                 ::testing::UnitTest::GetInstance()->current_test_info()->name())) {
    std::filesystem::create_directories(folder_);
  }
  ~Workplace() { std::filesystem::remove_all(folder_); }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
  }
  std::string read(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name, std::ios::binary).rdbuf();
    return text.str();
  }
  // Runs a command in the folder; on failure the end of its output becomes the test's message.
  ::testing::AssertionResult run(const std::string& command) const {
    const std::string line = "cd '" + folder_.string() + "' && (" + command + ") > log 2>&1";
    if (std::system(line.c_str()) == 0) return ::testing::AssertionSuccess();
    const std::string log = read("log");
    return ::testing::AssertionFailure() << command << ":\n"
                                         << log.substr(log.size() > 3000 ? log.size() - 3000 : 0);
  }

 private:
  std::filesystem::path folder_;
};

inline bool installed(const std::string& tool) {
  return std::system(("command -v " + tool + " > /dev/null 2>&1").c_str()) == 0;
}

}  // namespace memlaw::testing

#define SKIP_WITHOUT(tool) \
  if (!::memlaw::testing::installed(tool)) GTEST_SKIP() << tool << " is not installed"
