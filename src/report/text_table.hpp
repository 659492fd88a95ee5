// A small table that prints itself aligned, as Markdown or as HTML.
#pragma once

#include <string>
#include <vector>

namespace memlaw {

struct TextTable {
  std::vector<std::string> header;             // the first column is text, the others are numbers
  std::vector<std::vector<std::string>> rows;  // as many cells as `header`
  bool prose = false;                          // Markdown: all columns are text

  // Columns two blanks apart, numbers to the right.
  std::string to_text() const;
  std::string to_markdown() const;
  std::string to_html() const;
};

// Text inside an HTML element or attribute.
std::string html_escape(const std::string& text);

}  // namespace memlaw
