#include "gnuplot.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "memlaw/base/number.hpp"
#include "memlaw/report/results.hpp"
#include "text_table.hpp"

extern char** environ;

namespace memlaw {
namespace {

// A file that only gnuplot reads, removed on destruction.
class ScriptFile {
 public:
  explicit ScriptFile(const std::string& text) {
    const int descriptor = ::mkstemp(path_.data());
    if (descriptor < 0) return;
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    ::close(descriptor);
    complete_ = written == static_cast<ssize_t>(text.size());
    created_ = true;
  }
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;
  ~ScriptFile() {
    if (created_) ::unlink(path_.c_str());
  }
  bool complete() const { return complete_; }
  char* path() { return path_.data(); }

 private:
  std::string path_ = "/tmp/memlaw-plot-XXXXXX";
  bool created_ = false;
  bool complete_ = false;
};

// What gnuplot prints for the script; empty when it is missing or fails.
std::string run_gnuplot(const std::string& script) {
  ScriptFile file(script);
  std::array<int, 2> pipe_ends{};
  if (!file.complete() || ::pipe2(pipe_ends.data(), O_CLOEXEC) != 0) return {};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  std::string program = "gnuplot";
  std::array<char*, 3> arguments = {program.data(), file.path(), nullptr};
  pid_t child = 0;
  const int error =
      ::posix_spawnp(&child, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(pipe_ends[1]);
  std::string output;
  std::array<char, 1 << 14> buffer;
  while (error == 0) {
    const ssize_t count = ::read(pipe_ends[0], buffer.data(), buffer.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    output.append(buffer.data(), static_cast<std::size_t>(count));
  }
  ::close(pipe_ends[0]);
  if (error != 0) return {};
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? output : std::string();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// gnuplot titles every part with a name of its own, which browsers would show on hovering.
void remove_titles(std::string& svg) {
  static constexpr std::string_view kEnd = "</title>";
  for (std::size_t at = 0; (at = svg.find("<title>", at)) != std::string::npos;) {
    const std::size_t end = svg.find(kEnd, at);
    if (end == std::string::npos) return;
    svg.erase(at, end + kEnd.size() - at);
  }
}

// The <svg> element of gnuplot's document, its ids made unique by `name`, black turned into the
// colour of the page's text.
std::string svg_element(const std::string& document, const std::string& name) {
  const std::size_t start = document.find("<svg");
  const std::size_t end = document.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) return {};
  std::string svg = document.substr(start, end + 6 - start);
  remove_titles(svg);
  replace_all(svg, "\"black\"", "\"currentColor\"");
  replace_all(svg, "'black'", "'currentColor'");
  // The other spelling of black, and what its groups hide theirs with.
  replace_all(svg, "rgb(  0,   0,   0)", "currentColor");
  replace_all(svg, " color=\"white\"", " color=\"inherit\"");
  // Two plots of one page must not share an id.
  replace_all(svg, " id=\"gnuplot_canvas\"", "");
  replace_all(svg, "id='gp", "id='" + name + "_gp");
  replace_all(svg, "'#gp", "'#" + name + "_gp");
  return svg;
}

// At least 3.3 to 1 against the page, light or dark. The models of one plot repeat them dashed.
constexpr std::array<const char*, 8> kColours = {"#3b82d0", "#d9700f", "#1f9a55", "#d163a6",
                                                 "#8a63d2", "#17919a", "#a08000", "#d84a4a"};

std::size_t index_of(const Results& results, std::string_view model) {
  const auto found = std::find(results.models.begin(), results.models.end(), model);
  return static_cast<std::size_t>(found - results.models.begin());
}

}  // namespace

std::string gnuplot_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string pen(const Results& results, std::string_view model) {
  const std::size_t index = index_of(results, model);
  return fmt::format("lc rgb '{}' dt {}", kColours[index % kColours.size()],
                     index < kColours.size() ? "1" : "(8,4)");
}

std::string point(const Results& results, std::string_view model) {
  static constexpr std::array<int, 5> kTypes = {7, 5, 9, 11, 13};
  return fmt::format("pt {}", kTypes[index_of(results, model) % kTypes.size()]);
}

Plot::Plot(std::string name, std::size_t keys) : name_(std::move(name)) {
  // A canvas of 480 units is scaled down a little on a phone and up on a desk: its text stays
  // readable on both. Each line of the legend takes 18 of them.
  const std::size_t height = 340 + 18 * ((keys + 1) / 2);
  script_ = fmt::format(
      "set encoding utf8\nset terminal svg noenhanced name '{}' size 480,{} font 'sans-serif,12'\n"
      "set key outside below Left reverse noenhanced samplen 2 spacing 1.1 height 1\n"
      "set xlabel offset 0,0.5\n"
      "set grid lc rgb '#808890' lw 0.3\nset border 3\nset xtics nomirror\nset ytics nomirror\n",
      name_, height);
}

void Plot::command(const std::string& text) { script_ += text + "\n"; }

void Plot::label(char axis, const std::string& text) {
  script_ += fmt::format("set {}label {}\n", axis, gnuplot_text(text));
}

void Plot::linear(char axis, double low, double high) {
  script_ +=
      fmt::format("set {}range [{}:{}]\n", axis, format_shortest(low), format_shortest(high));
}

void Plot::logarithmic(char axis, double low, double high) {
  linear(axis, low, high);
  if (high / low < 6.0) return;
  // Powers of ten alone would label an axis of less than two decades with one or two numbers.
  const bool by_two = high / low < 1000.0 && high < 1e6;
  script_ += fmt::format("set logscale {} {}\nset format {} '{}'\n", axis, by_two ? 2 : 10, axis,
                         by_two || (low >= 1e-3 && high < 1e6) ? "%g" : "%.0e");
}

std::string Plot::data(const std::vector<std::vector<double>>& rows) {
  const std::string block = fmt::format("$data{}", blocks_++);
  script_ += block + " << EOD\n";
  for (const std::vector<double>& row : rows) {
    for (const double value : row) script_ += format_shortest(value) + " ";
    script_ += "\n";
  }
  script_ += "EOD\n";
  return block;
}

void Plot::add(const std::string& element) {
  elements_ += (elements_.empty() ? "plot " : ", ") + element;
}

std::string Plot::draw() const {
  if (elements_.empty()) return {};
  return svg_element(run_gnuplot(script_ + elements_ + "\n"), name_);
}

void add_titles(std::string& svg, int type, const std::vector<std::string>& titles) {
  // <use xlink:href='#name_gpPt6' transform='...' color='...'/>; types count from 0 there.
  const std::string mark = fmt::format("gpPt{}' transform", type - 1);
  std::vector<std::size_t> ends;  // of the markers, where "/>" stands
  for (std::size_t at = 0; (at = svg.find("<use ", at)) != std::string::npos;) {
    const std::size_t end = svg.find("/>", at);
    if (end == std::string::npos) return;
    if (svg.substr(at, end - at).find(mark) != std::string::npos) ends.push_back(end);
    at = end;
  }
  if (ends.size() != titles.size()) return;
  for (std::size_t i = ends.size(); i-- > 0;) {
    svg.replace(ends[i], 2, "><title>" + html_escape(titles[i]) + "</title></use>");
  }
}

}  // namespace memlaw
