#include "../../src/experiment/curves.hpp"

#include <gtest/gtest.h>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/models/factory.hpp"

namespace memlaw {
namespace {

// Four sides at batch 2, two batches at side 8; kind is a category.
Dataset make_data() {
  DatasetSpec spec;
  spec.target = "y";
  return make_dataset(parse_csv("side,batch,kind,y\n"
                                "8,2,a,10\n16,2,a,20\n32,2,a,40\n64,2,a,90\n"
                                "8,1,a,5\n8,2,b,11\n16,2,a,22\n",
                                "runs.csv"),
                      spec);
}

Split make_split() { return {"random-1", {0, 1, 2, 4, 5, 6}, {3}}; }

// Of make_data(), all of them measured.
std::vector<Curve> curves_over(const std::vector<std::string>& names) {
  std::vector<std::string> notes;
  std::vector<Curve> curves = plan_curves(make_data(), make_split(), names, notes);
  EXPECT_TRUE(notes.empty());
  return curves;
}

TEST(Curves, HoldTheOthersAtTheRowWhoseTwinsHaveTheMostValues) {
  const std::vector<std::string> names = {"side"};
  const Curve curve = curves_over(names).at(0);
  EXPECT_EQ(curve.held, "batch = 2, kind = a");
  // Targets 10 20 22 40 90: the middle one.
  EXPECT_EQ(curve.reference, 6u);
  ASSERT_EQ(curve.points.size(), 5u);
  EXPECT_EQ(curve.points.front().x, 8.0);
  EXPECT_EQ(curve.points.back().y, 90.0);
  EXPECT_TRUE(curve.points.front().trained);
  EXPECT_FALSE(curve.points.back().trained);
  EXPECT_EQ(curve.others.size(), 2u);
  EXPECT_EQ(curve.split, "random-1");
}

TEST(Curves, RunFromTheLeastToTwiceTheLargestValueInWholeNumbers) {
  const std::vector<std::string> names = {"side", "batch"};
  const std::vector<Curve> curves = curves_over(names);
  EXPECT_EQ(curves[0].x.front(), 8.0);
  EXPECT_EQ(curves[0].x.back(), 128.0);
  // The row with side 64 is not a training row.
  EXPECT_EQ(curves[0].largest_trained, 32.0);
  EXPECT_EQ(curves[1].x, (std::vector<double>{1.0, 2.0, 3.0, 4.0}));
}

TEST(Curves, FollowTheModelWithTheOthersHeld) {
  const Dataset data = make_data();
  const std::vector<std::string> names = {"batch"};
  const Curve curve = curves_over(names).at(0);
  ModelOptions options;
  options.basic_formula = parse_formula("variable side\nvariable batch\ny = batch * side\n", "t");
  options.basic_fit = BasicFit::fixed;
  const auto model = make_regressor("basic", options);
  model->fit(data);
  const double side = data.columns[0][curve.reference];
  EXPECT_EQ(follow_curve(*model, data, curve),
            (std::vector<double>{side, 2 * side, 3 * side, 4 * side}));
}

TEST(Curves, OfALearningCurveComeFromTheLargestTrainingSet) {
  const std::vector<Split> splits = {{"train-2-1", {0, 1}, {3}},
                                     {"train-4-1", {0, 1, 2, 4}, {3}},
                                     {"train-4-2", {0, 1, 2, 5}, {3}}};
  EXPECT_EQ(curve_split(splits, SplitKind::learning_curve).name, "train-4-1");
  EXPECT_EQ(curve_split(splits, SplitKind::random).name, "train-2-1");
}

TEST(Curves, AreLeftOutWithANoteWhereNoTwoRowsDifferInTheVariableAlone) {
  DatasetSpec spec;
  spec.target = "y";
  // The voxels change with the side; the batch alone changes between the last two rows.
  const Dataset data = make_dataset(
      parse_csv("side,voxels,batch,y\n2,8,1,10\n4,64,1,20\n8,512,1,70\n8,512,4,280\n", "runs.csv"),
      spec);
  const std::vector<std::string> names = {"side", "batch", "voxels"};
  std::vector<std::string> notes;
  const std::vector<Curve> curves = plan_curves(data, {"random-1", {0, 1, 2}, {3}}, names, notes);
  ASSERT_EQ(curves.size(), 1u);
  EXPECT_EQ(curves[0].variable, 2u);
  EXPECT_EQ(curves[0].points.size(), 2u);
  ASSERT_EQ(notes.size(), 2u);
  EXPECT_EQ(notes[0],
            "no curve over side is drawn: no two rows differ in it alone, so none is measured");
}

TEST(Curves, RefuseWhatIsNoNumericFeature) {
  const auto error_of = [](const std::string& name) {
    try {
      const std::vector<std::string> names = {name};
      curves_over(names);
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  };
  EXPECT_NE(error_of("bach").find("did you mean batch?"), std::string::npos) << error_of("bach");
  EXPECT_NE(error_of("kind").find("category"), std::string::npos) << error_of("kind");
  EXPECT_NE(error_of("y").find("report.curves"), std::string::npos) << error_of("y");
}

}  // namespace
}  // namespace memlaw
