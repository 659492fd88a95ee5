// The layout of a batch of sequences.
#pragma once

#include "product.hpp"

namespace memlaw::neural {

// A batch of sequences is one matrix with a column for each token, time step by time step: token t
// of sequence b is column t * batch + b. Products then run over all tokens at once, and a time step
// of a recurrent layer is a block of adjacent columns.
struct SequenceShape {
  Index tokens = 0;
  Index batch = 0;
  Index columns() const { return tokens * batch; }
};

}  // namespace memlaw::neural
