// Feeds bytes to the config reader. Only InputError may come out. Checked beyond the sanitizers: a
// config that is read is written as text that reads back to the same config.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "memlaw/base/error.hpp"
#include "memlaw/experiment/config.hpp"

namespace {

void check_round_trip(const memlaw::ExperimentConfig& config) {
  const std::string text = memlaw::format_config(config);
  if (memlaw::format_config(memlaw::parse_config(text, "written")) != text) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  try {
    memlaw::ExperimentConfig config = memlaw::parse_config(text, "fuzz");
    check_round_trip(config);
    memlaw::check_config(config);
  } catch (const memlaw::InputError&) {
  }
  try {
    memlaw::ExperimentConfig config;
    memlaw::apply_override(config, std::string(text));
  } catch (const memlaw::InputError&) {
  }
  return 0;
}
