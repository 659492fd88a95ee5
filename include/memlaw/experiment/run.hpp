// An experiment: every model fitted on the training rows of every split, judged on its test rows,
// and what there is to take away fitted on all rows: one formula, and the most accurate model where
// that is another one.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "memlaw/experiment/config.hpp"
#include "memlaw/models/regressor.hpp"
#include "memlaw/report/results.hpp"

namespace memlaw {

// Called from the calling thread; each may be empty.
struct RunHooks {
  // Once, before the first fit: what searches compute on (describe_device). Not called when the run
  // has no search or the CPU was asked for.
  std::function<void(const std::string&)> device;
  // Before a fit: its model, its split ("all rows" for what is taken away), its number from 1
  // and the number of fits in all.
  std::function<void(const std::string&, const std::string&, std::size_t, std::size_t)> fit_started;
  // While the settings of that model are tuned: fits done and fits in all.
  std::function<void(std::size_t, std::size_t)> tuning;
  // Progress of a search.
  ProgressCallback search;
  // After the last fit of a split: the fits of that split, whether fitted now or in an earlier run.
  std::function<void(std::span<const FitRecord>)> split_finished;
};

struct ExperimentRun {
  Results results;
  Dataset data;
  std::unique_ptr<Regressor> final_model;  // null when an interrupted run has no formula yet
  // The most accurate model over the splits, fitted on all rows; null when that is final_model, and
  // in a run that was interrupted.
  std::unique_ptr<Regressor> best_model;
};

// Runs what the config says. Nothing but the training rows of a split reaches a fit.
//
// `folder` is the run folder, empty for none. It is created and checked before the first fit. Every
// finished fit is kept in its state.json, so that a run that was stopped continues where it was: a
// fit that was cut short starts again, to the same result. The state is used only by the same
// version, config, seeds and data, else the run starts afresh; it is removed by write_run_folder
// when the run is complete.
//
// An interrupt (base/interrupt.hpp) ends the run after the present fit's generation, epoch or tree;
// results.interrupted is then set and the best formula so far is the final one.
//
// InputError for input that no model can be fitted to: one row, a constant target, a target of 0
// under a relative loss, training rows of one target or too few for a model, ...
// RunError, before the run folder is made, when search.device asks for a device that cannot be had.
ExperimentRun run_experiment(const ExperimentConfig& config, const std::filesystem::path& folder,
                             const RunHooks& hooks = {});

// Writes the report and everything else a run leaves. Files of an earlier run that this one does
// not have are removed.
void write_run_folder(const ExperimentRun& run, const std::filesystem::path& folder);

}  // namespace memlaw
