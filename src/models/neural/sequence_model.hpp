// From a batch of token sequences to one number a sequence: bidirectional GRU or positions, encoder
// layers, mean over the tokens, linear head.
#pragma once

#include <optional>
#include <vector>

#include "encoder_layer.hpp"
#include "gru.hpp"
#include "mean_pool.hpp"
#include "positions.hpp"

namespace memlaw::neural {

struct SequenceModelConfig {
  Index input_width = 0;
  // Hidden width of one direction; 0: no GRU, and the encoder's width is the input width.
  Index gru_hidden = 0;
  // Added to the input when there is no GRU.
  PositionKind positions = PositionKind::none;
  Index tokens = 0;  // longest sequence, for learned positions
  Index encoder_layers = 0;
  Index heads = 1;
  Index feed_forward = 0;
  NormPlace norm = NormPlace::after;
  double dropout = 0.0;
  // Width of what the encoder layers work on.
  Index width() const { return gru_hidden > 0 ? 2 * gru_hidden : input_width; }
};

class SequenceModel {
 public:
  SequenceModel(ParameterLayout& layout, const SequenceModelConfig& config);
  // x: input_width x tokens, see SequenceShape. Returns 1 x batch.
  const Matrix& forward(const double* parameters, const Matrix& x, SequenceShape shape,
                        RandomStream* random);
  // dy: 1 x batch. Returns the gradient by x.
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

  // What the last forward computed: after the GRU or the positions, and after the encoder.
  const Matrix& mixed() const { return *mixed_; }
  const Matrix& encoded() const { return *encoded_; }

 private:
  std::optional<BidirectionalGru> gru_;
  std::optional<Positions> positions_;
  std::vector<EncoderLayer> encoder_;
  MeanPool pool_;
  LinearLayer head_;
  const Matrix* mixed_ = nullptr;
  const Matrix* encoded_ = nullptr;
};

}  // namespace memlaw::neural
