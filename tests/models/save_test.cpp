#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/models/constant.hpp"
#include "memlaw/models/factory.hpp"
#include "memlaw/models/linear.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

class SavedModel : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("memlaw-save-test-" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    path_ = (folder_ / "model.json").string();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string error_of(const std::string& text) {
    write_file(path_, text);
    try {
      load_model(path_);
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(path_), std::string::npos) << error.what();
      return error.what();
    }
    return "no error";
  }

  std::filesystem::path folder_;
  std::string path_;
};

double law(double x, double n, int kind) { return std::exp(x) * n + 1e8 * kind + 1.0 / 3.0; }

TEST_F(SavedModel, PredictsTheSameBitsAfterLoading) {
  const Dataset train = test::make_data(50, 1, law);
  const Dataset other = test::make_data(200, 2, law);
  ModelOptions options;
  options.basic_formula = parse_free_expression("x*n + 1");
  options.basic_formula->target = "y";
  for (const std::string name : {"constant", "linear", "log-linear", "basic"}) {
    const std::unique_ptr<Regressor> model = make_regressor(name, options);
    model->fit(train);
    save_model(*model, train, path_);
    const LoadedModel loaded = load_model(path_);
    EXPECT_EQ(loaded.model->name(), name);
    EXPECT_EQ(loaded.target, "y");
    EXPECT_EQ(loaded.target_unit, "bytes");
    EXPECT_EQ(loaded.variables, train.variables);
    EXPECT_EQ(loaded.model->size(), model->size());
    const std::vector<double> expected = model->predict(other);
    const std::vector<double> actual = loaded.model->predict(other);
    for (std::size_t r = 0; r < other.rows(); ++r) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(actual[r]), std::bit_cast<std::uint64_t>(expected[r]))
          << name << " row " << r;
    }
  }
}

TEST_F(SavedModel, NamesWhatIsWrongWithADamagedFile) {
  const Dataset train = test::make_data(50, 1, law);
  LinearModel model;
  model.fit(train);
  save_model(model, train, path_);
  const std::string good = read_file(path_);

  EXPECT_NE(error_of(good.substr(0, good.size() / 2)).find("no valid JSON"), std::string::npos);
  EXPECT_NE(error_of("").find("no valid JSON"), std::string::npos);
  EXPECT_NE(error_of("[1, 2]").find("memlaw_model"), std::string::npos);
  const auto edited = [&](const char* field, const nlohmann::json& value) {
    nlohmann::json document = nlohmann::json::parse(good);
    document[field] = value;
    return error_of(document.dump());
  };
  EXPECT_NE(edited("memlaw_model", 99).find("99"), std::string::npos);
  EXPECT_NE(edited("state", {{"expression", "x + 1"}}).find("checksum"), std::string::npos);
  EXPECT_NE(edited("name", "lineal").find("did you mean linear?"), std::string::npos);
  EXPECT_NE(edited("variables", 3).find("variables"), std::string::npos);
  EXPECT_NE(edited("variables", {{{"name", "x"}}}).find("unit"), std::string::npos);
  EXPECT_NE(edited("state", {{"expression", "x + "}}).find("state.expression"), std::string::npos);
  EXPECT_NE(edited("state", {{"expression", "x + z"}}).find("z"), std::string::npos);
  EXPECT_NE(edited("state", nlohmann::json::object()).find("state.expression"), std::string::npos);
}

TEST_F(SavedModel, AMissingFileIsAnInputError) {
  EXPECT_THROW(load_model((folder_ / "none.json").string()), InputError);
}

TEST(Factory, MakesEveryModelUnderItsName) {
  ModelOptions options;
  options.basic_formula.emplace();
  for (const std::string& name : regressor_names()) {
    EXPECT_EQ(make_regressor(name, options)->name(), name);
  }
}

TEST(Factory, RefusesBasicWithoutAFormula) {
  EXPECT_THROW(make_regressor("basic", {}), InputError);
}

}  // namespace
}  // namespace memlaw
