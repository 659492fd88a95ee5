// Cuts a stream of bytes into CSV records. Knows quoting, line ends and separators; knows nothing
// of columns and types.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"

namespace memlaw {

// Where bytes come from.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  // The next piece; empty at the end. Valid until the next call. Byte-order mark and separator are
  // looked for in the first piece.
  virtual std::string_view next() = 0;
  virtual void rewind() = 0;
  // Size of the whole if known, else 0. A hint for reserving memory.
  virtual std::size_t size_hint() const = 0;
};

struct CsvField {
  std::size_t begin = 0;  // into CsvRecord::text
  std::size_t size = 0;
  std::size_t line = 0;  // where the field starts in the file, from 1
  std::size_t column = 0;
  bool quoted = false;
};

// One record; reused from call to call so that reading does not allocate.
struct CsvRecord {
  std::string text;
  std::vector<CsvField> fields;
  std::size_t line = 0;         // where the record starts
  std::size_t field_count = 0;  // fields seen; more than fields.size() beyond the limit

  std::string_view operator[](std::size_t i) const {
    return std::string_view(text).substr(fields[i].begin, fields[i].size);
  }
};

class CsvScanner {
 public:
  // `source` must outlive the scanner, and is read from its present position.
  CsvScanner(ByteSource& source, std::string name, const CsvOptions& options);

  // The next record that is not blank; false at the end. Only the first `max_fields` fields are
  // kept, so that a line of millions of separators costs no memory. InputError on bad quoting, NUL
  // bytes and over-long fields.
  bool next(CsvRecord& record, std::size_t max_fields);

  char separator() const { return separator_; }
  std::size_t bytes_read() const { return bytes_before_ + position_; }
  Location location(std::size_t line, std::size_t column) const { return {name_, line, column}; }

 private:
  // The byte at the position, or kEnd. Bytes are compared as unsigned.
  static constexpr int kEnd = -1;
  int peek();
  void take() { ++position_; }
  bool refill();
  Location here() const { return location(line_, column()); }
  std::size_t column() const { return bytes_read() - line_start_ + 1; }

  void skip_byte_order_mark();
  void refuse_binary();
  void detect_separator();
  bool is_blank(int byte) const {
    return (byte == ' ' || byte == '\t') && byte != static_cast<unsigned char>(separator_);
  }
  void take_line_end();
  void skip_blanks();
  void append_run(CsvRecord& record, const CsvField& field, const std::array<bool, 256>& stops);
  void read_quoted(CsvRecord& record, CsvField& field);
  void read_unquoted(CsvRecord& record, CsvField& field);
  [[noreturn]] void throw_stop_byte(int byte) const;

  ByteSource& source_;
  std::string name_;
  char separator_;
  std::size_t max_field_bytes_;
  std::string_view chunk_;
  std::size_t position_ = 0;      // in chunk_
  std::size_t bytes_before_ = 0;  // of the chunks before chunk_
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;  // offset of the first byte of the line
  bool at_end_ = false;
  std::array<bool, 256> unquoted_stops_{};
  std::array<bool, 256> quoted_stops_{};
};

}  // namespace memlaw
