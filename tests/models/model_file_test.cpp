// Model files of every model: the same bits after loading, and an error for every damage.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "models/every_model.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

using nlohmann::json;

double law(double x, double n, int kind) { return 1e9 * x * n + 3e8 * kind + 1.0 / 3.0; }

class ModelFile : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    path_ = (std::filesystem::temp_directory_path() /
             ("memlaw-model-file-" + GetParam() + "-" + std::to_string(::getpid()) + ".json"))
                .string();
    model_->fit(train_);
    save_model(*model_, train_, path_);
    text_ = read_file(path_);
  }
  void TearDown() override { std::filesystem::remove(path_); }

  // What loading `text` says, without the path. Any other exception fails the test.
  std::string error_of(const std::string& text) {
    write_file(path_, text);
    try {
      load_model(path_);
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with(path_)) << message;
      return message.substr(std::min(message.size(), path_.size()));
    }
    return "no error";
  }

  const Dataset train_ = test::make_data(16, 1, law);
  const std::unique_ptr<Regressor> model_ = test::small_model(GetParam());
  std::string path_;
  std::string text_;
};

// Pointers to every field, at most four elements a list.
void collect_fields(const json& value, const json::json_pointer& place,
                    std::vector<json::json_pointer>& fields) {
  if (!place.empty()) fields.push_back(place);
  if (value.is_object()) {
    for (const auto& [key, element] : value.items()) collect_fields(element, place / key, fields);
  } else if (value.is_array()) {
    const std::size_t size = value.size();
    std::vector<std::size_t> chosen = {0, 1, size / 2, size - 1};
    if (size < chosen.size()) chosen.resize(size);
    for (const std::size_t k : chosen) collect_fields(value[k], place / k, fields);
  }
}

TEST_P(ModelFile, LoadsToTheSameBits) {
  const Dataset other = test::make_data(100, 2, law);
  const LoadedModel loaded = load_model(path_);
  EXPECT_EQ(loaded.model->name(), GetParam());
  EXPECT_EQ(loaded.variables, train_.variables);
  EXPECT_EQ(loaded.model->state().dump(), model_->state().dump());
  EXPECT_EQ(loaded.model->predict(other), model_->predict(other));
}

TEST_P(ModelFile, SavesTheSameBytesAgain) {
  const LoadedModel loaded = load_model(path_);
  save_model(*loaded.model, train_, path_);
  EXPECT_EQ(read_file(path_), text_);
}

TEST_P(ModelFile, IsRefusedWhereverItIsCutOff) {
  const std::size_t step = std::max<std::size_t>(1, text_.size() / 50);
  for (std::size_t length = 0; length + 2 < text_.size(); length += step) {
    EXPECT_NE(error_of(text_.substr(0, length)).find("no valid JSON"), std::string::npos)
        << length << " of " << text_.size() << " bytes";
  }
}

TEST_P(ModelFile, NamesTheFieldThatWasEdited) {
  const json good = json::parse(text_);
  std::vector<json::json_pointer> fields;
  collect_fields(good, json::json_pointer(), fields);
  for (const json::json_pointer& field : fields) {
    std::vector<json> edits = {nullptr, json::object(), "text", -1, 1e308};
    const json& value = good.at(field);
    if (value.is_number()) edits.push_back(-std::abs(value.get<double>()) - 1.0);
    if (value.is_string()) edits.push_back(value.get<std::string>() + "1");
    if (value.is_boolean()) edits.push_back(!value.get<bool>());
    if (value.is_array() && !value.empty()) {
      json shorter = value;
      shorter.erase(value.size() - 1);
      edits.push_back(std::move(shorter));
      json longer = value;
      longer.push_back(value.back());
      edits.push_back(std::move(longer));
    }
    for (const json& edit : edits) {
      if (edit == value) continue;
      json document = good;
      document[field] = edit;
      const std::string error = error_of(document.dump());
      EXPECT_TRUE(error.find("field \"") != std::string::npos ||
                  error.find("state.") != std::string::npos ||
                  error.find("unknown model") != std::string::npos)
          << field << " = " << edit.dump().substr(0, 80) << ": " << error;
    }
  }
}

TEST_P(ModelFile, NamesTheFieldThatIsMissing) {
  const json good = json::parse(text_);
  for (const auto& [key, value] : good.items()) {
    json document = good;
    document.erase(key);
    const std::string error = error_of(document.dump());
    // The version is for people; only the checksum tells that it is gone.
    const std::string named = key == "memlaw_version" ? "checksum" : key;
    EXPECT_NE(error.find("\"" + named + "\""), std::string::npos) << key << ": " << error;
  }
}

TEST_P(ModelFile, RefusesAFileOfAnotherModel) {
  json document = json::parse(text_);
  document["name"] = GetParam() == "mlp" ? "linear" : "mlp";
  EXPECT_NE(error_of(document.dump()), "no error");
}

TEST_P(ModelFile, RefusesNumbersBeyondDoublePrecision) {
  std::string text = text_;
  const std::size_t at = text.find("\"memlaw_model\": 1");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 17, "\"memlaw_model\": 1e999");
  EXPECT_NE(error_of(text).find("beyond the range"), std::string::npos) << error_of(text);
}

INSTANTIATE_TEST_SUITE_P(Models, ModelFile,
                         testing::ValuesIn(regressor_names().begin(), regressor_names().end()),
                         test::test_name);

TEST(ForestFile, TakesAFewLinesATree) {
  const std::string path =
      (std::filesystem::temp_directory_path() / ("memlaw-forest-" + std::to_string(::getpid())))
          .string();
  const Dataset train = test::make_data(200, 1, law);
  const auto forest = test::small_model("random-forest");
  forest->fit(train);
  save_model(*forest, train, path);
  const std::string text = read_file(path);
  std::filesystem::remove(path);
  ASSERT_GT(forest->size(), 1000u);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_EQ(json::parse(text).at("state"), forest->state());
}

}  // namespace
}  // namespace memlaw
