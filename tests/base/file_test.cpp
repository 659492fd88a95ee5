#include "memlaw/base/file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <thread>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

// An empty folder of its own for each test.
class FileTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "memlaw_file_test_XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), {}));
  }

  fs::path folder_;
};

TEST_F(FileTest, ReadsBackTheBytesItWrote) {
  const std::string bytes(
      "\xEF\xBB\xBF"
      "a\r\n\0b",
      8);
  write_file(folder_ / "data", bytes);
  EXPECT_EQ(read_file(folder_ / "data"), bytes);
  write_file(folder_ / "empty", "");
  EXPECT_EQ(read_file(folder_ / "empty"), "");
  const std::string large(3'000'001, 'x');
  write_file(folder_ / "large", large);
  EXPECT_EQ(read_file(folder_ / "large"), large);
}

TEST_F(FileTest, ReplacesAFileAndLeavesNothingElseBehind) {
  write_file(folder_ / "data", "first");
  write_file(folder_ / "data", "2nd");
  EXPECT_EQ(read_file(folder_ / "data"), "2nd");
  EXPECT_EQ(entries(), 1u);
}

TEST_F(FileTest, ReadersNeverSeeAPartOfAFile) {
  const std::string a(300'000, 'a'), b(200'000, 'b');
  const fs::path path = folder_ / "data";
  write_file(path, a);
  std::thread writer([&] {
    for (int i = 0; i < 50; ++i) write_file(path, i % 2 ? a : b);
  });
  for (int i = 0; i < 200; ++i) {
    const std::string seen = read_file(path);
    EXPECT_TRUE(seen == a || seen == b) << seen.size();
  }
  writer.join();
}

TEST_F(FileTest, KeepsALinkAndReplacesTheFileItPointsTo) {
  write_file(folder_ / "data", "old");
  fs::create_symlink("data", folder_ / "link");
  write_file(folder_ / "link", "new");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(read_file(folder_ / "data"), "new");
}

TEST_F(FileTest, WritesToADeviceInsteadOfReplacingIt) {
  write_file("/dev/null", "anything");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST_F(FileTest, AFullDeviceIsARunError) { EXPECT_THROW(write_file("/dev/full", "x"), RunError); }

TEST_F(FileTest, NamesTheFileThatCannotBeRead) {
  try {
    read_file(folder_ / "missing.csv");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("missing.csv: cannot be read"), std::string::npos);
  }
  EXPECT_THROW(read_file(folder_), InputError);
}

TEST_F(FileTest, RefusesFoldersThatCannotHoldTheFile) {
  EXPECT_THROW(write_file(folder_, "x"), InputError);
  EXPECT_THROW(write_file(folder_ / "none" / "data", "x"), InputError);
  EXPECT_THROW(write_file("", "x"), InputError);
  EXPECT_THROW(write_file("/proc/memlaw", "x"), InputError);
  EXPECT_EQ(entries(), 0u);
}

TEST_F(FileTest, MakesAFolderWithItsParentsAndLeavesItEmpty) {
  make_folder(folder_ / "a" / "b");
  make_folder(folder_ / "a" / "b");
  EXPECT_TRUE(fs::is_empty(folder_ / "a" / "b"));
}

TEST_F(FileTest, RefusesAFolderThatCannotBeMadeOrWritten) {
  write_file(folder_ / "file", "x");
  EXPECT_THROW(make_folder(folder_ / "file"), InputError);
  EXPECT_THROW(make_folder(folder_ / "file" / "below"), InputError);
  EXPECT_THROW(make_folder("/proc/memlaw"), InputError);
  EXPECT_THROW(make_folder("/proc"), InputError);
}

}  // namespace
}  // namespace memlaw
