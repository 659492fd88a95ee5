// Where the parameters of a network are: all of them stand in one array of doubles, and the
// gradients in another one of the same layout. Layers keep offsets into it.
#pragma once

#include <string>
#include <vector>

#include "memlaw/base/rng.hpp"
#include "product.hpp"

namespace memlaw::neural {

// How a block starts: uniform in [centre - spread, centre + spread).
struct Start {
  double centre = 0.0;
  double spread = 0.0;
};

// Named as in PyTorch's state_dict, row-major.
struct ParameterBlock {
  std::string name;
  Index rows = 0;
  Index columns = 0;
  Index offset = 0;
  Start start;
  Index size() const { return rows * columns; }
};

class ParameterLayout {
 public:
  // Appends a block and returns its offset.
  Index add(std::string name, Index rows, Index columns, Start start);
  Index size() const { return size_; }
  const std::vector<ParameterBlock>& blocks() const { return blocks_; }
  Vector start(RandomStream random) const;

 private:
  std::vector<ParameterBlock> blocks_;
  Index size_ = 0;
};

}  // namespace memlaw::neural
