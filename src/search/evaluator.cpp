#include "memlaw/search/evaluator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <new>

#include "kernel/tile_kernels.hpp"
#include "row_loss.hpp"

namespace memlaw {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr std::size_t alignment = 64;

// Rows of a tile. Forward only: the slots alive at once and the columns fit the first-level cache.
// With derivatives every intermediate value and the columns of the Gram matrix are kept, which a
// smaller tile keeps in the second level.
constexpr std::size_t forward_tile_rows = 512;
constexpr std::size_t gram_tile_rows = 128;

// Memory aligned for vectors that grows and is never shrunk or initialised twice.
template <class T>
class Buffer {
 public:
  T* reserve(std::size_t count) {
    if (count > count_) {
      data_.reset(static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{alignment})));
      count_ = count;
    }
    return data_.get();
  }

 private:
  struct Free {
    void operator()(T* p) const { ::operator delete (p, std::align_val_t{alignment}); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t count_ = 0;
};

std::size_t padded(std::size_t rows) {
  constexpr std::size_t step = kernel::row_padding;
  return (rows + step - 1) / step * step;
}

template <class Real>
struct TileBuffers {
  Buffer<Real> results, adjoints, derivatives, constants;
  std::vector<const Real*> columns;
};

}  // namespace

struct Workspace::Impl {
  TileBuffers<float> in_float;
  TileBuffers<double> in_double;
  Buffer<double> gram_columns, prediction, weight, coefficient;
  std::vector<const double*> gram_pointers;

  template <class Real>
  TileBuffers<Real>& buffers() {
    if constexpr (std::is_same_v<Real, float>)
      return in_float;
    else
      return in_double;
  }
};

Workspace::Workspace() : impl(std::make_unique<Impl>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

template <class Real>
struct BasicEvaluator<Real>::Impl {
  Variables variables;
  Loss loss;
  std::size_t rows = 0;
  std::size_t stride = 0;  // padded rows
  std::vector<Real> storage;
  std::vector<const Real*> columns;
  // Padded rows repeat row 0 with weight 0, so that they are finite exactly when it is.
  std::vector<double> target, weight;
  std::vector<std::vector<std::int32_t>> levels;  // [feature][row] for categorical features
  double total_weight = 0.0;
  double tiny = 0.0;
  const kernel::TileKernels<Real>* kernels = nullptr;
  Buffer<Real> data;

  // One tile's view of the data and of the workspace.
  kernel::TileState<Real> tile(const Program& program, std::size_t first, std::size_t tile_rows,
                               bool dense, TileBuffers<Real>& buffers) const {
    buffers.columns.resize(columns.size());
    for (std::size_t f = 0; f < columns.size(); ++f) buffers.columns[f] = columns[f] + first;
    const std::size_t count = dense ? program.code.size() : static_cast<std::size_t>(program.slots);
    kernel::TileState<Real> state;
    state.columns = buffers.columns.data();
    state.constants = buffers.constants.reserve(static_cast<std::size_t>(program.constants));
    state.results = buffers.results.reserve(count * tile_rows);
    state.stride = tile_rows;
    state.dense = dense;
    return state;
  }

  void set_constants(std::span<const double> constants, TileBuffers<Real>& buffers) const {
    Real* out = buffers.constants.reserve(constants.size());
    for (std::size_t k = 0; k < constants.size(); ++k) out[k] = static_cast<Real>(constants[k]);
  }

  // prediction[lane] of the tile at `first`.
  void predict(const Program& program, const kernel::TileState<Real>& state, std::size_t first,
               int lanes, std::span<const double> coefficients, double* prediction) const {
    std::fill(prediction, prediction + lanes, coefficients[0]);
    const double* own = coefficients.data() + 1;
    for (int t = 0; t < program.terms; ++t) {
      const auto index = static_cast<std::size_t>(t);
      term_value(program, state, index, [&](auto value) {
        if (program.term_category[index] < 0) {
          const double c = own[0];
          for (int lane = 0; lane < lanes; ++lane)
            prediction[lane] += c * static_cast<double>(value(lane));
        } else {
          const std::int32_t* level =
              levels[static_cast<std::size_t>(program.term_category[index])].data() + first;
          for (int lane = 0; lane < lanes; ++lane)
            prediction[lane] += own[level[lane]] * static_cast<double>(value(lane));
        }
      });
      own += program.term_columns[index];
    }
  }

  template <class F>
  void term_value(const Program& program, const kernel::TileState<Real>& state, std::size_t term,
                  F f) const {
    kernel::with_operand(state, program.results[term], f);
  }
};

template <class Real>
BasicEvaluator<Real>::BasicEvaluator(const Dataset& dataset, const Loss& loss)
    : impl_(std::make_unique<Impl>()) {
  Impl& d = *impl_;
  d.variables = dataset.variables;
  d.loss = loss;
  d.rows = dataset.rows();
  d.stride = padded(d.rows);
  d.kernels = &kernel::tile_kernels<Real>();
  Real* data = d.data.reserve(d.stride * dataset.columns.size());
  for (const auto& column : dataset.columns) {
    for (std::size_t r = 0; r < d.stride; ++r)
      data[r] = static_cast<Real>(column[r < d.rows ? r : 0]);
    d.columns.push_back(data);
    data += d.stride;
  }
  d.levels.resize(d.variables.size());
  for (std::size_t f = 0; f < d.variables.size(); ++f)
    if (d.variables[f].is_categorical())
      for (std::size_t r = 0; r < d.stride; ++r)
        d.levels[f].push_back(static_cast<std::int32_t>(dataset.columns[f][r < d.rows ? r : 0]));
  double scale = 0.0;
  for (std::size_t r = 0; r < d.stride; ++r) {
    d.target.push_back(dataset.target[r < d.rows ? r : 0]);
    d.weight.push_back(r < d.rows ? dataset.weight[r] : 0.0);
    d.total_weight += d.weight.back();
    if (r < d.rows) scale += std::abs(d.target[r]);
  }
  d.tiny = 1e-6 * scale / static_cast<double>(std::max<std::size_t>(1, d.rows));
  if (!(d.tiny > 0.0)) d.tiny = 1e-12;
}

template <class Real>
BasicEvaluator<Real>::~BasicEvaluator() = default;
template <class Real>
std::size_t BasicEvaluator<Real>::rows() const {
  return impl_->rows;
}
template <class Real>
const Variables& BasicEvaluator<Real>::variables() const {
  return impl_->variables;
}
template <class Real>
const Loss& BasicEvaluator<Real>::loss() const {
  return impl_->loss;
}

template <class Real>
double BasicEvaluator<Real>::compute_loss(const Program& program, std::span<const double> constants,
                                          std::span<const double> coefficients,
                                          Workspace& workspace) const {
  const Impl& d = *impl_;
  TileBuffers<Real>& buffers = workspace.impl->template buffers<Real>();
  d.set_constants(constants, buffers);
  const std::size_t tile_rows = std::min(forward_tile_rows, d.stride);
  double* prediction = workspace.impl->prediction.reserve(tile_rows);
  double sum[4] = {};
  for (std::size_t first = 0; first < d.stride; first += tile_rows) {
    const int lanes = static_cast<int>(std::min(tile_rows, d.stride - first));
    const auto state = d.tile(program, first, tile_rows, false, buffers);
    d.kernels->forward({lanes}, state, program.code.data(),
                       static_cast<std::uint32_t>(program.code.size()));
    d.predict(program, state, first, lanes, coefficients, prediction);
    const double* y = d.target.data() + first;
    const double* w = d.weight.data() + first;
    // Four running sums: an order of additions that only the row count fixes.
    for (int lane = 0; lane < lanes; lane += 4)
      for (int k = 0; k < 4; ++k)
        sum[k] += w[lane + k] * row_loss(d.loss, y[lane + k], prediction[lane + k]);
  }
  return finish_loss(d.loss, (sum[0] + sum[1]) + (sum[2] + sum[3]), d.total_weight);
}

template <class Real>
void BasicEvaluator<Real>::normal_equations(const Program& program,
                                            std::span<const double> constants,
                                            std::span<const double> coefficients,
                                            bool with_constants, NormalEquations& out,
                                            Workspace& workspace) const {
  const Impl& d = *impl_;
  TileBuffers<Real>& buffers = workspace.impl->template buffers<Real>();
  d.set_constants(constants, buffers);
  const std::size_t tile_rows = std::min(gram_tile_rows, d.stride);
  out.linear = program.linear_columns;
  out.size = program.linear_columns + (with_constants ? program.constants : 0) + 1;
  out.gram.assign(static_cast<std::size_t>(out.size) * static_cast<std::size_t>(out.size), 0.0);

  // Columns of the Gram matrix, scaled by the square root of the working weight, with zero columns
  // behind them for the blocked loop.
  const auto size = static_cast<std::size_t>(out.size);
  double* gram_columns = workspace.impl->gram_columns.reserve((size + 4) * tile_rows);
  std::fill(gram_columns + size * tile_rows, gram_columns + (size + 4) * tile_rows, 0.0);
  auto& pointers = workspace.impl->gram_pointers;
  pointers.clear();
  for (std::size_t c = 0; c < size + 4; ++c) pointers.push_back(gram_columns + c * tile_rows);
  double* prediction = workspace.impl->prediction.reserve(tile_rows);
  double* root = workspace.impl->weight.reserve(tile_rows);
  Real* adjoints = nullptr;
  if (with_constants) adjoints = buffers.adjoints.reserve(program.code.size() * tile_rows);

  double sum[4] = {};
  for (std::size_t first = 0; first < d.stride; first += tile_rows) {
    const int lanes = static_cast<int>(std::min(tile_rows, d.stride - first));
    const auto n = static_cast<std::size_t>(lanes);
    const auto state = d.tile(program, first, tile_rows, with_constants, buffers);
    d.kernels->forward({lanes}, state, program.code.data(),
                       static_cast<std::uint32_t>(program.code.size()));
    const double* y = d.target.data() + first;
    const double* w = d.weight.data() + first;
    double* y_column = gram_columns + (size - 1) * tile_rows;

    if (coefficients.empty()) {
      for (std::size_t lane = 0; lane < n; ++lane) {
        const WorkingRow working = first_working_row(d.loss, y[lane]);
        root[lane] = std::sqrt(w[lane] * working.weight);
        y_column[lane] = root[lane] * working.target;
      }
    } else {
      d.predict(program, state, first, lanes, coefficients, prediction);
      for (std::size_t lane = 0; lane < n; ++lane) {
        const WorkingRow working = working_row(d.loss, y[lane], prediction[lane], d.tiny);
        root[lane] = std::sqrt(w[lane] * working.weight);
        y_column[lane] = root[lane] * working.target;
        sum[lane % 4] += w[lane] * row_loss(d.loss, y[lane], prediction[lane]);
      }
    }

    double* column = gram_columns;
    std::copy(root, root + n, column);
    column += tile_rows;
    for (int t = 0; t < program.terms; ++t) {
      const auto index = static_cast<std::size_t>(t);
      const std::int32_t category = program.term_category[index];
      const auto levels = static_cast<std::size_t>(program.term_columns[index]);
      d.term_value(program, state, index, [&](auto value) {
        if (category < 0) {
          for (int lane = 0; lane < lanes; ++lane)
            column[lane] = root[lane] * static_cast<double>(value(lane));
        } else {
          std::fill(column, column + levels * tile_rows, 0.0);
          const std::int32_t* level = d.levels[static_cast<std::size_t>(category)].data() + first;
          for (int lane = 0; lane < lanes; ++lane)
            column[static_cast<std::size_t>(level[lane]) * tile_rows +
                   static_cast<std::size_t>(lane)] = root[lane] * static_cast<double>(value(lane));
        }
      });
      column += levels * tile_rows;
    }

    if (with_constants) {
      std::uint32_t begin = 0, first_constant = 0;
      std::size_t coefficient = 1;
      Real* derivatives =
          buffers.derivatives.reserve(static_cast<std::size_t>(program.constants) * tile_rows);
      for (int t = 0; t < program.terms; ++t) {
        const auto index = static_cast<std::size_t>(t);
        const std::uint32_t end = program.term_end[index];
        const std::uint32_t count = program.term_constants[index];
        if (count > 0) {
          Real* own = derivatives + first_constant * tile_rows;
          if (program.results[index].kind == OperandKind::constant) {
            std::fill(own, own + n, Real(1));
          } else {
            // Only category tables need zeros; clearing all of a term's columns is cheaper than
            // finding out which.
            std::fill(own, own + count * tile_rows, Real(0));
            Real* seed = adjoints + (end - 1) * tile_rows;
            std::fill(seed, seed + n, Real(1));
            d.kernels->backward({lanes}, state, program.code.data(), begin, end, adjoints,
                                first_constant, own);
          }
          const std::int32_t category = program.term_category[index];
          const std::int32_t* level =
              category < 0 ? nullptr : d.levels[static_cast<std::size_t>(category)].data() + first;
          for (std::uint32_t k = 0; k < count; ++k, column += tile_rows) {
            const Real* derivative = own + k * tile_rows;
            if (coefficients.empty()) {
              for (std::size_t lane = 0; lane < n; ++lane)
                column[lane] = root[lane] * static_cast<double>(derivative[lane]);
            } else if (!level) {
              const double c = coefficients[coefficient];
              for (std::size_t lane = 0; lane < n; ++lane)
                column[lane] = root[lane] * (c * static_cast<double>(derivative[lane]));
            } else {
              for (std::size_t lane = 0; lane < n; ++lane)
                column[lane] = root[lane] *
                               (coefficients[coefficient + static_cast<std::size_t>(level[lane])] *
                                static_cast<double>(derivative[lane]));
            }
          }
        }
        begin = end;
        first_constant += count;
        coefficient += static_cast<std::size_t>(program.term_columns[index]);
      }
    }
    d.kernels->gram(pointers.data(), out.size, lanes, out.gram.data());
  }

  out.loss = coefficients.empty()
                 ? infinity
                 : finish_loss(d.loss, (sum[0] + sum[1]) + (sum[2] + sum[3]), d.total_weight);
  out.finite = true;
  for (std::size_t i = 0; i < size; ++i) {
    out.finite = out.finite && std::isfinite(out.gram[i * size + i]);
    for (std::size_t j = 0; j < i; ++j) out.gram[j * size + i] = out.gram[i * size + j];
  }
}

template <class Real>
void BasicEvaluator<Real>::evaluate_terms(const Program& program, std::span<const double> constants,
                                          std::span<Real> out, Workspace& workspace) const {
  const Impl& d = *impl_;
  TileBuffers<Real>& buffers = workspace.impl->template buffers<Real>();
  d.set_constants(constants, buffers);
  const std::size_t tile_rows = std::min(forward_tile_rows, d.stride);
  for (std::size_t first = 0; first < d.rows; first += tile_rows) {
    const int lanes = static_cast<int>(std::min(tile_rows, d.stride - first));
    const auto state = d.tile(program, first, tile_rows, false, buffers);
    d.kernels->forward({lanes}, state, program.code.data(),
                       static_cast<std::uint32_t>(program.code.size()));
    const int valid =
        static_cast<int>(std::min<std::size_t>(static_cast<std::size_t>(lanes), d.rows - first));
    for (int t = 0; t < program.terms; ++t) {
      Real* row = out.data() + static_cast<std::size_t>(t) * d.rows + first;
      d.term_value(program, state, static_cast<std::size_t>(t), [&](auto value) {
        for (int lane = 0; lane < valid; ++lane) row[lane] = value(lane);
      });
    }
  }
}

template class BasicEvaluator<float>;
template class BasicEvaluator<double>;

}  // namespace memlaw
