// Gram matrices of a few tall columns.
#pragma once

#include <cstddef>

#include "block.hpp"

namespace memlaw::kernel {

// Four doubles added lane by lane: the same order of additions on every instruction set.
typedef double Lanes __attribute__((vector_size(32)));

// gram(i, j) += sum over rows of columns[i][row] * columns[j][row] for i >= j, where gram is
// row-major with `size` columns. `rows` is a multiple of 4; columns are 32-byte aligned. `columns`
// must have readable zero columns up to index size + 3. Blocks of 3 x 4 entries keep twelve sums in
// registers, enough to hide the latency of additions. Block names the instruction set's block type
// (see tile_kernels.inl).
template <class Block>
void accumulate_gram(const double* const* columns, int size, int rows, double* gram) {
  for (int i = 0; i < size; i += 3) {
    for (int j = 0; j <= i + 2 && j < size; j += 4) {
      Lanes sum[3][4] = {};
      for (int row = 0; row < rows; row += 4) {
        Lanes left[3], right[4];
        for (int a = 0; a < 3; ++a) left[a] = *reinterpret_cast<const Lanes*>(columns[i + a] + row);
        for (int b = 0; b < 4; ++b)
          right[b] = *reinterpret_cast<const Lanes*>(columns[j + b] + row);
        for (int a = 0; a < 3; ++a)
          for (int b = 0; b < 4; ++b) sum[a][b] += left[a] * right[b];
      }
      for (int a = 0; a < 3 && i + a < size; ++a)
        for (int b = 0; b < 4 && j + b <= i + a; ++b) {
          const Lanes& s = sum[a][b];
          gram[static_cast<std::ptrdiff_t>(i + a) * size + j + b] += (s[0] + s[1]) + (s[2] + s[3]);
        }
    }
  }
}

}  // namespace memlaw::kernel
