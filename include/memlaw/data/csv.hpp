// CSV reading (RFC 4180: quoted fields with embedded separators, quotes and newlines; CRLF, LF or
// CR) with a UTF-8 byte-order mark, blank lines and the separators ',' ';' and tab accepted.
//
// Blanks around an unquoted field are not part of it; inside quotes every byte counts. A line of
// blanks only is skipped: in a table of one column, write an empty cell as "". Only the empty cell
// is missing: "NA", "null" and the like are text. Numbers are spelled with a decimal point,
// whatever the locale.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "memlaw/data/table.hpp"

namespace memlaw {

struct CsvOptions {
  // 0: the most frequent of ',' ';' and tab in the header line.
  char separator = 0;
  // A single field longer than this is refused (a file that is not a CSV file).
  std::size_t max_field_bytes = 1u << 20;
};

// Reads a table with a header line. Values are parsed as the file streams by, so that memory stays
// of the order of the numbers: 8 bytes a numeric cell, 4 bytes a text cell and one string per
// distinct text. A file is read a second time when text follows numbers in some column, because
// the spelling of those numbers ("007") then matters.
//
// InputError with file:line:column for: missing or empty file, header only, ragged row, duplicate
// or empty column name, NUL bytes (binary file), unterminated quote, quote inside an unquoted
// field, text after a closing quote, an over-long field.
Table read_csv(const std::filesystem::path& path, const CsvOptions& options = {});
// The same from memory. `source` names the text in messages.
Table parse_csv(std::string_view text, const std::string& source, const CsvOptions& options = {});

// Quotes a field for CSV output when it needs it: parse_csv() gives back the same text, except
// that a NUL byte is never valid.
std::string csv_field(std::string_view text);

}  // namespace memlaw
