// check_device, behind the factory.
#pragma once

#include "memlaw/search/device_check.hpp"

namespace memlaw::cuda {

SelfCheck self_check(int index, std::size_t arguments);

}  // namespace memlaw::cuda
