// What `run` and `fit` share.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "memlaw/experiment/config.hpp"

namespace memlaw::app {

// --seed, --threads, --device and --time as config assignments.
void add_common_overrides(const Arguments& args, std::vector<std::string>& overrides);

// Runs the experiment with live progress, prints the formula, the table and the findings, and
// writes the run folder unless `folder` is empty. Returns 0, or 130 after an interrupt.
int run_and_report(const ExperimentConfig& config, const std::filesystem::path& folder);

}  // namespace memlaw::app
