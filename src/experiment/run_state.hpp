// The finished fits of a run that is not complete yet.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "memlaw/report/results.hpp"

namespace memlaw {

// Kept in <folder>/state.json, which is replaced as a whole. A state that belongs to another run
// (other fingerprint) or cannot be read is ignored: the run starts afresh.
class RunState {
 public:
  // `folder` empty: nothing is read or written.
  RunState(const std::filesystem::path& folder, std::string fingerprint);

  // The finished fit, without its rows; nullptr when there is none.
  const FitRecord* find(const std::string& model, const std::string& split) const;
  // Keeps a fit. Written at once when the fit took long enough to be worth it, else by the next
  // flush.
  void add(const FitRecord& fit);
  void flush();

 private:
  std::filesystem::path path_;
  std::string fingerprint_;
  std::vector<FitRecord> fits_;
  bool dirty_ = false;
};

std::filesystem::path state_path(const std::filesystem::path& folder);

}  // namespace memlaw
