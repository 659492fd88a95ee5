#include "memlaw/experiment/config.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "memlaw/base/error.hpp"
#include "memlaw/base/file.hpp"
#include "memlaw/base/number.hpp"
#include "memlaw/models/factory.hpp"

namespace memlaw {
namespace {

std::string error_of(const std::string& text) {
  try {
    parse_config(text, "test.ini");
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string override_error(const std::string& assignment) {
  ExperimentConfig config;
  try {
    apply_override(config, assignment);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

#define EXPECT_CONTAINS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(Config, ReadsEverySectionWithCommentsAndCrlf) {
  const ExperimentConfig config = parse_config(
      "\xef\xbb\xbf# a comment\r\n[data]\r\nfile = a b.csv  # trailing\r\ntarget=y\r\n"
      "features = x, n ,kind\nwhere = status == ok\nwhere = levels in 2, 3; n >= 2\n"
      "missing = zero\nunits = x:voxels, n:images per batch\n"
      "[split]\nkind = extrapolate\nextrapolate_by = x, n\ntest_fraction = 0.25\nseed = 7\n"
      "[search]\noperators = add, mul, log2, +\nloss = huber\nloss_delta = 0.1\n"
      "nonnegative = yes\nevaluations = 18446744073709551615\nselection = cross_validation\n"
      "[models]\nuse = symbolic\nbasic.fit = coefficients\n[report]\nname = my report\n"
      "curves = x, n\n",
      "test.ini");
  EXPECT_EQ(config.data_file, "a b.csv");
  EXPECT_EQ(config.data.target, "y");
  EXPECT_EQ(config.data.features, (std::vector<std::string>{"x", "n", "kind"}));
  EXPECT_EQ(config.data.where,
            (std::vector<std::string>{"status == ok", "levels in 2, 3", "n >= 2"}));
  EXPECT_EQ(config.data.missing, Missing::zero);
  ASSERT_EQ(config.data.units.size(), 2u);
  EXPECT_EQ(config.data.units[1].second, "images per batch");
  EXPECT_EQ(config.split.kind, SplitKind::extrapolate);
  EXPECT_EQ(config.split.test_fraction, 0.25);
  EXPECT_EQ(config.split.seed, 7u);
  EXPECT_EQ(config.search.operators, (std::vector<Op>{Op::add, Op::mul, Op::log2, Op::add}));
  EXPECT_EQ(config.search.loss.kind, LossKind::huber);
  EXPECT_EQ(config.search.loss.delta, 0.1);
  EXPECT_TRUE(config.search.nonnegative);
  EXPECT_EQ(config.search.evaluations, 18446744073709551615u);
  EXPECT_EQ(config.search.selection, SelectionRule::cross_validation);
  EXPECT_EQ(config.basic_fit, BasicFit::coefficients);
  EXPECT_EQ(config.model_names(), (std::vector<std::string>{"constant", "linear", "symbolic"}));
  EXPECT_EQ(config.report_name, "my report");
  EXPECT_EQ(config.report_curves, (std::vector<std::string>{"x", "n"}));
}

TEST(Config, NamesLineAndNearestKeyOfAnUnknownOne) {
  const std::string message = error_of("[data]\ntarget = y\n\nfeature = x\n");
  EXPECT_CONTAINS(message, "test.ini:4:");
  EXPECT_CONTAINS(message, "did you mean data.features?");
  EXPECT_CONTAINS(error_of("[search]\ntarget = y\n"), "did you mean data.target?");
  EXPECT_CONTAINS(error_of("[dta]\n"), "did you mean [data]?");
}

TEST(Config, RefusesWhatIsNotAConfig) {
  EXPECT_CONTAINS(error_of("[data]\njust words\n"), "test.ini:2: 'just words' is neither");
  EXPECT_CONTAINS(error_of("file = a.csv\n"), "before any section");
  EXPECT_CONTAINS(error_of("[data]\ntarget = a\ntarget = b\n"), "set twice, first in line 2");
  EXPECT_CONTAINS(error_of(std::string("[data]\nfile = a\0b\n", 18)), "zero byte");
  EXPECT_CONTAINS(error_of("[data]\n= x\n"), "test.ini:2:");
  EXPECT_CONTAINS(error_of("[" + std::string(10000000, 'x') + "]\n"), "unknown section");
}

TEST(Config, NamesTheKeyOfAValueThatCannotBeRead) {
  EXPECT_CONTAINS(error_of("[search]\nmax_size = many\n"), "test.ini:2: search.max_size: 'many'");
  EXPECT_CONTAINS(error_of("[search]\nmax_size = 99999999999\n"), "whole number");
  EXPECT_CONTAINS(error_of("[search]\nevaluations = -1\n"), "from 0");
  EXPECT_CONTAINS(error_of("[search]\ntime_seconds = soon\n"), "not a number");
  EXPECT_CONTAINS(error_of("[search]\nnonnegative = maybe\n"), "neither yes nor no");
  EXPECT_CONTAINS(error_of("[search]\noperators = add, sqr\n"), "did you mean sqrt?");
  EXPECT_CONTAINS(error_of("[search]\noperators = constant\n"), "constant");
  EXPECT_CONTAINS(error_of("[search]\nloss = mapee\n"), "mape");
  EXPECT_CONTAINS(error_of("[split]\nkind = randon\n"), "did you mean random?");
  EXPECT_CONTAINS(error_of("[models]\nuse = linera\n"), "did you mean linear?");
  EXPECT_CONTAINS(error_of("[data]\nunits = x\n"), "COLUMN:UNIT");
}

TEST(Config, OverridesReplaceAndNameTheOption) {
  ExperimentConfig config = parse_config("[data]\nwhere = a == 1\n[search]\nseed = 3\n", "t");
  apply_override(config, "data.where = b == 2");
  apply_override(config, "search.seed=4");
  EXPECT_EQ(config.data.where, (std::vector<std::string>{"b == 2"}));
  EXPECT_EQ(config.search.seed, 4u);
  EXPECT_CONTAINS(override_error("search.sed=4"), "did you mean search.seed?");
  EXPECT_CONTAINS(override_error("search.seed"), "section.key=value");
  EXPECT_CONTAINS(override_error("search.seed=x"), "--set: search.seed");
}

// A valid value other than the default.
std::string other_value(const Hyperparameter& entry) {
  if (!entry.choices.empty()) return entry.choices[entry.value == 0.0 ? 1 : 0];
  if (entry.integer) return format_shortest(entry.value + 1.0);
  return format_shortest(entry.value > entry.low ? 0.5 * (entry.value + entry.low)
                                                 : entry.value + 0.5);
}

TEST(Config, EverySettingOfALearnedModelIsAKey) {
  std::size_t settings = 0;
  for (const std::string& model : regressor_names()) {
    for (const Hyperparameter& entry : hyperparameters_of(model)) {
      ++settings;
      const std::string value = other_value(entry);
      const ExperimentConfig config =
          parse_config("[models]\n" + model + "." + entry.name + " = " + value + "\n", "t");
      Hyperparameters expected(hyperparameters_of(model));
      EXPECT_EQ(ExperimentConfig{}.settings_of(model), expected);
      expected.set(entry.name, value);
      EXPECT_EQ(config.settings_of(model), expected) << model << " " << entry.name;
    }
  }
  EXPECT_GT(settings, 20u);
  EXPECT_CONTAINS(error_of("[models]\nrandom-forest.tree = 5\n"),
                  "did you mean models.random-forest.trees?");
  EXPECT_CONTAINS(error_of("[models]\nrandom-forest.trees = 0\n"),
                  "test.ini:2: models.random-forest.trees: trees is '0'; expected a whole number");
}

TEST(Config, AllModelsNeedTheFormulaOfBasicOnlyForBasic) {
  ExperimentConfig config;
  apply_override(config, "models.use=all");
  const auto has = [&](const std::string& name) {
    const std::vector<std::string> names = config.model_names();
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  EXPECT_EQ(config.model_names().size() + 1, regressor_names().size());
  EXPECT_FALSE(has("basic"));
  apply_override(config, "models.basic.formula=f.expr");
  EXPECT_EQ(config.model_names().size(), regressor_names().size());
  EXPECT_TRUE(has("basic"));
}

TEST(Config, TuningHasARange) {
  ExperimentConfig config;
  config.data_file = "x.csv";
  config.data.target = "y";
  check_config(config);
  config.tune_folds = 1;
  EXPECT_THROW(check_config(config), InputError);
  config.tune_folds = 2;
  config.tune = -1;
  EXPECT_THROW(check_config(config), InputError);
}

TEST(Config, RefusesAWidthThatItsHeadsDoNotDivide) {
  ExperimentConfig config;
  config.data_file = "x.csv";
  config.data.target = "y";
  config.models = {"transformer"};
  apply_override(config, "models.transformer.heads=3");
  apply_override(config, "models.bigru.width=9");
  try {
    check_config(config);
    ADD_FAILURE() << "no error";
  } catch (const InputError& error) {
    const std::string message = error.what();
    EXPECT_NE(message.find("models.transformer.heads is 3"), std::string::npos) << message;
    EXPECT_NE(message.find("models.transformer.width is 32"), std::string::npos) << message;
  }
  apply_override(config, "models.transformer.width=36");
  // Settings of a model that does not run are of no interest.
  check_config(config);
  config.models = {"bigru"};
  EXPECT_THROW(check_config(config), InputError);
}

TEST(Config, WritesEveryKeySoThatItReadsBack) {
  ExperimentConfig config;
  std::map<std::string, std::string> settings;
  for (const std::string& model : regressor_names()) {
    for (const Hyperparameter& entry : hyperparameters_of(model)) {
      settings["models." + model + "." + entry.name] = other_value(entry);
    }
  }
  for (const ConfigKey& key : config_keys()) {
    // A value other than the default, found from the form of the default.
    const std::string value = key.default_text();
    const std::string full = key.full_name();
    if (settings.contains(full))
      key.set(config, settings[full]);
    else if (value == "no")
      key.set(config, "yes");
    else if (value == "yes")
      key.set(config, "no");
    else if (full == "data.missing")
      key.set(config, "drop_row");
    else if (full == "split.kind")
      key.set(config, "kfold");
    else if (full == "split.train_sizes")
      key.set(config, "10, 20, all");
    else if (full == "search.loss")
      key.set(config, "pinball");
    else if (full == "search.operators")
      key.set(config, "sin, max");
    else if (full == "search.device")
      key.set(config, "cuda:1");
    else if (full == "search.selection")
      key.set(config, "cross_validation");
    else if (full == "models.use")
      key.set(config, "basic");
    else if (full == "models.basic.fit")
      key.set(config, "fixed");
    else if (full == "data.units")
      key.set(config, "a:b");
    else if (value.empty())
      key.set(config, "some value");
    else
      key.set(config, "0.5" == value || "0.05" == value || "0.3" == value ? "0.25" : "17");
    EXPECT_NE(key.get(config), value) << full;
  }
  const std::string text = format_config(config);
  EXPECT_EQ(format_config(parse_config(text, "written")), text);
}

TEST(Config, DefaultsReadBackToThemselves) {
  const std::string text = format_config(ExperimentConfig{});
  EXPECT_EQ(format_config(parse_config(text, "defaults")), text);
}

TEST(Config, TheDocumentedKeysAreTheKeys) {
  EXPECT_EQ(read_file(MEMLAW_SOURCE_DIR "/docs/config.md"), config_help_markdown())
      << "write it again: memlaw run --help-config=markdown > docs/config.md";
}

TEST(Config, ReportsMissingKeysAndFilesOfTheWhole) {
  ExperimentConfig config = parse_config("[data]\nfile = a.csv\n", "t");
  EXPECT_THROW(check_config(config), InputError);
  config.data.target = "y";
  EXPECT_NO_THROW(check_config(config));
  config.models = {"basic"};
  EXPECT_THROW(check_config(config), InputError);
  config.basic_file = "none.expr";
  EXPECT_THROW(load_formulas(config), InputError);
  EXPECT_THROW(read_config("/nonexistent/file.ini"), InputError);
}

TEST(Config, PathsStartAtTheFolderOfTheConfig) {
  const ExperimentConfig config = parse_config("[data]\nfile = ../d/a.csv\n", "t", "experiments");
  EXPECT_EQ(config.resolve(config.data_file), "experiments/../d/a.csv");
  EXPECT_EQ(config.resolve("/abs/a.csv"), "/abs/a.csv");
}

TEST(Config, ShippedExperimentsAreReadable) {
  for (const std::string name : {"unet3d", "unet3d_two_parameters", "zoo"}) {
    const std::string path = MEMLAW_SOURCE_DIR "/experiments/" + name + ".ini";
    const ExperimentConfig config =
        parse_config(read_file(path), path, MEMLAW_SOURCE_DIR "/experiments");
    EXPECT_EQ(config.report_name, name);
    EXPECT_TRUE(std::filesystem::exists(config.resolve(config.data_file))) << path;
  }
}

}  // namespace
}  // namespace memlaw
