#include "text_table.hpp"

#include <algorithm>

namespace memlaw {

std::string TextTable::to_text() const {
  std::vector<std::size_t> width;
  for (const std::string& cell : header) width.push_back(cell.size());
  for (const auto& row : rows) {
    for (std::size_t c = 0; c < row.size(); ++c) width[c] = std::max(width[c], row[c].size());
  }
  std::string text;
  const auto add = [&](const std::vector<std::string>& row) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string padding(width[c] - row[c].size(), ' ');
      if (c > 0) line += "  ";
      line += c == 0 ? row[c] + padding : padding + row[c];
    }
    line.erase(line.find_last_not_of(' ') + 1);
    text += line + "\n";
  };
  add(header);
  for (const auto& row : rows) add(row);
  return text;
}

std::string TextTable::to_markdown() const {
  std::string text = "|";
  const auto escape = [](const std::string& cell) {
    std::string out;
    for (const char c : cell) out += c == '|' ? std::string("\\|") : std::string(1, c);
    return out;
  };
  for (const std::string& cell : header) text += " " + escape(cell) + " |";
  text += "\n|";
  for (std::size_t c = 0; c < header.size(); ++c) text += prose || c == 0 ? "---|" : "---:|";
  text += "\n";
  for (const auto& row : rows) {
    text += "|";
    for (const std::string& cell : row) text += " " + escape(cell) + " |";
    text += "\n";
  }
  return text;
}

std::string TextTable::to_html() const {
  std::string text = "<div class=\"wide\"><table>\n<thead><tr>";
  for (const std::string& cell : header) text += "<th scope=\"col\">" + html_escape(cell) + "</th>";
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : rows) {
    text += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c) {
      text += c == 0 ? "<th scope=\"row\">" + html_escape(row[c]) + "</th>"
                     : "<td>" + html_escape(row[c]) + "</td>";
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table></div>\n";
}

std::string html_escape(const std::string& text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

}  // namespace memlaw
