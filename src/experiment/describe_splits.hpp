// The splits of an experiment in words, for its report.
#pragma once

#include <string>

#include "memlaw/experiment/config.hpp"

namespace memlaw {

// "10 random, 30 % of the rows held out, rows of one config_id kept together, seed 1".
std::string describe_splits(const ExperimentConfig& config);

}  // namespace memlaw
