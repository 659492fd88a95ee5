// Random well-formed expressions over every operator, for property tests.
//
// Rng is any 32- or 64-bit uniform random bit generator (RandomStream, std::mt19937_64). Nothing
// here uses the standard distributions, so the same seed gives the same expressions everywhere.
#pragma once

#include <cstdint>
#include <iomanip>
#include <sstream>
#include <string>
#include <vector>

#include "memlaw/expr/expression.hpp"
#include "memlaw/expr/variables.hpp"

namespace memlaw::testing {

// Uniform in 0 .. n-1 (the bias for these small n is far below what a test could notice).
template <class Rng>
std::uint32_t below(Rng& rng, std::uint32_t n) {
  return static_cast<std::uint32_t>((std::uint64_t{static_cast<std::uint32_t>(rng())} * n) >> 32);
}

// Uniform in [low, high).
template <class Rng>
double uniform(Rng& rng, double low, double high) {
  return low + (high - low) * static_cast<double>(static_cast<std::uint32_t>(rng())) * 0x1p-32;
}

// Mostly plain numbers of moderate size; one in four is special: zeros of both signs, units,
// halves, integers, powers of two, huge and tiny ones. Never NaN or infinite.
template <class Rng>
double random_number(Rng& rng) {
  static constexpr double special[] = {0.0,  -0.0,  1.0,    -1.0,   0.5,     -0.5,   2.0,
                                       -2.0, 3.0,   4.0,    0.25,   -7.0,    10.0,   512.0,
                                       1e9,  1e300, 1e-300, 5e-324, -1e-300, -1e300, 0x1p30};
  switch (below(rng, 8)) {
    case 0:
    case 1:
      return special[below(rng, std::size(special))];
    case 2:
      return static_cast<double>(static_cast<int>(below(rng, 41)) - 20);
    case 3:
      return uniform(rng, -1000.0, 1000.0);
    default:
      return uniform(rng, -4.0, 4.0);
  }
}

// Four numeric features (two of whose names need no quoting, one with blanks, one that is an
// operator's name) and two categorical ones.
inline Variables random_variables() {
  return {{"x", "", {}},
          {"image side", "voxels", {}},
          {"y_2", "", {}},
          {"log", "", {}},
          {"optimizer", "", {"sgd", "adam", "rms prop"}},
          {"precision", "", {"fp16", "fp32"}}};
}

struct RandomExpressionOptions {
  std::uint32_t max_size = 20;     // nodes; sizes are uniform in 1 .. max_size
  bool categories = true;          // use categorical features, when there are any
  bool plain_constants = false;    // constants in [-4, 4] only: no specials, nothing huge
  std::vector<Op> operators = {};  // to choose from; empty: all of them
};

namespace detail {

template <class Rng>
class Grower {
 public:
  Grower(Rng& rng, const Variables& variables, const RandomExpressionOptions& options)
      : rng_(rng), variables_(variables), options_(options) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].is_categorical()) {
        if (options.categories) categorical_.push_back(i);
      } else {
        numeric_.push_back(i);
      }
    }
    for (const OperatorInfo& entry : operators()) {
      bool wanted = options.operators.empty();
      for (const Op op : options.operators) wanted = wanted || op == entry.op;
      if (wanted && entry.arity == 1) unary_.push_back(entry.op);
      if (wanted && entry.arity == 2) binary_.push_back(entry.op);
    }
  }

  // Appends a subtree of exactly `size` nodes (or one fewer or more when the operators allowed
  // cannot make that many).
  void grow(std::uint32_t size) {
    if (size <= 1 || (unary_.empty() && binary_.empty())) return leaf();
    const bool binary = unary_.empty() || (size > 2 && !binary_.empty() && below(rng_, 3) != 0);
    if (!binary) {
      grow(size - 1);
      nodes.push_back(Node::of(unary_[below(rng_, static_cast<std::uint32_t>(unary_.size()))]));
      return;
    }
    const std::uint32_t left = size > 2 ? 1 + below(rng_, size - 2) : 1;
    grow(left);
    grow(size > left + 2 ? size - 1 - left : 1);
    // Half of the binary nodes are arithmetic, as in formulas people write.
    static constexpr Op arithmetic[] = {Op::add, Op::sub, Op::mul, Op::div};
    const bool plain = options_.operators.empty() && below(rng_, 2) == 0;
    nodes.push_back(
        Node::of(plain ? arithmetic[below(rng_, 4)]
                       : binary_[below(rng_, static_cast<std::uint32_t>(binary_.size()))]));
  }

  std::vector<Node> nodes;
  std::vector<double> tables;

 private:
  double constant() {
    return options_.plain_constants ? uniform(rng_, -4.0, 4.0) : random_number(rng_);
  }

  void leaf() {
    const std::uint32_t kind = below(rng_, 8);
    if (kind < 4 && !numeric_.empty()) {
      nodes.push_back(
          Node::of_feature(numeric_[below(rng_, static_cast<std::uint32_t>(numeric_.size()))]));
    } else if (kind == 4 && !categorical_.empty()) {
      const std::size_t feature =
          categorical_[below(rng_, static_cast<std::uint32_t>(categorical_.size()))];
      const auto levels = static_cast<std::uint32_t>(variables_[feature].levels.size());
      nodes.push_back(Node::category(feature, static_cast<std::uint32_t>(tables.size()), levels));
      for (std::uint32_t i = 0; i < levels; ++i) tables.push_back(constant());
    } else {
      nodes.push_back(Node::constant(constant()));
    }
  }

  Rng& rng_;
  const Variables& variables_;
  const RandomExpressionOptions& options_;
  std::vector<std::size_t> numeric_, categorical_;
  std::vector<Op> unary_, binary_;
};

}  // namespace detail

template <class Rng>
Expression random_expression(Rng& rng, const Variables& variables,
                             const RandomExpressionOptions& options = {}) {
  detail::Grower<Rng> grower(rng, variables, options);
  grower.grow(1 + below(rng, options.max_size));
  return Expression(std::move(grower.nodes), std::move(grower.tables));
}

// One value for each variable: numbers of either sign, some special; level indices that exist.
template <class Rng>
std::vector<double> random_row(Rng& rng, const Variables& variables) {
  std::vector<double> row;
  row.reserve(variables.size());
  for (const Variable& variable : variables) {
    row.push_back(
        variable.is_categorical()
            ? static_cast<double>(below(rng, static_cast<std::uint32_t>(variable.levels.size())))
            : random_number(rng));
  }
  return row;
}

// The postfix array as text, for failure messages (format.hpp is itself under test).
inline std::string describe(const Expression& e) {
  std::ostringstream out;
  out << std::setprecision(17);
  for (const Node& node : e.nodes()) {
    if (out.tellp() > 0) out << ' ';
    if (node.op == Op::constant) {
      out << node.value;
    } else if (node.op == Op::feature) {
      out << 'x' << node.feature;
    } else if (node.op == Op::category) {
      out << 'c' << node.feature << '[';
      for (std::uint32_t i = 0; i < node.levels; ++i)
        out << (i ? "," : "") << e.tables()[node.table + i];
      out << ']';
    } else {
      out << info(node.op).name;
    }
  }
  return out.str();
}

// The same value: equal (0.0 and -0.0 differ), or both NaN.
inline bool same_bits(double a, double b) {
  if (a != a || b != b) return a != a && b != b;
  return a == b && (a != 0.0 || 1.0 / a == 1.0 / b);
}

}  // namespace memlaw::testing
