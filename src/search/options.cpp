#include "memlaw/search/options.hpp"

#include <fmt/format.h>

namespace memlaw {
namespace {

template <class T>
std::string out_of_range(const char* field, T value, T low, T high) {
  return fmt::format("{} is {}, expected {} to {}", field, value, low, high);
}

}  // namespace

std::string SearchOptions::validate() const {
  if (max_size < 5 || max_size > 500) return out_of_range("max_size", max_size, 5, 500);
  if (max_depth < 1 || max_depth > 100) return out_of_range("max_depth", max_depth, 1, 100);
  if (max_terms < 1 || max_terms > 100) return out_of_range("max_terms", max_terms, 1, 100);
  if (islands < 1 || islands > 10000) return out_of_range("islands", islands, 1, 10000);
  if (population < 4 || population > 10000000)
    return out_of_range("population", population, 4, 10000000);
  if (migration_interval < 1)
    return fmt::format("migration_interval is {}, expected at least 1", migration_interval);
  if (constant_iterations < 0 || constant_iterations > 1000)
    return out_of_range("constant_iterations", constant_iterations, 0, 1000);
  if (threads < 0 || threads > 4096) return out_of_range("threads", threads, 0, 4096);
  if (!(time_seconds >= 0.0) || time_seconds > 1e9)
    return fmt::format("time_seconds is {}, expected 0 (no limit) to 1e9", time_seconds);
  if (time_seconds == 0.0 && evaluations == 0 && generations == 0)
    return "no limit is set: give at least one of time_seconds, evaluations and generations";
  if (!(loss.delta > 0.0))
    return fmt::format("huber delta is {}, expected a number above 0", loss.delta);
  if (!(loss.quantile > 0.0 && loss.quantile < 1.0))
    return fmt::format("quantile is {}, expected a number between 0 and 1, ends excluded",
                       loss.quantile);
  for (const Op op : operators)
    if (info(op).arity == 0)
      return fmt::format("operators lists \"{}\", which is a leaf and always available",
                         info(op).name);
  return {};
}

}  // namespace memlaw
