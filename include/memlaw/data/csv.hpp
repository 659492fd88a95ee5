// CSV reading (RFC 4180: quoted fields with embedded separators, quotes and newlines; CRLF or LF)
// with a UTF-8 byte-order mark, blank lines and the separators ',' ';' and tab accepted.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "memlaw/data/table.hpp"

namespace memlaw {

struct CsvOptions {
  // 0: choose among ',' ';' and tab by the header line.
  char separator = 0;
  // A single field longer than this is refused (a file that is not a CSV file).
  std::size_t max_field_bytes = 1u << 20;
};

// Reads a table with a header line. Values are parsed as the file streams by, so that memory stays
// of the order of the numbers. InputError with file:line:column for: missing or empty file, header
// only, ragged row, duplicate or empty column name, NUL bytes (binary file), unterminated quote,
// text after a closing quote, an over-long field.
Table read_csv(const std::filesystem::path& path, const CsvOptions& options = {});
// The same from memory. `source` names the text in messages.
Table parse_csv(std::string_view text, const std::string& source, const CsvOptions& options = {});

// Quotes a field for CSV output when it needs it.
std::string csv_field(std::string_view text);

}  // namespace memlaw
