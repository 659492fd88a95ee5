#include "memlaw/base/version.hpp"

namespace memlaw {

std::string_view version() { return MEMLAW_VERSION; }

}  // namespace memlaw
