#include "memlaw/data/csv.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <limits>
#include <memory>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include "column_builder.hpp"
#include "csv_scanner.hpp"
#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

class MemorySource : public ByteSource {
 public:
  explicit MemorySource(std::string_view text) : text_(text) {}
  std::string_view next() override {
    return std::exchange(done_, true) ? std::string_view() : text_;
  }
  void rewind() override { done_ = false; }
  std::size_t size_hint() const override { return text_.size(); }

 private:
  std::string_view text_;
  bool done_ = false;
};

class FileSource : public ByteSource {
 public:
  explicit FileSource(const fs::path& path)
      : path_(path), file_(std::fopen(path.c_str(), "rb"), std::fclose) {
    if (!file_) throw_unreadable();
    std::error_code ignored;
    if (const auto size = fs::file_size(path, ignored); !ignored) size_ = size;
  }
  std::string_view next() override {
    const std::size_t count = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
    if (count == 0 && std::ferror(file_.get())) throw_unreadable();
    return std::string_view(buffer_.data(), count);
  }
  void rewind() override {
    if (std::fseek(file_.get(), 0, SEEK_SET) != 0) throw_unreadable();
  }
  std::size_t size_hint() const override { return size_; }

 private:
  [[noreturn]] void throw_unreadable() const {
    throw InputError({path_.string()}, "cannot be read: " + std::generic_category().message(errno) +
                                           "; check the path and its permissions");
  }

  fs::path path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
  std::size_t size_ = 0;
  std::vector<char> buffer_ = std::vector<char>(std::size_t{1} << 18);
};

class TableReader {
 public:
  TableReader(ByteSource& source, const std::string& name, const CsvOptions& options)
      : source_(source), name_(name), options_(options) {}

  Table read() {
    CsvScanner scanner(source_, name_, options_);
    read_header(scanner);
    while (read_row(scanner)) add_row(scanner);
    if (lines_.empty()) {
      throw InputError(scanner.location(header_line_, 0),
                       "a header and no rows; expected at least one row of values");
    }
    if (std::any_of(columns_.begin(), columns_.end(),
                    [](const ColumnBuilder& column) { return column.needs_second_pass(); })) {
      read_spellings();
    }
    Table table;
    table.source = name_;
    table.columns.reserve(columns_.size());
    for (ColumnBuilder& column : columns_) table.columns.push_back(column.finish());
    table.line_of_row = std::move(lines_);
    table.line_of_row.shrink_to_fit();
    return table;
  }

 private:
  // Rows read before the number of rows is estimated from the size of the file.
  static constexpr std::size_t kRowsForEstimate = 1000;

  void read_header(CsvScanner& scanner) {
    if (!scanner.next(record_, std::numeric_limits<std::size_t>::max())) {
      throw InputError({name_}, "the file is empty; expected a header line with column names");
    }
    header_line_ = record_.line;
    std::unordered_map<std::string_view, std::size_t> seen;
    columns_.reserve(record_.fields.size());
    for (std::size_t i = 0; i < record_.fields.size(); ++i) {
      const std::string_view name = record_[i];
      const CsvField& field = record_.fields[i];
      const Location where = scanner.location(field.line, field.column);
      if (name.empty()) {
        throw InputError(where, "column " + std::to_string(i + 1) +
                                    " has no name; expected a distinct name for every column");
      }
      if (const auto [first, added] = seen.emplace(name, i); !added) {
        throw InputError(where, "two columns are named " + quote(name) + " (columns " +
                                    std::to_string(first->second + 1) + " and " +
                                    std::to_string(i + 1) + "); rename one");
      }
      columns_.emplace_back(std::string(name));
    }
  }

  // The next record into record_, checked for its number of fields.
  bool read_row(CsvScanner& scanner) {
    const std::size_t expected = columns_.size();
    if (!scanner.next(record_, expected + 1)) return false;
    if (record_.field_count == expected) return true;
    // The first surplus field, or the last one there is.
    const CsvField& field = record_.fields[std::min(expected, record_.fields.size() - 1)];
    throw InputError(scanner.location(field.line, field.column),
                     "the row has " + std::to_string(record_.field_count) + " fields; expected " +
                         std::to_string(expected) + ", as in the header (line " +
                         std::to_string(header_line_) + ", separator " +
                         quote(std::string(1, scanner.separator())) + ")");
  }

  void add_row(const CsvScanner& scanner) {
    if (record_.line > std::numeric_limits<std::uint32_t>::max()) {
      throw InputError({name_}, "has more than 4294967295 lines; split the file");
    }
    lines_.push_back(static_cast<std::uint32_t>(record_.line));
    for (std::size_t i = 0; i < columns_.size(); ++i) columns_[i].add(record_[i]);
    if (lines_.size() == kRowsForEstimate) reserve(scanner.bytes_read());
  }

  // Spares the doubling of every column, and with it up to half of the peak memory.
  void reserve(std::size_t bytes_read) {
    const double bytes_per_row = static_cast<double>(bytes_read) / kRowsForEstimate;
    constexpr double kMargin = 1.02;
    const auto rows = static_cast<std::size_t>(static_cast<double>(source_.size_hint()) /
                                               bytes_per_row * kMargin);
    for (ColumnBuilder& column : columns_) column.reserve(rows);
    lines_.reserve(rows);
  }

  void read_spellings() {
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].needs_second_pass()) wanted.push_back(i);
    }
    for (const std::size_t i : wanted) columns_[i].restart();
    source_.rewind();
    CsvScanner scanner(source_, name_, options_);
    scanner.next(record_, 0);
    std::size_t rows = 0;
    while (rows < lines_.size() && read_row(scanner)) {
      for (const std::size_t i : wanted) columns_[i].add(record_[i]);
      ++rows;
    }
    if (rows != lines_.size()) throw RunError(name_ + ": changed while it was read; read it again");
  }

  ByteSource& source_;
  const std::string& name_;
  const CsvOptions& options_;
  CsvRecord record_;
  std::size_t header_line_ = 0;
  std::vector<ColumnBuilder> columns_;
  std::vector<std::uint32_t> lines_;
};

}  // namespace

Table read_csv(const fs::path& path, const CsvOptions& options) {
  std::error_code ignored;
  const bool regular = fs::is_regular_file(path, ignored);
  // A pipe cannot be read twice, and read_file() explains what is missing or a folder.
  if (!regular) return parse_csv(read_file(path), path.string(), options);
  const std::string name = path.string();
  FileSource source(path);
  return TableReader(source, name, options).read();
}

Table parse_csv(std::string_view text, const std::string& name, const CsvOptions& options) {
  MemorySource source(text);
  return TableReader(source, name, options).read();
}

std::string csv_field(std::string_view text) {
  const bool blank_edge = !text.empty() && (text.front() == ' ' || text.back() == ' ');
  // At the start of a file these bytes would be taken for a byte-order mark.
  const bool like_a_mark = text.starts_with("\xEF\xBB\xBF") || text.starts_with("\xFF\xFE") ||
                           text.starts_with("\xFE\xFF");
  if (!blank_edge && !like_a_mark && text.find_first_of("\",;\t\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"') result += '"';
    result += c;
  }
  return result + '"';
}

}  // namespace memlaw
