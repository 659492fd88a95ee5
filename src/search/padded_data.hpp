// A dataset as the tile kernels read it: columns of Real, aligned and padded, and what the loss
// needs of every row. Immutable.
//
// Padding repeats the last row with a weight of zero, so that it is finite where that row is and
// adds nothing to any sum.
#pragma once

#include <cstdint>
#include <vector>

#include "aligned_buffer.hpp"
#include "kernel/loss_columns.hpp"
#include "memlaw/data/dataset.hpp"

namespace memlaw {

template <class Real>
class PaddedData {
 public:
  // InputError when the dataset has no row.
  PaddedData(const Dataset& data, const Loss& loss);

  std::size_t rows() const { return rows_; }
  std::size_t padded_rows() const { return padded_; }
  const Variables& variables() const { return variables_; }
  double total_weight() const { return total_weight_; }
  double scale() const { return scale_; }  // weighted mean of |y|

  const Real* columns() const { return columns_.data(); }  // features x padded_rows
  // Categorical features x padded_rows: the level, -1 where the value names none.
  const std::int32_t* levels() const { return levels_.data(); }
  bool has_levels(std::int32_t category) const {
    return has_levels_[static_cast<std::size_t>(category)];
  }
  // Likewise: the rows of each normal-equation tile, counted from its first row, by level.
  const std::uint16_t* level_order() const { return level_order_.data(); }

  kernel::TargetColumns<Real> target() const;
  kernel::TargetColumns<double> double_target() const;
  // Row weights of least squares without a prediction: w, or w / y^2 for a relative loss.
  const double* quadratic() const { return weights_.data() + 3 * padded_; }

 private:
  std::size_t rows_;
  std::size_t padded_;
  Variables variables_;
  double total_weight_ = 0.0;
  double scale_ = 0.0;
  AlignedBuffer<Real> columns_;
  AlignedBuffer<std::int32_t> levels_;
  AlignedBuffer<std::uint16_t> level_order_;
  std::vector<bool> has_levels_;
  AlignedBuffer<double> weights_;     // y, factor, extra, quadratic
  AlignedBuffer<Real> real_weights_;  // y, factor, extra
};

extern template class PaddedData<float>;
extern template class PaddedData<double>;

}  // namespace memlaw
