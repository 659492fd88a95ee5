#include "progress_line.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

#include "memlaw/base/number.hpp"

namespace memlaw::app {
namespace {

using namespace std::chrono_literals;

std::size_t terminal_width() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10) return size.ws_col;
  return 100;
}

std::string duration(double seconds) {
  const auto whole = static_cast<long>(std::ceil(seconds));
  return whole < 120 ? fmt::format("{} s", whole)
                     : fmt::format("{}:{:02} min", whole / 60, whole % 60);
}

}  // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

ProgressLine::~ProgressLine() { clear(); }

RunHooks ProgressLine::hooks() {
  RunHooks hooks;
  hooks.device = [this](const std::string& device) { print_line("Searching on " + device); };
  hooks.fit_started = [this](const std::string& model, const std::string& split, std::size_t number,
                             std::size_t total) { fit_started(model, split, number, total); };
  hooks.tuning = [this](std::size_t done, std::size_t total) { tuning_progress(done, total); };
  hooks.search = [this](const SearchProgress& progress) { search_progress(progress); };
  hooks.split_finished = [this](std::span<const FitRecord> fits) { split_finished(fits); };
  return hooks;
}

void ProgressLine::fit_started(const std::string& model, const std::string& split,
                               std::size_t number, std::size_t total) {
  fit_ = fmt::format("[{}/{}] {} on {}", number, total, model, split);
  last_shown_ = {};
  // Elsewhere than on a terminal only long fits, which report their progress, are worth a line.
  if (terminal_) show(fit_);
}

void ProgressLine::tuning_progress(std::size_t done, std::size_t total) {
  const auto now = std::chrono::steady_clock::now();
  if (!terminal_ && now - last_shown_ < 10s) return;
  last_shown_ = now;
  show(fmt::format("{}: tuning, {} of {} fits", fit_, done, total));
}

void ProgressLine::search_progress(const SearchProgress& progress) {
  const auto now = std::chrono::steady_clock::now();
  if (now - last_shown_ < (terminal_ ? 100ms : 10s)) return;
  last_shown_ = now;
  std::string text =
      fmt::format("{}: generation {}, best loss {}, size {}, {} evaluations/s", fit_,
                  progress.generation, format_significant(progress.best_loss, 4),
                  progress.best_size, format_significant(progress.evaluations_per_second, 3));
  if (progress.seconds_left >= 0.0) text += ", " + duration(progress.seconds_left) + " left";
  show(text);
}

void ProgressLine::split_finished(std::span<const FitRecord> fits) {
  if (fits.empty()) return;
  std::string text = fits.front().split + ", test MAPE %:";
  for (const FitRecord& fit : fits) {
    text += fmt::format(" {} {}{}", fit.model, format_significant(fit.metrics.mape_percent, 3),
                        &fit == &fits.back() ? "" : ",");
  }
  print_line(text);
}

void ProgressLine::show(const std::string& text) {
  if (!terminal_) {
    fmt::print(stderr, "{}\n", text);
    return;
  }
  const std::string visible = text.substr(0, terminal_width() - 1);
  const std::size_t padding = shown_ > visible.size() ? shown_ - visible.size() : 0;
  fmt::print(stderr, "\r{}{:{}}", visible, "", padding);
  std::fflush(stderr);
  shown_ = visible.size();
}

void ProgressLine::print_line(const std::string& text) {
  clear();
  fmt::print(stderr, "{}\n", text);
}

void ProgressLine::clear() {
  if (shown_ == 0) return;
  fmt::print(stderr, "\r{:{}}\r", "", shown_);
  std::fflush(stderr);
  shown_ = 0;
}

}  // namespace memlaw::app
