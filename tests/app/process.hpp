// Runs the memlaw program as a user does.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "memlaw/base/file.hpp"

namespace memlaw::test {

struct Outcome {
  int code = -1;
  std::string out;
  std::string err;
};

inline std::string shell_quote(const std::string& text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

// A folder of its own for each test; the program runs in it.
class InFolder : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::UnitTest::GetInstance()->current_test_info()->name();
    std::replace(name.begin(), name.end(), '/', '-');  // of a parametrised test
    folder_ = std::filesystem::temp_directory_path() /
              ("memlaw-" + name + "-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_ / "work");
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path file(const std::string& name) const { return folder_ / "work" / name; }
  void write(const std::string& name, const std::string& text) { write_file(file(name), text); }

  // `prefix` stands before the program in the shell command ("timeout -s INT 1").
  Outcome memlaw(const std::vector<std::string>& arguments, const std::string& prefix = "") {
    std::string command = "cd " + shell_quote(file("").string()) + " && " + prefix + " " +
                          shell_quote(MEMLAW_PROGRAM);
    for (const std::string& argument : arguments) command += " " + shell_quote(argument);
    command += " >../out 2>../err </dev/null";
    const int status = std::system(command.c_str());
    Outcome outcome;
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    outcome.out = read_file(folder_ / "out");
    outcome.err = read_file(folder_ / "err");
    return outcome;
  }

  // Names of everything in the working folder, sorted.
  std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_ / "work")) {
      names.push_back(std::filesystem::relative(entry.path(), folder_ / "work").string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  // The program refuses: code 2, a message with every one of `parts`, nothing on standard output,
  // no file made.
  void expect_refusal(const std::vector<std::string>& arguments,
                      const std::vector<std::string>& parts) {
    const std::vector<std::string> before = listing();
    const Outcome outcome = memlaw(arguments);
    EXPECT_EQ(outcome.code, 2) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    EXPECT_LT(outcome.err.size(), 1000u);
    EXPECT_TRUE(outcome.err.starts_with("memlaw: ")) << outcome.err;
    for (const std::string& part : parts) {
      EXPECT_NE(outcome.err.find(part), std::string::npos)
          << "expected \"" << part << "\" in: " << outcome.err;
    }
    EXPECT_EQ(listing(), before);
  }

  std::filesystem::path folder_;
};

}  // namespace memlaw::test
