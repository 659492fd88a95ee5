#include "memlaw/experiment/run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <fstream>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/interrupt.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

class Experiment : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("memlaw-run-test-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    RandomStream random(1, 0, 0, 0, Purpose::test);
    for (int r = 0; r < 40; ++r) {
      const double x = random.uniform(1.0, 9.0);
      const double n = 1.0 + random.below(4);
      rows_.push_back({x, n, 3.0 * n * x * x + 40.0 + random.uniform(-1.0, 1.0)});
    }
    write_csv(rows_);
    config_.folder = folder_;
    config_.data_file = "data.csv";
    config_.data.target = "y";
    config_.split.count = 3;
    config_.models = {"log-linear"};
    config_.report_name = "test";
  }
  void TearDown() override {
    set_interrupted(false);
    fs::remove_all(folder_);
  }

  void write_csv(const std::vector<std::array<double, 3>>& rows) {
    std::string text = "x,n,y\n";
    for (const auto& row : rows) {
      text += format_shortest(row[0]) + "," + format_shortest(row[1]) + "," +
              format_shortest(row[2]) + "\n";
    }
    write_file(folder_ / "data.csv", text);
  }

  // A short search whose result does not depend on time.
  void add_search() {
    config_.models = {"symbolic"};
    config_.search.time_seconds = 0.0;
    config_.search.generations = 3;
    config_.search.islands = 2;
    config_.search.population = 32;
    config_.search.max_size = 15;
  }

  // metrics.csv without its last three columns, which are times.
  static std::string without_seconds(const std::string& csv) {
    std::string out;
    for (std::size_t at = 0; at < csv.size();) {
      const std::size_t end = csv.find('\n', at);
      std::size_t last = end;
      for (int column = 0; column < 3; ++column) last = csv.rfind(',', last - 1);
      out += csv.substr(at, last - at) + "\n";
      at = end + 1;
    }
    return out;
  }

  std::vector<std::array<double, 3>> rows_;
  fs::path folder_;
  ExperimentConfig config_;
};

TEST_F(Experiment, FitsEveryModelOnEverySplitAndOneFormulaOnAllRows) {
  const ExperimentRun run = run_experiment(config_, {});
  const Results& results = run.results;
  EXPECT_EQ(results.models, (std::vector<std::string>{"constant", "linear", "log-linear"}));
  ASSERT_EQ(results.fits.size(), 9u);
  for (const FitRecord& fit : results.fits) {
    EXPECT_EQ(fit.rows_train + fit.rows_test, 40u);
    EXPECT_EQ(fit.rows.size(), fit.rows_test);
    EXPECT_EQ(fit.predicted.size(), fit.rows_test);
  }
  ASSERT_TRUE(results.final_formula.has_value());
  EXPECT_EQ(results.final_formula->fitted_on, "all 40 rows");
  EXPECT_EQ(results.final_formula->model, summarize(results).front().model);
  EXPECT_FALSE(results.interrupted);
}

TEST_F(Experiment, RecordsTheFloorAndTheSizeOfEveryFit) {
  config_.models = {"decision-tree"};
  const Results results = run_experiment(config_, {}).results;
  for (const FitRecord& fit : results.fits) {
    std::vector<double> train;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
      if (std::find(fit.rows.begin(), fit.rows.end(), r) == fit.rows.end()) {
        train.push_back(rows_[r][2]);
      }
    }
    EXPECT_EQ(fit.floor, *std::min_element(train.begin(), train.end()));
    EXPECT_GT(fit.error_above_floor_percent, 0.0);
    EXPECT_GT(fit.model_bytes, fit.model == "decision-tree" ? 1000u : 10u) << fit.model;
    EXPECT_GT(fit.predict_seconds, 0.0);
  }
}

TEST_F(Experiment, LearnedModelsFollowTheirSettingsAndLeaveTheFormulaToOthers) {
  config_.models = {"decision-tree", "xgboost"};
  apply_override(config_, "models.decision-tree.max_depth=1");
  apply_override(config_, "models.xgboost.rounds=300");
  const Results results = run_experiment(config_, {}).results;
  for (const FitRecord& fit : results.fits) {
    if (fit.model == "decision-tree") {
      EXPECT_EQ(fit.size, 3u);
    } else if (fit.model == "xgboost") {
      EXPECT_EQ(fit.description.substr(0, 9), "300 trees");
    }
  }
  EXPECT_EQ(summarize(results).front().model, "xgboost");
  ASSERT_TRUE(results.final_formula.has_value());
  EXPECT_EQ(results.final_formula->model, "linear");
  EXPECT_EQ(results.final_formula->fitted_on, "all 40 rows");
}

TEST_F(Experiment, ALogTargetOfALearnedModelIsCheckedBeforeTheFirstFit) {
  config_.models = {"extra-trees"};
  apply_override(config_, "models.extra-trees.target=log");
  rows_[4][2] = -1.0;
  write_csv(rows_);
  try {
    run_experiment(config_, {});
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("data.csv:6"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("models.extra-trees.target"), std::string::npos);
  }
}

TEST_F(Experiment, TargetsOfTestRowsReachNoFit) {
  add_search();
  config_.models = {"log-linear", "symbolic"};
  config_.split.count = 1;
  const Results before = run_experiment(config_, {}).results;
  // Other values on the test rows, in another order.
  std::vector<std::array<double, 3>> changed = rows_;
  const std::vector<std::size_t>& test = before.fits.front().rows;
  for (std::size_t i = 0; i < test.size(); ++i) {
    changed[test[i]][2] = 5.0 + rows_[test[test.size() - 1 - i]][2];
  }
  write_csv(changed);
  const Results after = run_experiment(config_, {}).results;
  ASSERT_EQ(before.fits.size(), after.fits.size());
  for (std::size_t f = 0; f < before.fits.size(); ++f) {
    EXPECT_EQ(before.fits[f].rows, after.fits[f].rows);
    EXPECT_EQ(before.fits[f].expression, after.fits[f].expression) << before.fits[f].model;
    EXPECT_EQ(before.fits[f].predicted, after.fits[f].predicted) << before.fits[f].model;
    EXPECT_NE(before.fits[f].metrics.mse, after.fits[f].metrics.mse);
  }
}

TEST_F(Experiment, TuningSeesTrainingRowsOnlyAndIsRecorded) {
  add_search();
  config_.models = {"symbolic", "decision-tree"};
  config_.split.count = 1;
  config_.tune = 4;
  const Results before = run_experiment(config_, {}).results;
  std::vector<std::array<double, 3>> changed = rows_;
  for (const std::size_t row : before.fits.front().rows) changed[row][2] += 1000.0;
  write_csv(changed);
  const Results after = run_experiment(config_, {}).results;
  for (std::size_t f = 0; f < before.fits.size(); ++f) {
    const FitRecord& fit = before.fits[f];
    EXPECT_EQ(fit.settings, after.fits[f].settings) << fit.model;
    EXPECT_EQ(fit.predicted, after.fits[f].predicted) << fit.model;
    const bool tuned = fit.model == "symbolic" || fit.model == "decision-tree";
    EXPECT_EQ(fit.configurations, tuned ? 4u : 0u) << fit.model;
    EXPECT_EQ(fit.settings.count(fit.model == "symbolic" ? "max_size" : "max_depth"),
              tuned ? 1u : 0u)
        << fit.model;
  }
}

TEST_F(Experiment, AResumedRunKeepsWhatTuningChose) {
  config_.models = {"decision-tree"};
  config_.tune = 3;
  const Results whole = run_experiment(config_, {}).results;
  RunHooks hooks;
  hooks.split_finished = [](std::span<const FitRecord> fits) {
    if (fits.front().split == "random-2") set_interrupted(true);
  };
  run_experiment(config_, folder_ / "out", hooks);
  set_interrupted(false);
  const Results resumed = run_experiment(config_, folder_ / "out").results;
  ASSERT_EQ(resumed.fits.size(), whole.fits.size());
  for (std::size_t f = 0; f < whole.fits.size(); ++f) {
    EXPECT_EQ(resumed.fits[f].settings, whole.fits[f].settings);
    EXPECT_EQ(resumed.fits[f].configurations, whole.fits[f].configurations);
    EXPECT_EQ(resumed.fits[f].predicted, whole.fits[f].predicted);
  }
}

TEST_F(Experiment, OneSeedGivesTheSameBytesWithOneAndTwoThreads) {
  add_search();
  config_.search.threads = 1;
  const ExperimentRun one = run_experiment(config_, {});
  config_.search.threads = 2;
  const ExperimentRun two = run_experiment(config_, {});
  EXPECT_EQ(without_seconds(metrics_csv(one.results)), without_seconds(metrics_csv(two.results)));
  EXPECT_EQ(predictions_csv(one.results), predictions_csv(two.results));
  EXPECT_EQ(one.results.final_formula->formula, two.results.final_formula->formula);
}

TEST_F(Experiment, AnInterruptedRunReportsWhatItHasAndContinuesToTheSameResult) {
  add_search();
  const fs::path out = folder_ / "out";
  const ExperimentRun whole = run_experiment(config_, {});

  int searches = 0;
  RunHooks hooks;
  hooks.fit_started = [&](const std::string& model, const std::string&, std::size_t, std::size_t) {
    if (model == "symbolic" && ++searches == 2) set_interrupted(true);
  };
  const ExperimentRun part = run_experiment(config_, out, hooks);
  EXPECT_TRUE(part.results.interrupted);
  EXPECT_LT(part.results.fits.size(), whole.results.fits.size());
  ASSERT_TRUE(part.results.final_formula.has_value());
  EXPECT_NE(part.results.final_formula->fitted_on.find("training rows"), std::string::npos);
  write_run_folder(part, out);
  EXPECT_TRUE(fs::exists(out / "state.json"));
  EXPECT_TRUE(fs::exists(out / "report.html"));

  set_interrupted(false);
  std::size_t fitted = 0;
  hooks.fit_started = [&](const std::string&, const std::string&, std::size_t, std::size_t) {
    ++fitted;
  };
  const ExperimentRun rest = run_experiment(config_, out, hooks);
  EXPECT_LT(fitted, whole.results.fits.size());
  EXPECT_EQ(without_seconds(metrics_csv(rest.results)),
            without_seconds(metrics_csv(whole.results)));
  EXPECT_EQ(predictions_csv(rest.results), predictions_csv(whole.results));
  EXPECT_EQ(rest.results.final_formula->formula, whole.results.final_formula->formula);
  write_run_folder(rest, out);
  EXPECT_FALSE(fs::exists(out / "state.json"));
}

TEST_F(Experiment, CurvesOfAResumedRunAreThoseOfAWholeOne) {
  // A row that differs from another one in n alone, and so measures something along it.
  rows_.push_back({rows_[0][0], rows_[0][1] + 1.0, 2.0 * rows_[0][2]});
  write_csv(rows_);
  config_.report_curves = {"x", "n"};
  const fs::path out = folder_ / "out";
  const ExperimentRun whole = run_experiment(config_, {});
  RunHooks stop;
  stop.split_finished = [](std::span<const FitRecord>) { set_interrupted(true); };
  EXPECT_TRUE(run_experiment(config_, out, stop).results.interrupted);
  set_interrupted(false);
  const ExperimentRun rest = run_experiment(config_, out);
  ASSERT_EQ(rest.results.fits.size(), whole.results.fits.size());
  ASSERT_EQ(rest.results.curves.size(), 2u);
  for (std::size_t f = 0; f < rest.results.fits.size(); ++f) {
    const FitRecord& fit = rest.results.fits[f];
    EXPECT_EQ(fit.curves, whole.results.fits[f].curves);
    const bool drawn = fit.split == whole.results.splits.front();
    ASSERT_EQ(fit.curves.size(), drawn ? 2u : 0u) << fit.model << fit.split;
    if (drawn) {
      EXPECT_EQ(fit.curves[0].size(), rest.results.curves[0].x.size());
    }
  }
}

TEST_F(Experiment, ALearnedModelThatWasCutShortStartsAgain) {
  config_.models = {"mlp", "adaboost"};
  config_.split.count = 1;
  apply_override(config_, "models.mlp.epochs=30");
  const ExperimentRun whole = run_experiment(config_, {});
  for (const std::string cut : {"mlp", "adaboost"}) {
    const fs::path out = folder_ / ("out-" + cut);
    RunHooks hooks;
    hooks.fit_started = [&](const std::string& model, const std::string&, std::size_t,
                            std::size_t) { set_interrupted(model == cut); };
    const ExperimentRun part = run_experiment(config_, out, hooks);
    EXPECT_TRUE(part.results.interrupted);
    EXPECT_EQ(part.results.fits.back().model, cut);
    set_interrupted(false);
    const ExperimentRun rest = run_experiment(config_, out);
    EXPECT_EQ(predictions_csv(rest.results), predictions_csv(whole.results)) << cut;
  }
}

TEST_F(Experiment, AStateOfAnotherRunOrADamagedOneIsIgnored) {
  const fs::path out = folder_ / "out";
  RunHooks stop;
  stop.split_finished = [](std::span<const FitRecord>) { set_interrupted(true); };
  const auto fits_of_next_run = [&] {
    set_interrupted(false);
    std::size_t fitted = 0;
    RunHooks count;
    count.fit_started = [&](const std::string&, const std::string&, std::size_t, std::size_t) {
      ++fitted;
    };
    run_experiment(config_, out, count);
    return fitted;
  };
  run_experiment(config_, out, stop);
  ASSERT_TRUE(fs::exists(out / "state.json"));
  const std::string state = read_file(out / "state.json");
  config_.split.seed = 99;
  EXPECT_EQ(fits_of_next_run(), 10u);
  config_.split.seed = 1;
  write_file(out / "state.json", state.substr(0, state.size() / 2));
  EXPECT_EQ(fits_of_next_run(), 10u);
}

TEST_F(Experiment, LeavesEveryFileOfTheRunFolderAndNoTemporaryOnes) {
  const fs::path out = folder_ / "out";
  write_run_folder(run_experiment(config_, out), out);
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(out)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"formula.expr", "formula.hpp", "formula.py",
                                             "formula.tex", "metrics.csv", "metrics.json",
                                             "model.json", "predictions.csv", "report.html",
                                             "report.md", "report.tex", "run.json"}));
}

TEST_F(Experiment, TakesTheMostAccurateModelAwayWhereItIsNotTheFormula) {
  // A step, which trees learn exactly and lines do not.
  for (auto& row : rows_) row[2] = row[0] < 5.0 ? 100.0 : 1000.0;
  write_csv(rows_);
  config_.models = {"decision-tree"};
  std::vector<std::string> last_fits;
  RunHooks hooks;
  hooks.fit_started = [&](const std::string& model, const std::string& split, std::size_t number,
                          std::size_t total) {
    if (split == "all rows") last_fits.push_back(fmt::format("{} {} {}", model, number, total));
  };
  const ExperimentRun run = run_experiment(config_, folder_, hooks);
  EXPECT_EQ(last_fits, (std::vector<std::string>{"linear 10 11", "decision-tree 11 11"}));
  write_run_folder(run, folder_);
  const LoadedModel loaded = load_model(folder_ / "best_model.json");
  EXPECT_EQ(loaded.model->name(), "decision-tree");
  EXPECT_EQ(loaded.model->predict(run.data), run.data.target);
  EXPECT_EQ(load_model(folder_ / "model.json").model->name(), "linear");
  EXPECT_NE(read_file(folder_ / "report.md")
                .find("best_model.json holds decision-tree fitted on "
                      "all 40 rows"),
            std::string::npos);
  // A later run that the formula wins leaves no model of an earlier one behind.
  config_.models = {"log-linear"};
  for (auto& row : rows_) row[2] = 3.0 * row[0] + 40.0;
  write_csv(rows_);
  write_run_folder(run_experiment(config_, folder_), folder_);
  EXPECT_FALSE(fs::exists(folder_ / "best_model.json"));
}

TEST_F(Experiment, RefusesDataThatNoModelCanLearnFrom) {
  const auto error_of = [&] {
    try {
      run_experiment(config_, folder_ / "never");
    } catch (const InputError& error) {
      EXPECT_FALSE(fs::exists(folder_ / "never"));
      return std::string(error.what());
    }
    return std::string("no error");
  };
  auto rows = rows_;
  for (auto& row : rows) row[2] = 5.0;
  write_csv(rows);
  EXPECT_NE(error_of().find("constant"), std::string::npos);
  write_csv({rows_[0]});
  EXPECT_NE(error_of().find("1 row"), std::string::npos);
  rows = {rows_[0], rows_[1], rows_[2]};
  for (std::size_t r = 0; r < 2; ++r) rows[r][2] = 5.0;
  write_csv(rows);
  apply_override(config_, "split.kind=kfold");
  apply_override(config_, "split.folds=3");
  EXPECT_NE(error_of().find("constant on the training rows"), std::string::npos);
  rows = rows_;
  rows[3][2] = 0.0;
  write_csv(rows);
  EXPECT_NE(error_of().find("data.csv:5"), std::string::npos);
  config_.models = {"symbolic"};
  EXPECT_NE(error_of().find("mape needs targets other than 0"), std::string::npos) << error_of();
}

TEST_F(Experiment, ALearningCurveMayBeginBelowTheNumberOfFeatures) {
  apply_override(config_, "split.kind=learning-curve");
  apply_override(config_, "split.count=1");
  apply_override(config_, "split.train_sizes=2, 10, all");
  const Results results = run_experiment(config_, {}).results;
  EXPECT_EQ(results.splits, (std::vector<std::string>{"train-2-1", "train-10-1", "train-28-1"}));
  ASSERT_EQ(results.fits.size(), 9u);
  for (const FitRecord& fit : results.fits) {
    EXPECT_EQ(fit.rows_test, 12u);
    EXPECT_TRUE(std::isfinite(fit.metrics.mse)) << fit.model << " " << fit.split;
  }
}

TEST_F(Experiment, SplitsOfTooFewRowsForASearchOrANetworkAreRefusedBeforeTheFirstFit) {
  const auto error_of = [&] {
    RunHooks hooks;
    hooks.fit_started = [](const std::string&, const std::string&, std::size_t, std::size_t) {
      FAIL() << "a fit began";
    };
    try {
      run_experiment(config_, {}, hooks);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  apply_override(config_, "split.kind=learning-curve");
  apply_override(config_, "split.count=2");
  apply_override(config_, "split.train_sizes=all, 4");
  add_search();
  apply_override(config_, "search.selection=cross_validation");
  const std::string file = (folder_ / "data.csv").string();
  EXPECT_EQ(
      error_of(),
      file +
          ": split train-4-1: search.selection = cross_validation needs at least 5 "
          "groups of training rows, but there are 4; set search.selection = description_length, "
          "or add rows of other groups; for more training rows, raise split.train_sizes");
  config_.models = {"mlp"};
  EXPECT_EQ(error_of(),
            file +
                ": split train-4-1 has 4 training rows, but the mlp model needs at least 5; "
                "raise split.train_sizes, or leave mlp out of models.use");
}

TEST_F(Experiment, AFolderThatCannotBeWrittenIsRefusedBeforeTheFirstFit) {
  write_file(folder_ / "file", "");
  RunHooks hooks;
  hooks.fit_started = [](const std::string&, const std::string&, std::size_t, std::size_t) {
    ADD_FAILURE() << "a fit was started";
  };
  EXPECT_THROW(run_experiment(config_, folder_ / "file" / "out", hooks), InputError);
}

}  // namespace
}  // namespace memlaw
