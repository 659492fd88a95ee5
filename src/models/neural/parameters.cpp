#include "parameters.hpp"

namespace memlaw::neural {

Index ParameterLayout::add(std::string name, Index rows, Index columns, Start start) {
  const Index offset = size_;
  blocks_.push_back({std::move(name), rows, columns, offset, start});
  size_ += rows * columns;
  return offset;
}

Vector ParameterLayout::start(RandomStream random) const {
  Vector values(size_);
  for (const ParameterBlock& block : blocks_) {
    for (Index i = 0; i < block.size(); ++i) {
      values(block.offset + i) =
          block.start.centre + block.start.spread * random.uniform(-1.0, 1.0);
    }
  }
  return values;
}

}  // namespace memlaw::neural
