#include "memlaw/data/dataset.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "memlaw/base/error.hpp"
#include "memlaw/data/csv.hpp"

namespace memlaw {
namespace {

using Values = std::vector<double>;
using Texts = std::vector<std::string>;

// Makes a dataset of `text` with target "y".
Dataset make(const std::string& text, DatasetSpec spec = {}) {
  if (spec.target.empty()) spec.target = "y";
  return make_dataset(parse_csv(text, "t.csv"), spec);
}

std::string error_of(const std::string& text, DatasetSpec spec = {}) {
  try {
    make(text, std::move(spec));
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

Texts names(const Dataset& data) {
  Texts result;
  for (const Variable& variable : data.variables) result.push_back(variable.name);
  return result;
}

void expect_contains(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

constexpr const char* kJobs =
    "id,side_voxels,optimizer,levels,y\n"
    "r1,16,sgd,2,10\n"
    "r1,32,adam,3,20\n"
    "r2,16,adam,10,30\n"
    "r3,64,sgd,2,40\n";

TEST(Dataset, TakesNumbersAndCategories) {
  DatasetSpec spec;
  spec.features = {"optimizer", "side_voxels", "levels"};
  spec.categorical = {"levels"};
  const Dataset data = make(kJobs, spec);
  ASSERT_EQ(data.rows(), 4u);
  EXPECT_EQ(names(data), spec.features);
  EXPECT_EQ(data.variables[0].levels, (Texts{"adam", "sgd"}));
  EXPECT_EQ(data.columns[0], (Values{1, 0, 0, 1}));
  EXPECT_EQ(data.variables[1].unit, "voxels");
  EXPECT_EQ(data.columns[1], (Values{16, 32, 16, 64}));
  EXPECT_EQ(data.variables[2].levels, (Texts{"2", "3", "10"}));  // by value, not by text
  EXPECT_EQ(data.columns[2], (Values{0, 1, 2, 0}));
  EXPECT_EQ(data.target, (Values{10, 20, 30, 40}));
  EXPECT_EQ(data.weight, (Values{1, 1, 1, 1}));
  EXPECT_EQ(data.group, (std::vector<std::int64_t>{0, 1, 2, 3}));
  EXPECT_EQ(data.line_of_row, (std::vector<std::uint32_t>{2, 3, 4, 5}));
  EXPECT_EQ(data.row(1), (Values{0, 32, 1}));
  EXPECT_EQ(data.column_pointers()[1][3], 64);
}

TEST(Dataset, ReadsGroupWeightUnitsAndFilters) {
  DatasetSpec spec;
  spec.group = "id";
  spec.weight = "levels";
  spec.where = {"side_voxels <= 32"};
  spec.units = {{"y", "MiB"}};
  const Dataset data = make(kJobs, spec);
  EXPECT_EQ(names(data), (Texts{"side_voxels", "optimizer"}));
  EXPECT_EQ(data.group, (std::vector<std::int64_t>{0, 0, 1}));
  EXPECT_EQ(data.weight, (Values{2, 3, 10}));
  EXPECT_EQ(data.target_unit, "MiB");
}

TEST(Dataset, LeavesOutWhatCannotHelpAndSaysSo) {
  std::string text = "name,same,none,kind,x,y\n";
  for (int i = 0; i < 24; ++i) {
    const std::string number = std::to_string(i);
    text += "job" + number + ",1,," + (i % 2 == 0 ? "p," : "q,") + number + ",5\n";
  }
  const Dataset data = make(text);
  EXPECT_EQ(names(data), (Texts{"kind", "x"}));
  ASSERT_EQ(data.notes.size(), 3u);
  expect_contains(data.notes[0], "'name' left out: text with 24 different values in 24 rows");
  expect_contains(data.notes[1], "'same' left out: the same value in every row");
  expect_contains(data.notes[2], "'none' left out: empty in every row");
}

TEST(Dataset, KeepsANamedFeatureThatIsConstant) {
  DatasetSpec spec;
  spec.features = {"same"};
  EXPECT_EQ(make("same,y\n1,2\n1,3\n", spec).columns[0], (Values{1, 1}));
}

TEST(Dataset, ReportsTextInAColumnOfNumbers) {
  const std::string text = "x,y\n1,1\n2,2\nlots,3\n4,4\n";
  EXPECT_EQ(error_of(text),
            "t.csv:4: column 'x' (1 of 2): 'lots' is not a number; correct it, filter the row "
            "out, leave it empty if the value is missing, or name the column in 'categorical'");
  DatasetSpec spec;
  spec.categorical = {"x"};
  EXPECT_EQ(make(text, spec).variables[0].levels, (Texts{"1", "2", "4", "lots"}));
}

TEST(Dataset, TakesAColumnThatIsMostlyTextForACategory) {
  const Dataset data = make("x,y\n1,1\na,2\na,3\n1,4\n");
  EXPECT_EQ(data.variables[0].levels, (Texts{"1", "a"}));
}

TEST(Dataset, ReportsDecimalCommas) {
  expect_contains(error_of("x;y\n1,5;1\n2,5;2\n"),
                  "t.csv:2: column 'x' (1 of 2): '1,5' is not a number; write it with a decimal "
                  "point");
}

TEST(Dataset, JudgesColumnsOnTheRowsKept) {
  // Failed runs leave text behind; once filtered out, the column is numeric.
  DatasetSpec spec;
  spec.where = {"status == ok"};
  const Dataset data = make("status,x,y\nok,1,10\nfailed,n/a,oom\nok,007,30\n", spec);
  EXPECT_EQ(names(data), (Texts{"x"}));
  EXPECT_FALSE(data.variables[0].is_categorical());
  EXPECT_EQ(data.columns[0], (Values{1, 7}));
  EXPECT_EQ(data.target, (Values{10, 30}));
}

TEST(Dataset, CountsOnlyTheLevelsOfRowsKept) {
  DatasetSpec spec;
  spec.where = {"x <= 4"};
  EXPECT_EQ(make("k,x,y\nb,1,1\na,2,2\nb,3,3\na,4,4\nc,5,5\n", spec).variables[0].levels,
            (Texts{"a", "b"}));
}

TEST(Dataset, TreatsMissingCellsAsAsked) {
  const std::string text = "k,x,y\na,1,1\n,2,2\nb,,3\na,4,4\nb,5,5\n";
  EXPECT_EQ(error_of(text).substr(0, 56),
            "t.csv:3: column 'k' (1 of 3): the cell is empty; fill it");
  DatasetSpec spec;
  spec.features = {"x"};
  EXPECT_EQ(error_of(text, spec).substr(0, 29), "t.csv:4: column 'x' (2 of 3):");
  spec.features.clear();
  spec.missing = Missing::zero;
  const Dataset zero = make(text, spec);
  EXPECT_EQ(zero.variables[0].levels, (Texts{"a", "b", "missing"}));
  EXPECT_EQ(zero.columns[0], (Values{0, 2, 1, 0, 1}));
  EXPECT_EQ(zero.columns[1], (Values{1, 2, 0, 4, 5}));
  spec.missing = Missing::drop_row;
  const Dataset dropped = make(text, spec);
  EXPECT_EQ(dropped.target, (Values{1, 4, 5}));
  ASSERT_EQ(dropped.notes.size(), 1u);
  EXPECT_EQ(dropped.notes[0], "2 rows dropped for empty cells in features");
}

TEST(Dataset, ReportsValuesThatAreNotFinite) {
  expect_contains(error_of("x,y\n1,1\nnan,2\n"), "t.csv:3: column 'x' (1 of 2): the cell is nan");
  expect_contains(error_of("x,y\n1,1\n-inf,2\n"), "t.csv:3: column 'x' (1 of 2): the cell is -inf");
  expect_contains(error_of("x,y\n1,1\n2,NaN\n"), "t.csv:3: column 'y' (2 of 2): the cell is nan");
  expect_contains(error_of("x,y\n1,1\n2,1e999\n"), "t.csv:3: column 'y' (2 of 2): the cell is inf");
  // A NaN is a value that went wrong, not a missing one.
  DatasetSpec spec;
  spec.missing = Missing::zero;
  expect_contains(error_of("x,y\n1,1\nnan,2\n", spec), "the cell is nan");
  spec.missing = Missing::drop_row;
  expect_contains(error_of("x,y\n1,1\nnan,2\n", spec), "the cell is nan");
  spec.categorical = {"x"};
  expect_contains(error_of("x,y\n1,1\nnan,2\n", spec), "the cell is nan");
}

TEST(Dataset, ReportsABadTarget) {
  expect_contains(error_of("x,y\n1,1\n2,\n"), "t.csv:3: column 'y' (2 of 2): the target is empty");
  expect_contains(error_of("x,y\n1,1\n2,big\n"), "t.csv:3: column 'y' (2 of 2): 'big' is not a");
  DatasetSpec spec;
  spec.target = "why";
  expect_contains(error_of("x,y\n1,1\n2,2\n", spec), "no column 'why'");
  EXPECT_THROW(make_dataset(parse_csv("x,y\n1,1\n2,2\n", "t"), {}), InputError);
}

TEST(Dataset, ReportsBadNames) {
  const auto with = [](auto change) {
    DatasetSpec spec;
    change(spec);
    return error_of(kJobs, spec);
  };
  expect_contains(with([](auto& s) { s.features = {"side_voxel"}; }), "mean 'side_voxels'?");
  expect_contains(with([](auto& s) { s.exclude = {"idd"}; }), "no column 'idd'");
  expect_contains(with([](auto& s) { s.categorical = {"optimiser"}; }), "mean 'optimizer'?");
  expect_contains(with([](auto& s) { s.group = "ids"; }), "no column 'ids'");
  expect_contains(with([](auto& s) { s.weight = "w"; }), "no column 'w'");
  expect_contains(with([](auto& s) { s.units = {{"w", "kg"}}; }), "no column 'w'");
  expect_contains(with([](auto& s) { s.features = {"y"}; }), "'y' is the target");
  expect_contains(with([](auto& s) { s.features = {"levels", "levels"}; }), "named twice");
}

TEST(Dataset, ReportsBadWeightsAndGroups) {
  DatasetSpec spec;
  spec.weight = "w";
  expect_contains(error_of("x,w,y\n1,1,1\n2,0,2\n", spec),
                  "t.csv:3: column 'w' (2 of 3): a weight must be greater than 0");
  expect_contains(error_of("x,w,y\n1,1,1\n2,,2\n", spec), "the weight is empty");
  spec.weight.clear();
  spec.group = "w";
  expect_contains(error_of("x,w,y\n1,a,1\n2,,2\n", spec),
                  "t.csv:3: column 'w' (2 of 3): the group");
}

TEST(Dataset, ReportsTooFewRows) {
  EXPECT_EQ(error_of("x,y\n1,1\n"), "t.csv: 1 row left of 1; at least 2 are needed");
  DatasetSpec spec;
  spec.where = {"x > 5", "y > 1"};
  EXPECT_EQ(error_of("x,y\n1,1\n2,2\n", spec),
            "t.csv: 0 rows left of 2 where 'x > 5' and 'y > 1'; at least 2 are needed");
  spec.where.clear();
  spec.missing = Missing::drop_row;
  expect_contains(error_of("x,y\n1,1\n,2\n,3\n", spec), "1 row left of 3, after dropping rows");
}

TEST(Dataset, ReportsThatNoFeatureIsLeft) {
  expect_contains(error_of("x,y\n1,1\n1,2\n"),
                  "no column is left to be a feature; column 'x' left");
  DatasetSpec spec;
  spec.exclude = {"x"};
  expect_contains(error_of("x,y\n1,1\n2,2\n", spec), "no column is left to be a feature");
}

TEST(Dataset, SubsetKeepsLevelsAndOrder) {
  DatasetSpec spec;
  spec.group = "id";
  const std::vector<std::size_t> chosen{3, 0};
  const Dataset data = make(kJobs, spec).subset(chosen);
  EXPECT_EQ(data.target, (Values{40, 10}));
  EXPECT_EQ(data.columns[0], (Values{64, 16}));
  EXPECT_EQ(data.variables[1].levels, (Texts{"adam", "sgd"}));
  EXPECT_EQ(data.group, (std::vector<std::int64_t>{2, 0}));
  EXPECT_EQ(data.line_of_row, (std::vector<std::uint32_t>{5, 2}));
  EXPECT_EQ(data.target_name, "y");
}

TEST(Dataset, ReadsTheMeasuredUnet) {
  DatasetSpec spec;
  spec.target = "peak_bytes";
  spec.group = "config_id";
  spec.where = {"status == ok"};
  spec.features = {"side_voxels", "batch_size_images", "optimizer", "dtype"};
  const auto path = std::filesystem::path(MEMLAW_SOURCE_DIR) / "datasets/unet3d_cpu.csv";
  const Dataset data = make_dataset(read_csv(path), spec);
  EXPECT_EQ(data.rows(), 304u);
  EXPECT_EQ(data.variables[2].levels, (Texts{"adam", "none", "sgd", "sgd_momentum"}));
  EXPECT_EQ(data.target_unit, "bytes");
}

class Prediction : public testing::Test {
 protected:
  Variables variables{{"x", "voxels", {}}, {"k", "", {"a", "b"}}, {"n", "", {"007", "8"}}};

  Dataset features(const std::string& text, Missing missing = Missing::error) const {
    return make_features(parse_csv(text, "p.csv"), variables, "y", missing);
  }
  std::string error(const std::string& text) const {
    try {
      features(text);
    } catch (const InputError& failure) {
      return failure.what();
    }
    return "no error";
  }
};

TEST_F(Prediction, TranslatesLevelsToThoseOfTheModel) {
  const Dataset data = features("n,k,x\n8,b,1\n7,b,2\n");
  EXPECT_EQ(data.variables, variables);
  EXPECT_EQ(data.columns[0], (Values{1, 2}));
  EXPECT_EQ(data.columns[1], (Values{1, 1}));
  EXPECT_EQ(data.columns[2], (Values{1, 0}));
  EXPECT_TRUE(std::isnan(data.target[0]) && std::isnan(data.target[1]));
}

TEST_F(Prediction, FillsTheTargetWhenItIsThere) {
  const Dataset data = features("y,n,k,x\n5,8,b,1\n,8,b,1\n");
  EXPECT_EQ(data.target[0], 5);
  EXPECT_TRUE(std::isnan(data.target[1]));
}

TEST_F(Prediction, AcceptsOneRow) { EXPECT_EQ(features("n,k,x\n8,b,1\n").rows(), 1u); }

TEST_F(Prediction, ReportsUnknownLevelsAndColumns) {
  EXPECT_EQ(error("n,k,x\n8,a,1\n8,c,1\n"),
            "p.csv:3: column 'k' (2 of 3): level 'c' was not in the training data; the known "
            "levels are: a, b");
  expect_contains(error("n,k\n8,a\n"), "no column 'x'");
  expect_contains(error("n,k,x\n8,a,\n"), "p.csv:2: column 'x' (3 of 3): the cell is empty");
  expect_contains(error("n,k,x\n8,,1\n"), "p.csv:2: column 'k' (2 of 3): the cell is empty");
}

TEST_F(Prediction, TreatsMissingCellsAsAsked) {
  EXPECT_EQ(features("n,k,x\n8,a,\n", Missing::zero).columns[0], (Values{0}));
  EXPECT_EQ(features("n,k,x\n8,a,\n8,a,3\n", Missing::drop_row).columns[0], (Values{3}));
  EXPECT_THROW(features("n,k,x\n8,a,\n", Missing::drop_row), InputError);
  EXPECT_THROW(features("n,k,x\n8,,1\n", Missing::zero), InputError);
  variables[1].levels.push_back("missing");
  EXPECT_EQ(features("n,k,x\n8,,1\n", Missing::zero).columns[1], (Values{2}));
}

TEST(DefaultUnit, ComesFromTheSuffix) {
  EXPECT_EQ(default_unit("peak_bytes"), "bytes");
  EXPECT_EQ(default_unit("peak_mib"), "MiB");
  EXPECT_EQ(default_unit("wall_s"), "seconds");
  EXPECT_EQ(default_unit("batch_size_images"), "images");
  EXPECT_EQ(default_unit("levels"), "");
  EXPECT_EQ(default_unit("base_filters"), "");
  EXPECT_EQ(default_unit("s"), "");
}

}  // namespace
}  // namespace memlaw
