// Whole-file reading and atomic writing.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace memlaw {

// The bytes of a file. InputError when it is missing, a folder or unreadable.
std::string read_file(const std::filesystem::path& path);

// Writes to a temporary file in the same folder, then renames: readers see the old file or the new
// one, never a part. InputError when the folder cannot be written (the user's choice of output),
// RunError when the disk is full.
void write_file(const std::filesystem::path& path, std::string_view bytes);

// Creates a folder and its parents, and checks that files can be written there. InputError if not.
void make_folder(const std::filesystem::path& path);

}  // namespace memlaw
