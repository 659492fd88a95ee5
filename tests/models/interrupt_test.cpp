// An interrupt ends every fit soon, with a model that predicts.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <thread>

#include "memlaw/base/interrupt.hpp"
#include "models/every_model.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

using std::chrono::steady_clock;

double law(double x, double n, int kind) { return 1e6 * (x * n + std::sin(9.0 * x) + 7.0 * kind); }

// Would train for hours.
std::unique_ptr<Regressor> make_endless(const std::string& name) {
  ModelOptions options = test::small_options(name, 2);
  Hyperparameters& settings = *options.hyperparameters;
  for (const Hyperparameter& entry : settings.table()) {
    if (entry.name == "trees" || entry.name == "rounds" || entry.name == "epochs") {
      settings.set(entry.name, "100000");
    }
    if (entry.name == "restarts") settings.set("restarts", "3");
    if (entry.name == "patience") settings.set("patience", "100000");
  }
  return make_regressor(name, options);
}

class Interrupted : public testing::TestWithParam<std::string> {
 protected:
  void TearDown() override { set_interrupted(false); }

  static void expect_usable(const Regressor& model, const Dataset& train) {
    const std::vector<double> predicted = model.predict(train);
    for (const double y : predicted) EXPECT_TRUE(std::isfinite(y));
    const auto restored = test::small_model(model.name());
    restored->restore(nlohmann::json::parse(model.state().dump()), train.subset({}));
    EXPECT_EQ(restored->predict(train), predicted);
  }
};

TEST_P(Interrupted, BeforeTheFitGivesAModelOfOneStep) {
  const Dataset train = test::make_data(60, 1, law);
  const auto model = make_endless(GetParam());
  set_interrupted(true);
  const auto start = steady_clock::now();
  model->fit(train);
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(5));
  EXPECT_GT(model->size(), 0u);
  expect_usable(*model, train);
}

TEST_P(Interrupted, DuringTheFitKeepsWhatWasLearned) {
  // Enough rows that no model is done before it is asked to stop.
  const Dataset train = test::make_data(2000, 1, law);
  const auto model = make_endless(GetParam());
  std::thread request([] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    set_interrupted(true);
  });
  const auto start = steady_clock::now();
  model->fit(train);
  EXPECT_LT(steady_clock::now() - start, std::chrono::seconds(20));
  request.join();
  expect_usable(*model, train);
}

// One tree has no next step to stop before.
std::vector<std::string> models_of_many_steps() {
  std::vector<std::string> names = test::learned_models();
  std::erase(names, "decision-tree");
  return names;
}

INSTANTIATE_TEST_SUITE_P(Models, Interrupted, testing::ValuesIn(models_of_many_steps()),
                         test::test_name);

}  // namespace
}  // namespace memlaw
