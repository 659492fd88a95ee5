// Errors that memlaw raises on bad input.
//
// Three kinds of trouble are kept apart. Bad input (a file, an option, an expression) throws
// `InputError`, which the command line turns into exit code 2. A run that could not be finished for
// any other reason (disk full, unreadable device) throws `RunError`: exit code 1. Numerical trouble
// (a formula that is not finite on some row) is never thrown: it is a field of a result.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace memlaw {

// A place in a text the user gave. `source` is a file path, an option name or "<expression>".
// `line` and `column` count from 1; 0 means "not known" and is left out of messages. Columns count
// bytes.
struct Location {
  std::string source;
  std::size_t line = 0;
  std::size_t column = 0;

  // "file.csv:12:7", "file.csv:12", "file.csv" or "".
  std::string to_string() const;
};

// The user's input is wrong. The message says what is wrong, where, what was expected and what to
// do.
class InputError : public std::runtime_error {
 public:
  explicit InputError(const std::string& message) : std::runtime_error(message) {}
  // Prefixes the message with the location ("file.csv:12:7: message").
  InputError(const Location& where, const std::string& message);
  const Location& location() const { return location_; }

 private:
  Location location_;
};

// The run failed although the input was right.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Quotes a piece of user text for an error message: control characters escaped, invalid UTF-8
// replaced, shortened to `max_bytes` with "..." so that a 10 MB line gives a readable message.
std::string quote(std::string_view text, std::size_t max_bytes = 40);

}  // namespace memlaw
