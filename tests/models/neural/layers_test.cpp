// Every layer's backward against central differences of its forward, at random sizes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "memlaw/models/neural.hpp"
#include "network.hpp"
#include "sequence_model.hpp"

namespace memlaw::neural {
namespace {

constexpr int kTrials = 8;
constexpr double kStep = 1e-5;
// Of the largest gradient; central differences with this step err by about 1e-9.
constexpr double kTolerance = 1e-7;

RandomStream trial_stream(int trial) {
  return RandomStream(2024, 0, 0, static_cast<std::uint32_t>(trial), Purpose::test);
}

Index size_between(RandomStream& random, Index low, Index high) {
  return low + random.below(static_cast<std::uint32_t>(high - low + 1));
}

Matrix random_matrix(RandomStream& random, Index rows, Index columns) {
  Matrix m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) m.data()[i] = random.normal();
  return m;
}

SequenceShape random_shape(RandomStream& random) {
  return {size_between(random, 1, 7), size_between(random, 1, 5)};
}

using Forward = std::function<const Matrix&(const double* parameters, const Matrix& x)>;
using Backward =
    std::function<Matrix(const double* parameters, const Matrix& dy, double* gradients)>;

// The loss is a random linear function of the output.
void expect_exact_gradients(RandomStream& random, const ParameterLayout& layout, Matrix x,
                            const Forward& forward, const Backward& backward) {
  Vector parameters(layout.size());
  for (double& p : parameters) p = 0.6 * random.normal();
  const Matrix y = forward(parameters.data(), x);
  const Matrix dy = random_matrix(random, y.rows(), y.cols());
  Vector gradients = Vector::Constant(layout.size(), 0.5);  // backward adds
  const Matrix dx = backward(parameters.data(), dy, gradients.data());
  const auto loss = [&] { return forward(parameters.data(), x).cwiseProduct(dy).sum(); };
  const auto difference = [&](double& value) {
    const double kept = value;
    value = kept + kStep;
    const double above = loss();
    value = kept - kStep;
    const double below = loss();
    value = kept;
    return (above - below) / (2.0 * kStep);
  };
  Vector expected(layout.size());
  for (Index i = 0; i < layout.size(); ++i) expected(i) = difference(parameters(i)) + 0.5;
  Matrix expected_dx(x.rows(), x.cols());
  for (Index i = 0; i < x.size(); ++i) expected_dx.data()[i] = difference(x.data()[i]);
  const double scale = std::max(1.0, expected_dx.cwiseAbs().maxCoeff());
  EXPECT_LE((dx - expected_dx).cwiseAbs().maxCoeff(), kTolerance * scale);
  for (const ParameterBlock& block : layout.blocks()) {
    const auto numeric = expected.segment(block.offset, block.size());
    const auto exact = gradients.segment(block.offset, block.size());
    EXPECT_LE((exact - numeric).cwiseAbs().maxCoeff(),
              kTolerance * std::max(1.0, numeric.cwiseAbs().maxCoeff()))
        << block.name;
  }
}

TEST(Layers, GradientsOfALinearLayerAreExact) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random = trial_stream(trial);
    const Index inputs = size_between(random, 1, 19);
    ParameterLayout layout;
    LinearLayer layer(layout, "linear", inputs, size_between(random, 1, 19));
    expect_exact_gradients(
        random, layout, random_matrix(random, inputs, size_between(random, 1, 23)),
        [&](const double* p, const Matrix& x) -> const Matrix& { return layer.forward(p, x); },
        [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
  }
}

TEST(Layers, GradientsOfABidirectionalGruAreExact) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random = trial_stream(trial);
    const Index inputs = size_between(random, 1, 6);
    const SequenceShape shape = random_shape(random);
    ParameterLayout layout;
    BidirectionalGru layer(layout, "gru.", inputs, size_between(random, 1, 9));
    expect_exact_gradients(
        random, layout, random_matrix(random, inputs, shape.columns()),
        [&](const double* p, const Matrix& x) -> const Matrix& {
          return layer.forward(p, x, shape);
        },
        [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
  }
}

TEST(Layers, GradientsOfSelfAttentionAreExact) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random = trial_stream(trial);
    const Index heads = size_between(random, 1, 3);
    const Index width = heads * size_between(random, 1, 4);
    const SequenceShape shape = random_shape(random);
    ParameterLayout layout;
    SelfAttention layer(layout, "", width, heads);
    expect_exact_gradients(
        random, layout, random_matrix(random, width, shape.columns()),
        [&](const double* p, const Matrix& x) -> const Matrix& {
          return layer.forward(p, x, shape);
        },
        [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
  }
}

TEST(Layers, GradientsOfALayerNormAreExact) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random = trial_stream(trial);
    const Index width = size_between(random, 2, 12);
    ParameterLayout layout;
    LayerNorm layer(layout, "norm", width);
    expect_exact_gradients(
        random, layout, random_matrix(random, width, size_between(random, 1, 9)),
        [&](const double* p, const Matrix& x) -> const Matrix& { return layer.forward(p, x); },
        [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
  }
}

TEST(Layers, GradientsOfTheFeedForwardPartAreExactUnderDropout) {
  for (int trial = 0; trial < kTrials; ++trial) {
    SCOPED_TRACE(trial);
    RandomStream random = trial_stream(trial);
    const Index width = size_between(random, 1, 9);
    ParameterLayout layout;
    FeedForward layer(layout, "", width, size_between(random, 1, 17), 0.3);
    expect_exact_gradients(
        random, layout, random_matrix(random, width, size_between(random, 1, 9)),
        [&](const double* p, const Matrix& x) -> const Matrix& {
          RandomStream dropout(7, 0, 0, 0, Purpose::test);  // the same elements each time
          return layer.forward(p, x, &dropout);
        },
        [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
  }
}

TEST(Layers, GradientsOfEncoderLayersAreExactUnderDropout) {
  for (int trial = 0; trial < kTrials; ++trial) {
    for (const NormPlace norm : {NormPlace::before, NormPlace::after}) {
      SCOPED_TRACE(trial);
      RandomStream random = trial_stream(trial);
      const Index heads = size_between(random, 1, 3);
      const Index width = heads * size_between(random, 2, 3);
      const SequenceShape shape = random_shape(random);
      ParameterLayout layout;
      EncoderLayer layer(layout, "", width, heads, size_between(random, 1, 9), norm, 0.2);
      expect_exact_gradients(
          random, layout, random_matrix(random, width, shape.columns()),
          [&](const double* p, const Matrix& x) -> const Matrix& {
            RandomStream dropout(7, 0, 0, 0, Purpose::test);
            return layer.forward(p, x, shape, &dropout);
          },
          [&](const double* p, const Matrix& dy, double* g) { return layer.backward(p, dy, g); });
    }
  }
}

TEST(Layers, GradientsOfPositionsAndTheWholeModelAreExact) {
  for (int trial = 0; trial < kTrials; ++trial) {
    for (const PositionKind kind :
         {PositionKind::none, PositionKind::sinusoidal, PositionKind::learned}) {
      SCOPED_TRACE(trial);
      RandomStream random = trial_stream(trial);
      const SequenceShape shape = random_shape(random);
      SequenceModelConfig config;
      config.input_width = 4;
      config.positions = kind;
      config.tokens = 7;
      config.encoder_layers = size_between(random, 0, 1);
      config.heads = 2;
      config.feed_forward = 5;
      ParameterLayout layout;
      SequenceModel model(layout, config);
      expect_exact_gradients(
          random, layout, random_matrix(random, 4, shape.columns()),
          [&](const double* p, const Matrix& x) -> const Matrix& {
            return model.forward(p, x, shape, nullptr);
          },
          [&](const double* p, const Matrix& dy, double* g) { return model.backward(p, dy, g); });
    }
  }
}

// Numeric features, and categories with a level that no training row has.
TEST(Layers, GradientsOfEveryNetworkAreExactFromFeaturesOn) {
  const Variables variables = {{"a", "", {}}, {"k", "", {"x", "y", "z"}}, {"b", "", {}}};
  for (const std::string& name : neural_names()) {
    SCOPED_TRACE(name);
    RandomStream random = trial_stream(3);
    Hyperparameters settings(neural_hyperparameters(name));
    settings.set("width", "8");
    const auto architecture = static_cast<Architecture>(
        std::find(neural_names().begin(), neural_names().end(), name) - neural_names().begin());
    const std::unique_ptr<Network> network = make_network(architecture, settings, variables);
    Matrix features = random_matrix(random, 3, 5);
    features.row(1) << 0.0, 2.0, -1.0, 1.0, 2.0;
    Vector parameters = network->layout().start(random);
    const Matrix dy = random_matrix(random, 1, 5);
    const auto loss = [&] {
      RandomStream dropout(7, 0, 0, 0, Purpose::test);
      return network->forward(parameters.data(), features, &dropout).cwiseProduct(dy).sum();
    };
    loss();
    Vector gradients = Vector::Zero(parameters.size());
    network->backward(parameters.data(), dy, gradients.data());
    for (Index i = 0; i < parameters.size(); ++i) {
      const double kept = parameters(i);
      parameters(i) = kept + kStep;
      const double above = loss();
      parameters(i) = kept - kStep;
      const double below = loss();
      parameters(i) = kept;
      ASSERT_NEAR(gradients(i), (above - below) / (2.0 * kStep), kTolerance) << i;
    }
  }
}

TEST(Layers, ASequenceOfOneTokenAttendsToItselfAlone) {
  RandomStream random = trial_stream(0);
  ParameterLayout layout;
  SelfAttention layer(layout, "", 4, 2);
  const Vector parameters = layout.start(random);
  const Matrix x = random_matrix(random, 4, 1);
  const Matrix y = layer.forward(parameters.data(), x, {1, 1});
  const auto weight = [&](Index block, Index first_row, Index rows) {
    using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Matrix(Eigen::Map<const RowMajor>(
        parameters.data() + layout.blocks()[static_cast<std::size_t>(block)].offset + 4 * first_row,
        rows, 4));
  };
  EXPECT_LE((y - weight(2, 0, 4) * (weight(0, 8, 4) * x)).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(Layers, SequencesOfABatchDoNotInfluenceEachOther) {
  RandomStream random = trial_stream(1);
  SequenceModelConfig config;
  config.input_width = 3;
  config.gru_hidden = 4;
  config.encoder_layers = 2;
  config.heads = 2;
  config.feed_forward = 8;
  ParameterLayout layout;
  SequenceModel model(layout, config);
  const Vector parameters = layout.start(random);
  const SequenceShape shape = {5, 7};
  const Matrix x = random_matrix(random, 3, shape.columns());
  const Matrix all = model.forward(parameters.data(), x, shape, nullptr);
  for (Index b = 0; b < shape.batch; ++b) {
    Matrix alone(3, shape.tokens);
    for (Index t = 0; t < shape.tokens; ++t) alone.col(t) = x.col(t * shape.batch + b);
    // Bit for bit: a sum has one order, whatever the block it is computed in.
    EXPECT_EQ(model.forward(parameters.data(), alone, {shape.tokens, 1}, nullptr)(0, 0), all(0, b));
  }
}

TEST(Layers, DropoutKeepsTheMeanAndDoesNothingWhenPredicting) {
  RandomStream random = trial_stream(2);
  Dropout dropout(0.25);
  const Matrix ones = Matrix::Ones(100, 401);
  EXPECT_EQ(dropout.forward(ones, nullptr), ones);
  const Matrix y = dropout.forward(ones, &random);
  EXPECT_NEAR(y.mean(), 1.0, 0.015);
  EXPECT_NEAR((y.array() == 0.0).cast<double>().mean(), 0.25, 0.01);
  EXPECT_EQ(dropout.backward(ones), y);
}

TEST(Layers, GeluIsExact) {
  Gelu gelu;
  Matrix x(1, 7);
  x << -40.0, -3.0, -0.5, 0.0, 0.5, 3.0, 40.0;
  const Matrix y = gelu.forward(x);
  for (Index i = 0; i < x.size(); ++i) {
    const double v = x.data()[i];
    EXPECT_NEAR(y.data()[i], 0.5 * v * (1.0 + std::erf(v / std::sqrt(2.0))), 1e-15);
  }
}

}  // namespace
}  // namespace memlaw::neural
