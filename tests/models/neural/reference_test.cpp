// The networks against values computed by PyTorch in double precision
// (tests/models/reference/bigru_transformer_reference.json: parameters and data by state_dict
// name).
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "adamw.hpp"
#include "memlaw/base/file.hpp"
#include "sequence_model.hpp"

namespace memlaw::neural {
namespace {

using nlohmann::json;

constexpr double kTolerance = 1e-10;

class Reference : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    const json document = json::parse(
        read_file(MEMLAW_SOURCE_DIR "/tests/models/reference/bigru_transformer_reference.json"));
    for (const json& entry : document.at("cases")) {
      if (entry.at("name") == GetParam()) case_ = entry;
    }
    ASSERT_FALSE(case_.is_null());
    const json& config = case_.at("config");
    SequenceModelConfig model;
    model.input_width = config.at("input_size");
    model.gru_hidden = config.at("gru_hidden");
    model.encoder_layers = config.at("encoder_layers");
    model.heads = config.at("heads");
    model.feed_forward = config.at("feedforward");
    model.norm = config.at("norm_first").get<bool>() ? NormPlace::before : NormPlace::after;
    model_.emplace(layout_, model);
    const json& input = case_.at("input");
    shape_ = {input.at("shape")[1], input.at("shape")[0]};
    x_ = tokens(input);
    target_ = values(case_.at("target"));
    parameters_ = by_name(case_.at("parameters"));
  }

  static Vector values(const json& array) {
    const std::vector<double> data = array.at("data");
    return Eigen::Map<const Vector>(data.data(), static_cast<Index>(data.size()));
  }

  // A batch x tokens x width array as a matrix with a column for each token, time step by time
  // step.
  Matrix tokens(const json& array) const {
    const Vector data = values(array);
    const Index width = array.at("shape")[2];
    Matrix matrix(width, shape_.columns());
    for (Index b = 0; b < shape_.batch; ++b) {
      for (Index t = 0; t < shape_.tokens; ++t) {
        matrix.col(t * shape_.batch + b) = data.segment((b * shape_.tokens + t) * width, width);
      }
    }
    return matrix;
  }

  Vector by_name(const json& arrays) const {
    EXPECT_EQ(arrays.size(), layout_.blocks().size());
    Vector all(layout_.size());
    for (const ParameterBlock& block : layout_.blocks()) {
      const Vector data = values(arrays.at(block.name));
      EXPECT_EQ(data.size(), block.size()) << block.name;
      all.segment(block.offset, block.size()) = data;
    }
    return all;
  }

  // Mean squared error; leaves the gradients in gradients_ and d_input_.
  double loss(const Vector& parameters) {
    const Matrix& y = model_->forward(parameters.data(), x_, shape_, nullptr);
    prediction_ = y.transpose();
    const Vector error = prediction_ - target_;
    const Matrix dy = error.transpose() * (2.0 / static_cast<double>(shape_.batch));
    gradients_ = Vector::Zero(layout_.size());
    d_input_ = model_->backward(parameters.data(), dy, gradients_.data());
    return error.squaredNorm() / static_cast<double>(shape_.batch);
  }

  // Largest deviation, relative to the largest value. Written to the test's log, too.
  template <class A, class B>
  void expect_same(const char* what, const A& actual, const B& expected) {
    ASSERT_EQ(actual.rows(), expected.rows()) << what;
    ASSERT_EQ(actual.cols(), expected.cols()) << what;
    const double deviation =
        (actual - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
    RecordProperty(what, std::to_string(deviation * 1e16) + "e-16");
    EXPECT_LE(deviation, kTolerance) << what;
  }

  json case_;
  ParameterLayout layout_;
  std::optional<SequenceModel> model_;
  SequenceShape shape_;
  Matrix x_, d_input_;
  Vector target_, parameters_, prediction_, gradients_;
};

TEST_P(Reference, OutputsAgree) {
  const double value = loss(parameters_);
  expect_same("gru_output", model_->mixed(), tokens(case_.at("gru_output")));
  expect_same("encoder_output", model_->encoded(), tokens(case_.at("encoder_output")));
  expect_same("prediction", prediction_, values(case_.at("prediction")));
  EXPECT_NEAR(value, case_.at("loss").get<double>(), kTolerance * value);
}

TEST_P(Reference, GradientsAgree) {
  loss(parameters_);
  const json& gradients = case_.at("gradients");
  const Vector expected = by_name(gradients);
  for (const ParameterBlock& block : layout_.blocks()) {
    expect_same(block.name.c_str(), gradients_.segment(block.offset, block.size()),
                expected.segment(block.offset, block.size()));
  }
  expect_same("input", d_input_, tokens(case_.at("input_gradient")));
}

// The key part of in_proj_bias has no effect on a softmax, so its exact gradient is 0 and AdamW
// scales up rounding there: it agrees least.
TEST_P(Reference, AdamWStepsAgree) {
  const json& steps = case_.at("adamw_3_steps");
  AdamW optimizer(layout_.size(), {steps.at("betas")[0], steps.at("betas")[1], steps.at("eps"),
                                   steps.at("weight_decay")});
  Vector parameters = parameters_;
  for (const double expected : steps.at("losses_before_each_step")) {
    EXPECT_NEAR(loss(parameters), expected, kTolerance * expected);
    optimizer.step(steps.at("lr"), gradients_, parameters);
  }
  const Vector expected = by_name(steps.at("parameters"));
  for (const ParameterBlock& block : layout_.blocks()) {
    expect_same(block.name.c_str(), parameters.segment(block.offset, block.size()),
                expected.segment(block.offset, block.size()));
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, Reference,
                         testing::Values("post_norm_1_layer", "pre_norm_2_layers"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace memlaw::neural
