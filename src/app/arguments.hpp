// Reading the arguments of one command.
#pragma once

#include <boost/program_options/options_description.hpp>
#include <boost/program_options/variables_map.hpp>
#include <optional>
#include <string>
#include <vector>

namespace memlaw::app {

namespace po = boost::program_options;

// One positional argument.
struct Positional {
  std::string name;  // as in the usage line: "DATA.csv"
  std::string meaning;
  bool repeated = false;  // the last one only: may be given more than once
};

class Arguments {
 public:
  // `usage` follows "memlaw " in the help; `summary` is one sentence or more.
  Arguments(std::string usage, std::string summary, std::vector<Positional> positionals);

  // Add options here before parse().
  po::options_description& options() { return options_; }

  // False when --help was asked for and printed. InputError for an unknown option (the nearest is
  // named), a missing value, a missing or superfluous argument.
  bool parse(const std::vector<std::string>& arguments);

  const std::string& positional(std::size_t i) const { return values_.at(i); }
  const std::vector<std::string>& positionals() const { return values_; }
  bool has(const std::string& name) const { return map_.count(name) > 0; }
  template <class T>
  std::optional<T> get(const std::string& name) const {
    return has(name) ? std::optional<T>(map_[name].as<T>()) : std::nullopt;
  }
  // Values of an option that may be repeated.
  std::vector<std::string> list(const std::string& name) const;

 private:
  std::string help() const;
  std::vector<std::string> option_names() const;

  std::string usage_;
  std::string summary_;
  std::vector<Positional> positionals_;
  po::options_description options_;
  po::variables_map map_;
  std::vector<std::string> values_;
};

// Writes to standard output. RunError when it cannot be written (a full disk).
void print(std::string_view text);

}  // namespace memlaw::app
