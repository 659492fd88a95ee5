// From features to tokens, one token a feature: a numeric feature's scaled value times a learned
// vector plus a learned vector; a categorical feature's learned vector of the level, or 0 for the
// level -1 (see FeatureScaler). Numeric embeddings are the linear ones of Gorishniy et al. 2022
// ("On embeddings for numerical features in tabular deep learning").
#pragma once

#include <vector>

#include "memlaw/expr/variables.hpp"
#include "parameters.hpp"
#include "sequence.hpp"

namespace memlaw::neural {

class TokenEmbedding {
 public:
  TokenEmbedding(ParameterLayout& layout, const Variables& variables, Index width);
  // `features`: features x batch. Returns width x (features * batch), see SequenceShape.
  const Matrix& forward(const double* parameters, const Matrix& features);
  void backward(const Matrix& dy, double* gradients) const;

 private:
  struct Feature {
    bool categorical = false;
    Index scale = 0;   // offset of the vector that the value multiplies
    Index shift = 0;   // offset of the vector that is added
    Index levels = 0;  // offset of the first level's vector
  };
  Index width_;
  std::vector<Feature> features_;
  const Matrix* x_ = nullptr;
  Matrix y_;
};

}  // namespace memlaw::neural
