#include "tuning_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "memlaw/base/number.hpp"

namespace memlaw {

TextTable tuning_table(const Results& results) {
  TextTable table;
  table.prose = true;
  table.header = {"model", "configurations", "seconds", "chosen most often"};
  for (const std::string& model : results.models) {
    std::vector<double> configurations;
    std::vector<double> seconds;
    // Setting -> value -> splits that chose it.
    std::map<std::string, std::map<std::string, std::size_t>> chosen;
    for (const FitRecord& fit : results.fits) {
      if (fit.model != model || fit.configurations == 0) continue;
      configurations.push_back(static_cast<double>(fit.configurations));
      seconds.push_back(fit.tune_seconds);
      for (const auto& [setting, value] : fit.settings) ++chosen[setting][value];
    }
    if (configurations.empty()) continue;
    std::string text;
    for (const auto& [setting, values] : chosen) {
      const auto most =
          std::max_element(values.begin(), values.end(),
                           [](const auto& a, const auto& b) { return a.second < b.second; });
      text += fmt::format("{}{} = {} ({} of {})", text.empty() ? "" : ", ", setting, most->first,
                          most->second, configurations.size());
    }
    table.rows.push_back({model, format_significant(median(configurations), 3),
                          format_significant(median(seconds), 3), text});
  }
  return table;
}

}  // namespace memlaw
