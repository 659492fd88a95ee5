#include "arguments.hpp"

#include <fmt/format.h>

#include <boost/program_options/parsers.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>

#include "memlaw/base/error.hpp"
#include "memlaw/base/suggest.hpp"

namespace memlaw::app {
namespace {

constexpr const char* kRest = "positional arguments";

}  // namespace

Arguments::Arguments(std::string usage, std::string summary, std::vector<Positional> positionals)
    : usage_(std::move(usage)),
      summary_(std::move(summary)),
      positionals_(std::move(positionals)),
      options_("Options", 100, 50) {
  options_.add_options()("help,h", "print this help");
}

std::vector<std::string> Arguments::option_names() const {
  std::vector<std::string> names;
  for (const auto& option : options_.options()) names.push_back(option->long_name());
  return names;
}

std::string Arguments::help() const {
  std::string text = fmt::format("Usage: memlaw {}\n\n{}\n", usage_, summary_);
  if (!positionals_.empty()) text += "\nArguments:\n";
  for (const Positional& positional : positionals_) {
    text += fmt::format("  {:<20} {}\n", positional.name, positional.meaning);
  }
  std::ostringstream options;
  options << options_;
  return text + "\n" + options.str();
}

bool Arguments::parse(const std::vector<std::string>& arguments) {
  po::options_description all;
  all.add(options_);
  all.add_options()(kRest, po::value<std::vector<std::string>>());
  po::positional_options_description rest;
  rest.add(kRest, -1);
  const std::string see = fmt::format("; see memlaw {} --help", usage_.substr(0, usage_.find(' ')));
  try {
    // No guessing: an abbreviated option would change its meaning when another one is added.
    const int style = po::command_line_style::unix_style & ~po::command_line_style::allow_guessing;
    po::store(po::command_line_parser(arguments).options(all).positional(rest).style(style).run(),
              map_);
    po::notify(map_);
  } catch (const po::unknown_option& error) {
    std::string name = error.get_option_name();
    name.erase(0, std::min(name.find_first_not_of('-'), name.size()));
    const std::string near = nearest(name, option_names());
    throw InputError(fmt::format("unknown option --{}{}{}", name,
                                 near.empty() ? "" : "; did you mean --" + near + "?", see));
  } catch (const po::error& error) {
    throw InputError(error.what() + see);
  }
  if (has("help")) {
    print(help());
    return false;
  }
  values_ = list(kRest);
  const bool open_end = !positionals_.empty() && positionals_.back().repeated;
  if (values_.size() > positionals_.size() && !open_end) {
    throw InputError(
        fmt::format("{} is one argument too many{}", quote(values_[positionals_.size()]), see));
  }
  if (values_.size() < positionals_.size()) {
    throw InputError(fmt::format("{} is missing: {}{}", positionals_[values_.size()].name,
                                 positionals_[values_.size()].meaning, see));
  }
  return true;
}

std::vector<std::string> Arguments::list(const std::string& name) const {
  return get<std::vector<std::string>>(name).value_or(std::vector<std::string>{});
}

void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw RunError(fmt::format("standard output cannot be written: {}", std::strerror(errno)));
  }
}

}  // namespace memlaw::app
