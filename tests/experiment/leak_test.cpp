// No model learns anything from the targets of test rows: permuting them leaves every fit of the
// split, tuning included, as it was.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/experiment/run.hpp"
#include "models/every_model.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

namespace fs = std::filesystem;

double law(double x, double n, int kind) { return 1e6 * (x * n + 2.0 * kind) + 5e6; }

struct Case {
  std::string name;
  std::vector<std::string> settings;
};

std::ostream& operator<<(std::ostream& out, const Case& test_case) { return out << test_case.name; }

class Leak : public testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("memlaw-leak-" + GetParam().name + "-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    config_.folder = folder_;
    config_.data_file = "data.csv";
    config_.data.target = "y";
    config_.models = {"all"};
    config_.basic_formula = parse_free_expression("x*n + 1");
    config_.search = test::small_options("symbolic").search;
    config_.search.selection = SelectionRule::cross_validation;
    for (const std::string& model : test::learned_models()) {
      config_.hyperparameters[model] = *test::small_options(model).hyperparameters;
    }
    config_.tune = 2;
    config_.tune_folds = 2;
    config_.report_name = "leak";
    for (const std::string& setting : GetParam().settings) apply_override(config_, setting);
    write_csv(data_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write_csv(const Dataset& data) const {
    std::string text = "x,n,kind,y\n";
    for (std::size_t r = 0; r < data.rows(); ++r) {
      text += format_shortest(data.columns[0][r]) + "," + format_shortest(data.columns[1][r]) +
              "," + data.variables[2].levels[static_cast<std::size_t>(data.columns[2][r])] + "," +
              format_shortest(data.target[r]) + "\n";
    }
    write_file(folder_ / "data.csv", text);
  }

  // The targets of `rows` each move to the next of those rows.
  static Dataset permuted(Dataset data, const std::vector<std::size_t>& rows) {
    for (std::size_t k = 1; k < rows.size(); ++k) {
      std::swap(data.target[rows[k - 1]], data.target[rows[k]]);
    }
    return data;
  }

  const Dataset data_ = test::make_data(36, 1, law);
  fs::path folder_;
  ExperimentConfig config_;
};

TEST_P(Leak, PermutedTestTargetsChangeNoFit) {
  const Results before = run_experiment(config_, {}).results;
  ASSERT_EQ(before.models.size(), regressor_names().size());
  ASSERT_FALSE(before.splits.empty());
  for (const std::string& split : before.splits) {
    std::vector<std::size_t> test_rows;
    for (const FitRecord& fit : before.fits) {
      if (fit.split == split) test_rows = fit.rows;
    }
    const Dataset changed = permuted(data_, test_rows);
    ASSERT_NE(changed.target, data_.target);
    write_csv(changed);
    const Results after = run_experiment(config_, {}).results;
    ASSERT_EQ(after.fits.size(), before.fits.size());
    for (std::size_t f = 0; f < before.fits.size(); ++f) {
      const FitRecord& a = before.fits[f];
      const FitRecord& b = after.fits[f];
      if (a.split != split) continue;
      ASSERT_EQ(b.model, a.model);
      EXPECT_EQ(b.rows, a.rows) << split;
      EXPECT_EQ(b.predicted, a.predicted) << a.model << " " << split;
      EXPECT_EQ(b.description, a.description) << split;
      EXPECT_EQ(b.expression, a.expression) << split;
      EXPECT_EQ(b.settings, a.settings) << a.model << " " << split;
      EXPECT_EQ(b.size, a.size) << a.model << " " << split;
      // The measured values did change. (A model that predicts one value has the same error.)
      if (a.model == "linear") {
        EXPECT_NE(b.metrics.mse, a.metrics.mse) << split;
      }
    }
  }
}

// The saved bytes of the model, which the records of a run do not hold.
TEST_P(Leak, PermutedTestTargetsChangeNoByteOfAModel) {
  for (const Split& split : make_splits(data_, config_.split)) {
    const Dataset changed = permuted(data_, split.test);
    const std::vector<Split> splits = make_splits(changed, config_.split);
    const auto same = std::find_if(splits.begin(), splits.end(),
                                   [&](const Split& other) { return other.name == split.name; });
    ASSERT_NE(same, splits.end());
    ASSERT_EQ(same->train, split.train);
    for (const std::string& model : regressor_names()) {
      const auto a = test::small_model(model);
      const auto b = test::small_model(model);
      a->fit(data_.subset(split.train));
      b->fit(changed.subset(same->train));
      EXPECT_EQ(a->state().dump(), b->state().dump()) << model << " " << split.name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Splits, Leak,
    testing::Values(
        Case{"random", {"split.kind=random", "split.count=2"}},
        Case{"kfold", {"split.kind=kfold", "split.folds=3"}},
        Case{"repeated", {"split.kind=repeated", "split.folds=2", "split.count=2"}},
        Case{"extrapolate", {"split.kind=extrapolate", "split.extrapolate_by=x, n"}},
        // Which rows are largest depends on targets, but not on their order among the largest.
        Case{"extrapolate_target", {"split.kind=extrapolate", "split.extrapolate_by=y"}},
        Case{"learning_curve",
             {"split.kind=learning-curve", "split.count=1", "split.train_sizes=10, all"}}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace memlaw
