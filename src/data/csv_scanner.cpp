#include "csv_scanner.hpp"

#include <algorithm>
#include <utility>

namespace memlaw {
namespace {

std::size_t index(int byte) { return static_cast<std::size_t>(byte); }

std::array<bool, 256> stop_table(std::string_view stops) {
  std::array<bool, 256> table{};
  for (const char c : stops) table[static_cast<unsigned char>(c)] = true;
  return table;
}

constexpr std::string_view kBinary =
    "NUL byte: this is a binary file; expected CSV text in UTF-8 (decompress or export it first)";

}  // namespace

CsvScanner::CsvScanner(ByteSource& source, std::string name, const CsvOptions& options)
    : source_(source),
      name_(std::move(name)),
      separator_(options.separator),
      max_field_bytes_(options.max_field_bytes) {
  if (std::string_view("\"\n\r").find(separator_) != std::string_view::npos) {
    throw InputError("the CSV separator cannot be a quote or a line end; expected ',' ';' or tab");
  }
  refill();
  refuse_binary();
  skip_byte_order_mark();
  if (separator_ == 0) detect_separator();
  unquoted_stops_ = stop_table(std::string("\n\r\"\0", 4) + separator_);
  quoted_stops_ = stop_table(std::string_view("\n\r\"\0", 4));
}

bool CsvScanner::refill() {
  if (at_end_) return false;
  bytes_before_ += chunk_.size();
  position_ = 0;
  chunk_ = source_.next();
  at_end_ = chunk_.empty();
  return !at_end_;
}

int CsvScanner::peek() {
  if (position_ == chunk_.size() && !refill()) return kEnd;
  return static_cast<unsigned char>(chunk_[position_]);
}

void CsvScanner::refuse_binary() {
  if (chunk_.starts_with("\xFF\xFE") || chunk_.starts_with("\xFE\xFF")) {
    throw InputError(here(), "UTF-16 text; expected UTF-8 (save the file as CSV UTF-8)");
  }
  // Looked for at once: in a binary file any other complaint would mislead.
  const std::size_t nul = chunk_.find('\0');
  if (nul == std::string_view::npos) return;
  const std::string_view before = chunk_.substr(0, nul);
  const auto lines = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  throw InputError(location(lines + 1, nul - start + 1), std::string(kBinary));
}

void CsvScanner::skip_byte_order_mark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (!chunk_.starts_with(kMark)) return;
  position_ = kMark.size();
  line_start_ = kMark.size();
}

void CsvScanner::detect_separator() {
  // The header is expected within the first chunk; beyond it nothing more is learned.
  constexpr std::string_view kCandidates = ",;\t";
  std::array<std::size_t, kCandidates.size()> counts{};
  bool quoted = false;
  bool blank = true;
  for (const char c : chunk_.substr(position_)) {
    if (c == '"') quoted = !quoted;
    if (quoted) continue;
    if (c == '\n' || c == '\r') {
      if (!blank) break;
      continue;
    }
    if (c != ' ' && c != '\t') blank = false;
    if (const auto i = kCandidates.find(c); i != std::string_view::npos) ++counts[i];
  }
  const auto best = std::max_element(counts.begin(), counts.end());
  separator_ = kCandidates[static_cast<std::size_t>(best - counts.begin())];
}

void CsvScanner::take_line_end() {
  const int first = peek();
  take();
  if (first == '\r' && peek() == '\n') take();
  ++line_;
  line_start_ = bytes_read();
}

void CsvScanner::skip_blanks() {
  while (is_blank(peek())) take();
}

void CsvScanner::append_run(CsvRecord& record, const CsvField& field,
                            const std::array<bool, 256>& stops) {
  const auto begin = chunk_.begin() + static_cast<std::ptrdiff_t>(position_);
  const auto end = std::find_if(begin, chunk_.end(),
                                [&](char c) { return stops[static_cast<unsigned char>(c)]; });
  record.text.append(begin, end);
  position_ += static_cast<std::size_t>(end - begin);
  if (record.text.size() - field.begin <= max_field_bytes_) return;
  throw InputError(location(field.line, field.column),
                   field.quoted
                       ? "the quote that opens here is not closed within " +
                             std::to_string(max_field_bytes_) + " bytes; close it or remove it"
                       : "a field of more than " + std::to_string(max_field_bytes_) +
                             " bytes; expected a CSV file with one record a line");
}

void CsvScanner::throw_stop_byte(int byte) const {
  if (byte == 0) throw InputError(here(), std::string(kBinary));
  throw InputError(here(),
                   "a quote inside an unquoted field; put the whole field in quotes and double "
                   "the quotes inside it");
}

void CsvScanner::read_quoted(CsvRecord& record, CsvField& field) {
  take();
  for (int byte = peek(); byte != kEnd; byte = peek()) {
    append_run(record, field, quoted_stops_);
    byte = peek();
    if (byte == kEnd) break;
    if (!quoted_stops_[index(byte)]) continue;  // a new chunk began
    if (byte == 0) throw_stop_byte(byte);
    if (byte == '"') {
      take();
      if (peek() != '"') {
        field.size = record.text.size() - field.begin;
        skip_blanks();
        return;
      }
      take();
      record.text += '"';
    } else {
      record.text += static_cast<char>(byte);
      if (byte == '\r') {
        take();
        if (peek() == '\n') {  // CRLF inside quotes is kept as it is
          record.text += '\n';
          take();
        }
        ++line_;
        line_start_ = bytes_read();
      } else {
        take_line_end();
      }
    }
  }
  throw InputError(location(field.line, field.column),
                   "the quote that opens here is never closed; close it or remove it");
}

void CsvScanner::read_unquoted(CsvRecord& record, CsvField& field) {
  for (int byte = peek(); byte != kEnd; byte = peek()) {
    if (unquoted_stops_[index(byte)]) {
      if (byte == 0 || byte == '"') throw_stop_byte(byte);
      break;
    }
    append_run(record, field, unquoted_stops_);
  }
  while (record.text.size() > field.begin && is_blank(record.text.back())) record.text.pop_back();
  field.size = record.text.size() - field.begin;
}

bool CsvScanner::next(CsvRecord& record, std::size_t max_fields) {
  while (peek() != kEnd) {
    record.text.clear();
    record.fields.clear();
    record.field_count = 0;
    record.line = line_;
    bool more = true;
    bool blank = false;
    while (more) {
      skip_blanks();
      CsvField field{record.text.size(), 0, line_, column(), peek() == '"'};
      if (field.quoted) {
        read_quoted(record, field);
      } else {
        read_unquoted(record, field);
      }
      ++record.field_count;
      blank = record.field_count == 1 && field.size == 0 && !field.quoted;
      if (record.fields.size() < max_fields) {
        record.fields.push_back(field);
      } else {
        record.text.resize(field.begin);
      }
      const int byte = peek();
      more = byte == static_cast<unsigned char>(separator_);
      if (more) {
        take();
      } else if (byte == '\n' || byte == '\r') {
        take_line_end();
      } else if (byte != kEnd) {
        throw InputError(here(),
                         "text after a closing quote; expected a separator or the end of the "
                         "line (double the quotes inside a quoted field)");
      }
    }
    if (!blank) return true;
  }
  return false;
}

}  // namespace memlaw
