// What the CUDA run time says about the machine. Free of CUDA's types.
#pragma once

#include "../device/probe.hpp"

namespace memlaw::cuda {

// Never throws for what it finds. `memory` asks for free memory, which starts every device.
ProbeFacts gather_facts(bool memory);

}  // namespace memlaw::cuda
