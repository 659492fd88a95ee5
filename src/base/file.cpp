#include "memlaw/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>

#include "memlaw/base/error.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

std::string reason(int error) { return std::generic_category().message(error); }

[[noreturn]] void throw_unwritable(const fs::path& path, int error) {
  const std::string message = "cannot be written: " + reason(error);
  // A device that is full or broken is not the user's choice of output.
  if (error == ENOSPC || error == EDQUOT || error == EIO) {
    throw RunError(path.string() + ": " + message);
  }
  throw InputError({path.string()}, message + "; name a folder in which files can be created");
}

// An open file descriptor; closed on destruction.
class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  int get() const { return descriptor_; }
  bool is_open() const { return descriptor_ >= 0; }

  // 0, or the error that stopped the writing.
  int write(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) return errno;
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
    return 0;
  }

  // 0, or the error that a delayed write met.
  int close() {
    const int result = ::close(descriptor_);
    descriptor_ = -1;
    return result == 0 ? 0 : errno;
  }

 private:
  int descriptor_;
};

// A new empty file in `folder`; removed on destruction unless it has been renamed.
class TemporaryFile {
 public:
  explicit TemporaryFile(const fs::path& folder)
      : path_(folder / unique_name()),
        file_(::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)),
        open_error_(file_.is_open() ? 0 : errno) {}
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile() {
    if (open_error_ == 0 && !renamed_) ::unlink(path_.c_str());
  }

  int open_error() const { return open_error_; }

  // Writes, reaches the disk, then takes the final name. 0 or the error.
  int commit(std::string_view bytes, const fs::path& target) {
    if (const int error = file_.write(bytes)) return error;
    // Without this a power cut after the rename could leave an empty file under the final name.
    if (::fsync(file_.get()) != 0 && errno != EINVAL) return errno;
    if (const int error = file_.close()) return error;
    if (::rename(path_.c_str(), target.c_str()) != 0) return errno;
    renamed_ = true;
    return 0;
  }

 private:
  static std::string unique_name() {
    static std::atomic<unsigned> counter{0};
    return ".memlaw-" + std::to_string(::getpid()) + '-' + std::to_string(counter++) + ".tmp";
  }

  fs::path path_;
  Descriptor file_;
  int open_error_;
  bool renamed_ = false;
};

}  // namespace

std::string read_file(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    throw InputError({path.string()}, "is a folder; name a file");
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
  if (!file) {
    throw InputError({path.string()}, "cannot be read: " + reason(errno) + "; check the path");
  }
  std::string bytes;
  // The size is a hint only: pipes have none, and a file may grow while it is read.
  if (const std::uintmax_t size = fs::file_size(path, ignored); !ignored) bytes.reserve(size + 1);
  std::array<char, 1 << 16> buffer;
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), file.get())) {
    bytes.append(buffer.data(), count);
  }
  if (std::ferror(file.get())) {
    throw InputError({path.string()}, "cannot be read: " + reason(errno));
  }
  return bytes;
}

void write_file(const fs::path& path, std::string_view bytes) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::is_directory(status)) {
    throw InputError({path.string()}, "is a folder; name a file");
  }
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    // A device or a pipe (/dev/stdout) must be written to, not replaced by a file.
    Descriptor device(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    const int error = device.is_open() ? device.write(bytes) : errno;
    if (error != 0) throw_unwritable(path, error);
    return;
  }
  // A link keeps pointing to the file, which is replaced.
  const fs::path target = fs::exists(status) ? fs::canonical(path) : path;
  TemporaryFile file(target.has_parent_path() ? target.parent_path() : fs::path("."));
  const int error = file.open_error() != 0 ? file.open_error() : file.commit(bytes, target);
  if (error != 0) throw_unwritable(path, error);
}

void make_folder(const fs::path& path) {
  std::error_code error;
  fs::create_directories(path, error);
  if (!error && !fs::is_directory(path)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) {
    throw InputError({path.string()}, "cannot be created: " + error.message() +
                                          "; name a folder that exists or can be created");
  }
  const TemporaryFile probe(path);
  if (probe.open_error() != 0) throw_unwritable(path, probe.open_error());
}

}  // namespace memlaw
