#include "product.hpp"

#include <cassert>

#include "kernels.hpp"

namespace memlaw::neural {

void PackedMatrix::pack(const View& a) {
  constexpr auto height = static_cast<Index>(kPanelRows);
  rows_ = a.rows;
  depth_ = a.columns;
  const Index panels = (rows_ + height - 1) / height;
  panels_.resize(static_cast<std::size_t>(panels * height * depth_));
  double* to = panels_.data();
  for (Index row = 0; row < rows_; row += height) {
    const Index count = std::min(height, rows_ - row);
    for (Index p = 0; p < depth_; ++p, to += height) {
      const double* const from = a.data + row * a.row_stride + p * a.column_stride;
      for (Index i = 0; i < count; ++i) to[i] = from[i * a.row_stride];
      for (Index i = count; i < height; ++i) to[i] = 0.0;
    }
  }
}

void PackedMatrix::multiply(const View& b, Target c, Write write, const double* bias) const {
  assert(b.rows == depth_);
  const auto size = [](Index n) { return static_cast<std::size_t>(n); };
  kernels().multiply({panels_.data(), size(rows_), size(depth_), size(b.columns), b.data,
                      size(b.row_stride), size(b.column_stride), c.data, size(c.column_stride),
                      bias, write == Write::add});
}

}  // namespace memlaw::neural
