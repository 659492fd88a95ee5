#include <fmt/format.h>

#include "memlaw/experiment/config.hpp"

namespace memlaw {
namespace {

std::string_view section_meaning(std::string_view section) {
  if (section == "data") return "the table, its columns and its rows";
  if (section == "split") return "which rows are trained on and which are predicted";
  if (section == "search") return "the search of the symbolic model";
  if (section == "models") return "what is compared";
  if (section == "report") return "what is left behind";
  return "";
}

// Breaks `text` into lines of at most `width` bytes, each after `indent` blanks.
std::string wrap(std::string_view text, std::size_t indent, std::size_t width) {
  std::string out(indent, ' ');
  std::size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(word.size() + 1, text.size()));
  }
  return out + "\n";
}

}  // namespace

std::string config_help() {
  std::string text =
      "An experiment is an INI file. \"#\" starts a comment, lists are separated by commas, paths "
      "are\nrelative to the folder of the file. A key is set from the command line with\n"
      "--set section.key=value.\n";
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section != section) {
      section = key.section;
      text += fmt::format("\n[{}]  {}\n", section, section_meaning(section));
    }
    const std::string value = key.default_text();
    text += fmt::format("  {} ={}{}\n", key.name, value.empty() ? "" : " ", value);
    text += wrap(key.meaning, 6, 96);
  }
  return text;
}

std::string config_help_markdown() {
  std::string text =
      "# The config file of an experiment\n\n"
      "An INI file, run with `memlaw run FILE`. `#` starts a comment, lists are separated by "
      "commas, "
      "paths are relative to the folder of the file. `--set section.key=value` overrides a key. "
      "This page is the output of `memlaw run --help-config=markdown`.\n";
  std::string_view section;
  for (const ConfigKey& key : config_keys()) {
    if (key.section != section) {
      section = key.section;
      text += fmt::format("\n## [{}]: {}\n\n| key | default | meaning |\n|---|---|---|\n", section,
                          section_meaning(section));
    }
    const std::string value = key.default_text();
    std::string meaning;
    for (const char c : key.meaning) {
      if (c == '|') meaning += '\\';
      meaning += c;
    }
    text += fmt::format("| `{}` | {} | {} |\n", key.name, value.empty() ? "" : "`" + value + "`",
                        meaning);
  }
  return text;
}

}  // namespace memlaw
