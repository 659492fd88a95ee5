// The commands of memlaw.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace memlaw::app {

// Returns the exit code: 0 done, 130 interrupted. Errors are thrown (base/error.hpp).
using CommandFunction = int (*)(const std::vector<std::string>& arguments);

struct Command {
  std::string_view name;
  std::string_view summary;
  CommandFunction run;
};

std::span<const Command> commands();

int run_command(const std::vector<std::string>& arguments);
int fit_command(const std::vector<std::string>& arguments);
int eval_command(const std::vector<std::string>& arguments);
int predict_command(const std::vector<std::string>& arguments);
int compare_command(const std::vector<std::string>& arguments);
int export_command(const std::vector<std::string>& arguments);
int operators_command(const std::vector<std::string>& arguments);
int devices_command(const std::vector<std::string>& arguments);

}  // namespace memlaw::app
