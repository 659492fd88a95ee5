// Products of matrices by the kernels.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace memlaw::neural {

using Index = Eigen::Index;
using Matrix = Eigen::MatrixXd;  // column-major; one column a token or a row of the data
using Vector = Eigen::VectorXd;

// A matrix in memory, whatever its order: element (i, j) at i * row_stride + j * column_stride.
struct View {
  const double* data;
  Index rows, columns;
  Index row_stride, column_stride;

  View transposed() const { return {data, columns, rows, column_stride, row_stride}; }
};

inline View view(const Matrix& matrix) {
  return {matrix.data(), matrix.rows(), matrix.cols(), 1, matrix.rows()};
}
// Parameters are row-major, as PyTorch stores them.
inline View row_major(const double* data, Index rows, Index columns) {
  return {data, rows, columns, columns, 1};
}

// Where a product goes: column-major.
struct Target {
  double* data;
  Index column_stride;
};

enum class Write { replace, add };

// The left factor of products. Its memory is kept when another matrix is packed.
class PackedMatrix {
 public:
  void pack(const View& a);
  // c = a b, or c += a b, plus `bias` (one value a row of a) when given. Sizes must agree.
  void multiply(const View& b, Target c, Write write, const double* bias = nullptr) const;

 private:
  Index rows_ = 0;
  Index depth_ = 0;
  std::vector<double> panels_;
};

}  // namespace memlaw::neural
