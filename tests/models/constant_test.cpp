#include "memlaw/models/constant.hpp"

#include <gtest/gtest.h>

#include "memlaw/base/error.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

TEST(ConstantModel, PredictsTheWeightedMeanOfTheTrainingTargets) {
  Dataset data = test::make_data(3, 1, [](double, double, int) { return 0.0; });
  data.target = {1.0, 2.0, 6.0};
  data.weight = {1.0, 1.0, 2.0};
  ConstantModel model;
  EXPECT_EQ(model.size(), 0u);
  model.fit(data);
  EXPECT_DOUBLE_EQ(model.predict(data).at(1), 3.75);
  EXPECT_EQ(model.size(), 1u);
}

TEST(ConstantModel, RefusesADatasetWithoutRows) {
  ConstantModel model;
  EXPECT_THROW(model.fit(Dataset()), InputError);
}

}  // namespace
}  // namespace memlaw
