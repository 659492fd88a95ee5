// The ceiling of an evaluator: the same operators, in the same order, as plain vector loops over
// arrays in the first-level cache. No decoding, no operand lookup, no leaves.
#pragma once

#include <cstddef>
#include <vector>

#include "memlaw/expr/operators.hpp"

namespace memlaw::benchmarks {

template <class Real>
class Ceiling {
 public:
  Ceiling();
  // Applies the operators to `rows` rows.
  void run(const std::vector<Op>& ops, std::size_t rows);
  // What a mean absolute error adds: one multiplication and one addition for the prediction, then
  // the weighted sum of residuals in double.
  double run_loss(std::size_t rows);
  // Of the vectors the loops use.
  static std::size_t vector_bytes();

 private:
  // Four operands and two results of this many rows: 24 KiB or less.
  static constexpr std::size_t tile = 4096 / sizeof(Real);
  struct Arrays {
    alignas(64) Real in[4][tile];
    alignas(64) Real out[2][tile];
  };
  Arrays arrays_;
};

}  // namespace memlaw::benchmarks
