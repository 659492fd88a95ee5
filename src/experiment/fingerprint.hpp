// What a run's results depend on, and where it ran.
#pragma once

#include <map>
#include <string>

#include "memlaw/data/dataset.hpp"
#include "memlaw/experiment/config.hpp"

namespace memlaw {

// Equal for runs that must give equal results: version, every config key but those that change no
// result (threads, title, folder), the formulas, the data as read.
std::string run_fingerprint(const ExperimentConfig& config, const Dataset& data);

// Version of memlaw, compiler, operating system, processor, cores, memory, time.
std::map<std::string, std::string> describe_environment();

}  // namespace memlaw
