#include "memlaw/report/plots.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cmath>
#include <cstdlib>

#include "memlaw/base/number.hpp"

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

// The <svg> element of gnuplot's document, its ids made unique by `name`, black turned into the
// colour of the page's text.
std::string svg_element(const std::string& document, const std::string& name) {
  const std::size_t start = document.find("<svg");
  const std::size_t end = document.rfind("</svg>");
  if (start == std::string::npos || end == std::string::npos) return {};
  std::string svg = document.substr(start, end + 6 - start);
  replace_all(svg, "\"black\"", "\"currentColor\"");
  replace_all(svg, "'black'", "'currentColor'");
  // Two plots of one page must not share an id.
  replace_all(svg, " id=\"gnuplot_canvas\"", "");
  replace_all(svg, "id='gp", "id='" + name + "_gp");
  replace_all(svg, "'#gp", "'#" + name + "_gp");
  return svg;
}

// A gnuplot string constant.
std::string quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

std::string preamble(const std::string& name) {
  return fmt::format(
      "set encoding utf8\nset terminal svg noenhanced name '{}' size 640,420 font 'sans-serif,13'\n"
      "set key outside below noenhanced\nset grid lc rgb '#a0a0a0' lw 0.5\nset border 3\n"
      "set xtics nomirror\nset ytics nomirror\n",
      name);
}

constexpr std::array<const char*, 5> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                 "#e69f00"};

// The model exported, and the best of the others.
std::vector<std::string> plotted_models(const Results& results) {
  std::vector<std::string> models;
  if (results.final_formula) models.push_back(results.final_formula->model);
  for (const ModelSummary& summary : summarize(results)) {
    if (models.size() < 2 && (models.empty() || summary.model != models.front())) {
      models.push_back(summary.model);
    }
  }
  return models;
}

std::string draw_predictions(const Results& results) {
  std::string blocks;
  std::string plots;
  bool logarithmic = true;
  int series = 0;
  for (const std::string& model : plotted_models(results)) {
    std::string block;
    for (const FitRecord& fit : results.fits) {
      if (fit.model != model) continue;
      for (std::size_t i = 0; i < fit.rows.size(); ++i) {
        const double measured = results.measured[fit.rows[i]];
        const double predicted = fit.predicted[i];
        if (!std::isfinite(predicted)) continue;
        logarithmic = logarithmic && measured > 0.0;
        block += format_shortest(measured) + " " + format_shortest(predicted) + "\n";
      }
    }
    if (block.empty()) continue;
    blocks += fmt::format("$s{} << EOD\n{}EOD\n", series, block);
    plots += fmt::format(", $s{} using 1:2 with points pt 7 ps 0.35 lc rgb '{}' title {}", series,
                         kColours[static_cast<std::size_t>(series)], quoted(model));
    ++series;
  }
  if (series == 0) return {};
  const std::string unit =
      results.target_unit.empty() ? std::string() : " (" + results.target_unit + ")";
  std::string script = preamble("predicted") + blocks;
  script += "set xlabel " + quoted("measured " + results.target + unit) + "\n";
  script += "set ylabel " + quoted("predicted" + unit) + "\n";
  if (logarithmic) script += "set logscale xy\nset format xy '%.0e'\n";
  script += "plot x with lines lc rgb '#808080' notitle" + plots + "\n";
  return svg_element(run_gnuplot(script), "predicted");
}

std::string draw_front(const Results& results) {
  if (!results.final_formula || results.final_formula->front.size() < 2) return {};
  const FinalFormula& exported = *results.final_formula;
  // Rounded and refitted after the search, so it need not be a point of the front itself.
  const std::string chosen = format_shortest(exported.formula.expression.complexity()) + " " +
                             format_shortest(exported.training_loss) + "\n";
  std::string front;
  bool logarithmic = true;
  for (const FrontEntry& entry : results.final_formula->front) {
    if (!std::isfinite(entry.loss)) continue;
    const std::string line =
        format_shortest(entry.complexity) + " " + format_shortest(entry.loss) + "\n";
    front += line;
    logarithmic = logarithmic && entry.loss > 0.0;
  }
  std::string script =
      preamble("pareto") + "$front << EOD\n" + front + "EOD\n$chosen << EOD\n" + chosen + "EOD\n";
  script +=
      "set xlabel 'complexity'\nset ylabel " + quoted("training loss, " + results.loss) + "\n";
  if (logarithmic) script += "set logscale y\n";
  script += fmt::format("plot $front using 1:2 with linespoints pt 7 ps 0.5 lc rgb '{}' notitle",
                        kColours[0]);
  script += fmt::format(", $chosen using 1:2 with points pt 6 ps 1.6 lw 2 lc rgb '{}' notitle",
                        kColours[1]);
  return svg_element(run_gnuplot(script + "\n"), "pareto");
}

}  // namespace

ReportPlots draw_plots(const Results& results) {
  return {draw_predictions(results), draw_front(results)};
}

}  // namespace memlaw
