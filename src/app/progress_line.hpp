// Progress on standard error: one line that is rewritten on a terminal, plain lines now and then
// elsewhere.
#pragma once

#include <chrono>
#include <string>

#include "memlaw/experiment/run.hpp"

namespace memlaw::app {

class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Hooks that refer to this object.
  RunHooks hooks();

 private:
  void fit_started(const std::string& model, const std::string& split, std::size_t number,
                   std::size_t total);
  void tuning_progress(std::size_t done, std::size_t total);
  void search_progress(const SearchProgress& progress);
  void split_finished(std::span<const FitRecord> fits);
  // Shows `text` as the line in progress; on a terminal it replaces the one before.
  void show(const std::string& text);
  // Prints a line that stays.
  void print_line(const std::string& text);
  void clear();

  bool terminal_;
  std::size_t shown_ = 0;  // width of the line in progress
  std::string fit_;        // what is being fitted
  std::chrono::steady_clock::time_point last_shown_{};
};

}  // namespace memlaw::app
