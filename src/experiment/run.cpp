#include "memlaw/experiment/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <tuple>

#include "check.hpp"
#include "curves.hpp"
#include "describe_splits.hpp"
#include "fingerprint.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/symbolic.hpp"
#include "memlaw/models/tuning.hpp"
#include "run_state.hpp"

namespace memlaw {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Length of the saved state, without the envelope that is the same for all models.
std::size_t stored_bytes(const Regressor& model) {
  using nlohmann::json;
  return model.state().dump(-1, ' ', false, json::error_handler_t::replace).size();
}

bool runs_search(const ExperimentConfig& config) {
  const std::vector<std::string> models = config.model_names();
  return std::find(models.begin(), models.end(), "symbolic") != models.end();
}

// Whether an interrupt can end a fit of this model before its work is done.
bool can_be_cut_short(const std::string& model) {
  return model == "symbolic" || !hyperparameters_of(model).empty();
}

class Runner {
 public:
  Runner(const ExperimentConfig& config, const std::filesystem::path& folder, const RunHooks& hooks)
      : config_(config), hooks_(hooks) {
    const std::filesystem::path file = config.resolve(config.data_file);
    run_.data = make_dataset(read_csv(file), config.data);
    check_data(run_.data, config);
    splits_ = make_splits(run_.data, config.split);
    check_splits(run_.data, splits_, config);
    results().notes = run_.data.notes;
    results().curves = plan_curves(run_.data, curve_split(splits_, config.split.kind),
                                   config.report_curves, results().notes);
    if (runs_search(config)) device_ = describe_device(config.search.device);
    if (!folder.empty()) make_folder(folder);
    state_.emplace(folder, run_fingerprint(config, run_.data));
    describe();
  }

  ExperimentRun run() {
    const Clock::time_point start = Clock::now();
    const bool asked_for_cpu = config_.search.device.kind == DeviceChoice::Kind::cpu;
    if (!device_.empty() && !asked_for_cpu && hooks_.device) hooks_.device(device_);
    for (const Split& split : splits_) {
      if (!run_split(split)) break;
    }
    if (!results().interrupted) fit_all_rows();
    if (!results().final_formula) take_last_formula();
    results().elapsed_seconds = seconds_since(start);
    return std::move(run_);
  }

 private:
  Results& results() { return run_.results; }

  void describe() {
    Results& r = results();
    r.title = config_.report_name.empty() ? "memlaw" : config_.report_name;
    r.data_source = config_.data_file;
    r.target = run_.data.target_name;
    r.target_unit = run_.data.target_unit;
    r.variables = run_.data.variables;
    r.rows = run_.data.rows();
    r.split_description = describe_splits(config_);
    r.loss = name(config_.search.loss.kind);
    r.models = config_.model_names();
    for (const Split& split : splits_) r.splits.push_back(split.name);
    r.measured = run_.data.target;
    r.line_of_row = run_.data.line_of_row;
    r.config_text = format_config(config_);
    r.environment = describe_environment();
    if (!device_.empty()) r.environment["device"] = device_;
  }

  ModelOptions options_of(const std::string& model) const {
    ModelOptions options;
    options.basic_formula = config_.basic_formula;
    options.basic_fit = config_.basic_fit;
    options.search = config_.search;
    options.progress = hooks_.search;
    options.hyperparameters = config_.settings_of(model);
    options.seed = config_.model_seed;
    options.threads = config_.search.threads;
    return options;
  }

  // The model with the settings that suit the training rows best; `fit` is told which they are.
  std::unique_ptr<Regressor> tuned_model(const std::string& model, const Dataset& train,
                                         FitRecord& fit) const {
    ModelOptions options = options_of(model);
    if (config_.tune > 1) {
      const std::vector<Split> splits =
          tuning_splits(train, config_.split, config_.tune_folds, config_.model_seed);
      const TuningResult tuned =
          tune(model, options, train, splits, config_.search.loss, config_.tune, hooks_.tuning);
      options.hyperparameters = tuned.best;
      fit.configurations = tuned.trials.size();
      fit.tune_seconds = tuned.seconds;
      if (!tuned.trials.empty()) {
        for (const Hyperparameter& entry : tuned.best.table()) {
          if (entry.candidates.size() > 1) fit.settings[entry.name] = tuned.best.text(entry.name);
        }
      }
    }
    return make_regressor(model, options);
  }

  void announce(const std::string& model, const std::string& split, std::size_t number,
                std::size_t total) const {
    if (hooks_.fit_started) hooks_.fit_started(model, split, number, total);
  }

  // False when the run was interrupted.
  bool run_split(const Split& split) {
    const std::size_t first = results().fits.size();
    // Made once a split: the models of a split see the same rows.
    std::optional<Dataset> train;
    std::optional<Dataset> test;
    for (const std::string& model : results().models) {
      const FitRecord* const done = state_->find(model, split.name);
      if (done != nullptr && done->predicted.size() == split.test.size()) {
        results().fits.push_back(*done);
        results().fits.back().rows = split.test;
        continue;
      }
      if (!train) {
        train = run_.data.subset(split.train);
        test = run_.data.subset(split.test);
      }
      // Which models are fitted on all rows is known after the splits: one at least.
      announce(model, split.name, results().fits.size() + 1,
               splits_.size() * results().models.size() + 1);
      results().fits.push_back(fit_one(model, split, *train, *test));
      results().interrupted = interrupted();
      // A fit that may have been cut short has to start again for the same result.
      if (!results().interrupted || !can_be_cut_short(model)) state_->add(results().fits.back());
      if (results().interrupted) break;
    }
    state_->flush();
    if (hooks_.split_finished) {
      hooks_.split_finished(std::span<const FitRecord>(results().fits).subspan(first));
    }
    return !results().interrupted;
  }

  FitRecord fit_one(const std::string& name, const Split& split, const Dataset& train,
                    const Dataset& test) {
    FitRecord fit;
    const std::unique_ptr<Regressor> model = tuned_model(name, train, fit);
    const Clock::time_point start = Clock::now();
    model->fit(train);
    fit.fit_seconds = seconds_since(start);
    fit.model = name;
    fit.split = split.name;
    fit.rows_train = split.train.size();
    fit.rows_test = split.test.size();
    const Clock::time_point predict_start = Clock::now();
    fit.predicted = model->predict(test);
    fit.predict_seconds = seconds_since(predict_start);
    fit.rows = split.test;
    fit.metrics = compute_metrics(test.target, fit.predicted);
    fit.floor = *std::min_element(train.target.begin(), train.target.end());
    fit.error_above_floor_percent =
        error_above_floor_percent(test.target, fit.predicted, fit.floor);
    for (const Curve& curve : results().curves) {
      if (curve.split == split.name) {
        fit.curves.push_back(follow_curve(*model, run_.data, curve));
      }
    }
    fit.size = model->size();
    fit.model_bytes = stored_bytes(*model);
    fit.description = model->description();
    if (const auto formula = model->formula()) {
      fit.expression = format_infix(formula->expression, formula->variables);
    }
    return fit;
  }

  bool is_formula(const std::string& model) {
    return std::any_of(results().fits.begin(), results().fits.end(), [&](const FitRecord& fit) {
      return fit.model == model && !fit.expression.empty();
    });
  }

  // The model whose formula is taken away: the search's, or the most accurate one without a search.
  std::string final_model_name() {
    const std::vector<std::string>& models = results().models;
    if (std::find(models.begin(), models.end(), "symbolic") != models.end()) return "symbolic";
    for (const auto& summary : summarize(results())) {
      if (is_formula(summary.model)) return summary.model;
    }
    return "linear";
  }

  // The model to take away when it is not the formula; empty when it is, or when no model is
  // finite.
  std::string best_model_name(const std::string& final_model) const {
    const std::vector<ModelSummary> summaries = summarize(run_.results);
    if (summaries.empty() || std::isnan(summaries.front().mape_percent.median)) return {};
    return summaries.front().model == final_model ? "" : summaries.front().model;
  }

  void fit_all_rows() {
    const std::string final_model = final_model_name();
    const std::string best_model = best_model_name(final_model);
    const std::size_t first = results().fits.size() + 1;
    const std::size_t total = first + (best_model.empty() ? 0 : 1);
    const std::string rows = fmt::format("all {} rows", run_.data.rows());
    announce(final_model, "all rows", first, total);
    auto [model, seconds] = fit_on_all_rows(final_model);
    set_final(std::move(model), rows, run_.data, seconds);
    if (best_model.empty() || results().interrupted) return;
    announce(best_model, "all rows", total, total);
    std::tie(model, seconds) = fit_on_all_rows(best_model);
    if (results().interrupted) return;  // it may have been cut short
    results().best_model = {best_model, rows, model->description(), seconds};
    run_.best_model = std::move(model);
  }

  std::pair<std::unique_ptr<Regressor>, double> fit_on_all_rows(const std::string& name) {
    FitRecord fit;
    std::unique_ptr<Regressor> model = tuned_model(name, run_.data, fit);
    const Clock::time_point start = Clock::now();
    model->fit(run_.data);
    results().interrupted = interrupted();
    return {std::move(model), seconds_since(start)};
  }

  // An interrupted run has no fit on all rows: the formula of its last search stands in, or of its
  // last fit when no search has begun.
  void take_last_formula() {
    const FitRecord* last = nullptr;
    for (const FitRecord& fit : results().fits) {
      if (fit.expression.empty()) continue;
      if (last == nullptr || fit.model == "symbolic" || last->model != "symbolic") last = &fit;
    }
    if (last == nullptr) return;
    const auto split = std::find_if(splits_.begin(), splits_.end(),
                                    [&](const Split& s) { return s.name == last->split; });
    std::unique_ptr<Regressor> model = make_regressor(last->model, options_of(last->model));
    model->restore({{"expression", last->expression}}, run_.data);
    set_final(std::move(model), "the training rows of " + last->split,
              run_.data.subset(split->train), last->fit_seconds);
  }

  void set_final(std::unique_ptr<Regressor> model, const std::string& fitted_on,
                 const Dataset& rows, double fit_seconds) {
    const std::optional<Formula> formula = model->formula();
    if (!formula) return;
    FinalFormula& final_formula = results().final_formula.emplace();
    final_formula.model = model->name();
    final_formula.fitted_on = fitted_on;
    final_formula.formula = *formula;
    final_formula.metrics = compute_metrics(rows.target, model->predict(rows));
    final_formula.description = model->description();
    final_formula.fit_seconds = fit_seconds;
    if (const auto* symbolic = dynamic_cast<const SymbolicModel*>(model.get())) {
      final_formula.front = symbolic->result().front;
      final_formula.training_loss = symbolic->result().best_loss;
    }
    run_.final_model = std::move(model);
  }

  const ExperimentConfig& config_;
  const RunHooks& hooks_;
  ExperimentRun run_;
  std::vector<Split> splits_;
  std::string device_;  // what searches compute on; empty: no search
  std::optional<RunState> state_;
};

}  // namespace

ExperimentRun run_experiment(const ExperimentConfig& config, const std::filesystem::path& folder,
                             const RunHooks& hooks) {
  return Runner(config, folder, hooks).run();
}

}  // namespace memlaw
