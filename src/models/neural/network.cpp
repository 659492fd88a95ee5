#include "network.hpp"

#include "multilayer_perceptron.hpp"
#include "sequence_model.hpp"
#include "token_embedding.hpp"

namespace memlaw::neural {
namespace {

class SequenceNetwork : public Network {
 public:
  SequenceNetwork(const SequenceModelConfig& config, const Variables& variables)
      : tokens_(static_cast<Index>(variables.size())),
        embedding_(layout_, variables, config.input_width),
        model_(layout_, config) {}

  const Matrix& forward(const double* parameters, const Matrix& features,
                        RandomStream* random) override {
    const SequenceShape shape = {tokens_, features.cols()};
    return model_.forward(parameters, embedding_.forward(parameters, features), shape, random);
  }

  void backward(const double* parameters, const Matrix& dy, double* gradients) override {
    embedding_.backward(model_.backward(parameters, dy, gradients), gradients);
  }

 private:
  Index tokens_;
  TokenEmbedding embedding_;
  SequenceModel model_;
};

SequenceModelConfig sequence_config(Architecture architecture, const Hyperparameters& h,
                                    const Variables& variables) {
  SequenceModelConfig config;
  config.input_width = h.integer("width");
  config.tokens = static_cast<Index>(variables.size());
  if (architecture != Architecture::transformer) {
    config.gru_hidden = config.input_width / 2;
  } else {
    config.positions =
        h.choice("positions") == "learned" ? PositionKind::learned : PositionKind::sinusoidal;
  }
  if (architecture != Architecture::bigru) {
    config.encoder_layers = h.integer("layers");
    config.heads = h.integer("heads");
    config.feed_forward = h.integer("feed_forward");
    config.norm = h.choice("norm") == "pre" ? NormPlace::before : NormPlace::after;
    config.dropout = h.number("dropout");
  }
  return config;
}

}  // namespace

std::unique_ptr<Network> make_network(Architecture architecture, const Hyperparameters& h,
                                      const Variables& variables) {
  if (architecture == Architecture::mlp) {
    return std::make_unique<MultilayerPerceptron>(variables, h.integer("width"),
                                                  h.integer("layers"), h.number("dropout"));
  }
  return std::make_unique<SequenceNetwork>(sequence_config(architecture, h, variables), variables);
}

}  // namespace memlaw::neural
