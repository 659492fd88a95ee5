#include "sequence_model.hpp"

namespace memlaw::neural {
namespace {

std::vector<EncoderLayer> make_encoder(ParameterLayout& layout, const SequenceModelConfig& config) {
  std::vector<EncoderLayer> layers;
  for (Index l = 0; l < config.encoder_layers; ++l) {
    layers.emplace_back(layout, "encoder.layers." + std::to_string(l) + ".", config.width(),
                        config.heads, config.feed_forward, config.norm, config.dropout);
  }
  return layers;
}

}  // namespace

SequenceModel::SequenceModel(ParameterLayout& layout, const SequenceModelConfig& config)
    : gru_(config.gru_hidden > 0 ? std::make_optional<BidirectionalGru>(
                                       layout, "gru.", config.input_width, config.gru_hidden)
                                 : std::nullopt),
      positions_(config.gru_hidden == 0
                     ? std::make_optional<Positions>(layout, "positions", config.positions,
                                                     config.input_width, config.tokens)
                     : std::nullopt),
      encoder_(make_encoder(layout, config)),
      head_(layout, "head", config.width(), 1) {}

const Matrix& SequenceModel::forward(const double* parameters, const Matrix& x, SequenceShape shape,
                                     RandomStream* random) {
  mixed_ = gru_ ? &gru_->forward(parameters, x, shape) : &positions_->forward(parameters, x, shape);
  encoded_ = mixed_;
  for (EncoderLayer& layer : encoder_) {
    encoded_ = &layer.forward(parameters, *encoded_, shape, random);
  }
  return head_.forward(parameters, pool_.forward(*encoded_, shape));
}

const Matrix& SequenceModel::backward(const double* parameters, const Matrix& dy,
                                      double* gradients) {
  const Matrix* d = &pool_.backward(head_.backward(parameters, dy, gradients));
  for (auto layer = encoder_.rbegin(); layer != encoder_.rend(); ++layer) {
    d = &layer->backward(parameters, *d, gradients);
  }
  return gru_ ? gru_->backward(parameters, *d, gradients) : positions_->backward(*d, gradients);
}

}  // namespace memlaw::neural
