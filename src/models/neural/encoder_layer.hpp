// One layer of a Transformer encoder (Vaswani et al. 2017, section 3.1; pre-norm: Xiong et al.
// 2020).
//   post-norm: u = norm1(x + attention(x)),      y = norm2(u + feed_forward(u))
//   pre-norm:  u = x + attention(norm1(x)),      y = u + feed_forward(norm2(u))
// with dropout on the results of attention and of the feed-forward part.
#pragma once

#include "attention.hpp"
#include "feed_forward.hpp"
#include "layer_norm.hpp"

namespace memlaw::neural {

enum class NormPlace { before, after };  // pre-norm, post-norm

class EncoderLayer {
 public:
  EncoderLayer(ParameterLayout& layout, const std::string& prefix, Index width, Index heads,
               Index feed_forward, NormPlace norm, double dropout);
  const Matrix& forward(const double* parameters, const Matrix& x, SequenceShape shape,
                        RandomStream* random);
  const Matrix& backward(const double* parameters, const Matrix& dy, double* gradients);

 private:
  NormPlace norm_;
  SelfAttention attention_;
  FeedForward feed_forward_;
  LayerNorm norm1_, norm2_;
  Dropout dropout1_, dropout2_;
  Matrix u_, y_, dx_;
};

}  // namespace memlaw::neural
