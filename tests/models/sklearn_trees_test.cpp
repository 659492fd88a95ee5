// Comparison with scikit-learn: reference/sklearn_trees.py recorded the numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "memlaw/base/file.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/metrics/metrics.hpp"
#include "memlaw/models/factory.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

// R2 is the mean over as many seeds as were recorded.
constexpr std::uint64_t kSeeds = 4;

const json& reference() {
  static const json document =
      json::parse(read_file(MEMLAW_SOURCE_DIR "/tests/models/reference/sklearn_trees.json"));
  return document;
}

class SklearnTrees : public testing::TestWithParam<int> {
 protected:
  SklearnTrees() : table_(reference()["tables"][static_cast<std::size_t>(GetParam())]) {
    DatasetSpec spec;
    spec.target = "peak_bytes";
    spec.features = table_["features"].get<std::vector<std::string>>();
    spec.where = {"status == ok"};
    const std::string name = table_["table"].get<std::string>();
    data_ = make_dataset(read_csv(MEMLAW_SOURCE_DIR "/datasets/" + name + ".csv"), spec);
  }

  static std::vector<std::size_t> test_rows(const json& repeat) {
    return repeat["test"].get<std::vector<std::size_t>>();
  }

  std::vector<double> predict_test_rows(const json& repeat, const std::string& model,
                                        const ModelOptions& options) const {
    const std::vector<std::size_t> test = test_rows(repeat);
    std::vector<std::size_t> train;
    for (std::size_t r = 0; r < data_.rows(); ++r) {
      if (!std::binary_search(test.begin(), test.end(), r)) train.push_back(r);
    }
    const auto regressor = make_regressor(model, options);
    regressor->fit(data_.subset(train));
    return regressor->predict(data_.subset(test));
  }

  const json& table_;
  Dataset data_;
};

TEST_P(SklearnTrees, ReadTheSameRows) {
  EXPECT_EQ(data_.rows(), table_["rows"].get<std::size_t>());
}

// Nodes that two splits improve alike are decided by chance in scikit-learn; rows whose prediction
// depends on that are left out.
TEST_P(SklearnTrees, DecisionTreesPredictTheSame) {
  for (const auto& [key, depth] : {std::pair{"depth_4", "4"}, std::pair{"unlimited", "0"}}) {
    ModelOptions options;
    options.hyperparameters.emplace(hyperparameters_of("decision-tree"));
    options.hyperparameters->set("max_depth", depth);
    std::size_t rows = 0;
    std::size_t tied = 0;
    std::size_t equal = 0;
    for (const json& repeat : table_["repeats"]) {
      const std::vector<double> predicted = predict_test_rows(repeat, "decision-tree", options);
      const auto expected = repeat[key]["predicted"].get<std::vector<double>>();
      const auto ties = repeat[key]["tied"].get<std::vector<std::size_t>>();
      ASSERT_EQ(predicted.size(), expected.size());
      rows += predicted.size();
      tied += ties.size();
      for (std::size_t k = 0; k < predicted.size(); ++k) {
        const bool same = std::abs(predicted[k] - expected[k]) <= 1e-12 * std::abs(expected[k]);
        equal += same ? 1 : 0;
        if (!std::binary_search(ties.begin(), ties.end(), k)) {
          EXPECT_TRUE(same) << key << " row " << test_rows(repeat)[k] << ": " << predicted[k]
                            << " instead of " << expected[k];
        }
      }
    }
    std::printf("%s %s: %zu rows, %zu tied, %zu equal\n",
                table_["table"].get_ref<const std::string&>().c_str(), key, rows, tied, equal);
    RecordProperty(std::string(key) + "_equal", static_cast<int>(equal));
  }
}

TEST_P(SklearnTrees, EnsemblesAreAsAccurate) {
  for (const std::string model : {"random-forest", "extra-trees", "adaboost"}) {
    double ours = 0.0;
    double theirs = 0.0;
    double repeats = 0.0;
    for (const json& repeat : table_["repeats"]) {
      repeats += 1.0;
      const std::vector<double> measured = data_.subset(test_rows(repeat)).target;
      for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        ModelOptions options;
        options.seed = seed;
        const std::vector<double> predicted = predict_test_rows(repeat, model, options);
        ours += compute_metrics(measured, predicted).r2 / static_cast<double>(kSeeds);
      }
      theirs += repeat["r2"][model].get<double>();
    }
    std::printf("%s %s: R2 %.4f, scikit-learn %.4f\n",
                table_["table"].get_ref<const std::string&>().c_str(), model.c_str(),
                ours / repeats, theirs / repeats);
    EXPECT_NEAR(ours / repeats, theirs / repeats, 0.02) << model;
  }
}

INSTANTIATE_TEST_SUITE_P(Tables, SklearnTrees, testing::Range(0, 3), [](const auto& made) {
  return reference()["tables"][static_cast<std::size_t>(made.param)]["table"]
      .template get<std::string>();
});

}  // namespace
}  // namespace memlaw
