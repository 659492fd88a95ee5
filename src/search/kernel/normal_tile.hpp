// The sums of products behind the normal equations, tile by tile: forward run, row weights, reverse
// sweep, scaled columns, products.
#pragma once

#include "adjoint.hpp"
#include "block.hpp"
#include "gram.hpp"
#include "loss_terms.hpp"

namespace memlaw::kernel {
inline namespace MEMLAW_TARGET {

inline Double load_wide(const double* p) { return load(p); }
inline Double load_wide(const float* p) {
  using Half = float __attribute__((vector_size(vector_bytes / 2), aligned(4)));
  return __builtin_convertvector(*reinterpret_cast<const Half*>(p), Double);
}

template <class F>
inline void for_each_double(std::size_t rows, F f) {
#pragma GCC unroll 2
  for (std::size_t row = 0; row < rows; row += width<double>) f(row);
}

template <class Real>
class NormalTile {
 public:
  NormalTile(NormalJob<Real>& job, std::size_t first, std::size_t rows)
      : job_(job), memory_(job.memory), first_(first), rows_(rows), block_{rows} {
    memory_.columns += first;
    memory_.levels += first;
  }

  void run() {
    kernel::run(block_, job_.values.begin, job_.values.end, memory_);
    if (job_.coefficients != nullptr) predict();
    weigh();
    scale_terms();
    if (job_.constants.begin != job_.constants.end) differentiate();
    add();
  }

 private:
  double* column(std::size_t group) const { return job_.columns + group * job_.column_stride; }
  const std::int32_t* levels(std::int32_t category) const {
    return memory_.levels + static_cast<std::size_t>(category) * memory_.column_stride;
  }
  std::size_t first_derivative() const {
    return 1 + static_cast<std::size_t>(job_.terms.end - job_.terms.begin);
  }
  // The intercept's column holds the roots of the row weights.
  const double* roots() const { return column(0); }

  // Calls f(load) with a function from row to the doubles at it.
  template <class F>
  void with_root(const TermCode& term, F f) const {
    if (term.root.place == Place::constant) {
      const Double value =
          broadcast<Double>(static_cast<double>(memory_.constants[term.root.index]));
      f([=](std::size_t) { return value; });
    } else {
      const Real* const p = operand<false>(memory_, term.root).p;
      f([=](std::size_t row) { return load_wide(p + row); });
    }
  }

  void predict() {
    double* const p = job_.predictions;
    const double* coefficient = job_.coefficients;
    const double intercept = *coefficient++;
    for_each_double(rows_, [=](std::size_t row) { store(p + row, broadcast<Double>(intercept)); });
    for (const TermCode* term = job_.terms.begin; term != job_.terms.end; ++term) {
      with_root(*term, [&](auto value) {
        if (term->category < 0) {
          const double k = *coefficient;
          for_each_double(rows_,
                          [=](std::size_t row) { store(p + row, value(row) * k + load(p + row)); });
        } else {
          const std::int32_t* const at = levels(term->category);
          for_each_double(rows_, [=](std::size_t row) {
            const Double k = TileLane<double>{row}.lookup(coefficient, at, term->levels);
            store(p + row, value(row) * k + load(p + row));
          });
        }
      });
      coefficient += term->levels;
    }
  }

  // Row weights and the target's column; the loss on the way.
  void weigh() {
    double* const root = column(0);
    double* const target = column(job_.group_count - 1);
    const double* const y = job_.target.y + first_;
    const double* const quadratic = job_.quadratic + first_;
    if (job_.coefficients == nullptr) {
      for_each_double(rows_, [=](std::size_t row) {
        const Double s = sqrt(load(quadratic + row));
        store(root + row, s);
        store(target + row, s * load(y + row));
      });
      return;
    }
    const double* const p = job_.predictions;
    const TargetColumns<double> columns{y, job_.target.factor + first_, job_.target.extra + first_};
    const LossRule<double> rule = job_.rule;
    add_loss(Tile<double>{rows_}, rule, p, columns, job_.loss_totals);
    const double scale = job_.scale;
    with_kind(rule.kind, [&](auto kind) {
      for_each_double(rows_, [=](std::size_t row) {
        const Double prediction = load(p + row);
        const Double measured = load(y + row);
        const Double plain = load(quadratic + row);
        const Reweighted<Double> r = reweight<decltype(kind)::value>(
            prediction, measured, load(columns.factor + row), load(columns.extra + row), plain,
            scale, rule.delta, rule.quantile);
        // Rows on which the prediction allows no weight get the quadratic one.
        const double infinity = __builtin_inf();
        const auto usable =
            (abs(prediction) < infinity) & (r.weight < infinity) & (abs(r.target) < infinity);
        const Double s = sqrt(select(usable, r.weight, plain));
        store(root + row, s);
        store(target + row, s * select(usable, r.target, measured));
      });
    });
  }

  void scale_terms() {
    const double* const root = roots();
    std::size_t group = 1;
    for (const TermCode* term = job_.terms.begin; term != job_.terms.end; ++term, ++group) {
      double* const out = column(group);
      with_root(*term, [&](auto value) {
        for_each_double(rows_,
                        [=](std::size_t row) { store(out + row, load(root + row) * value(row)); });
      });
    }
  }

  // Derivatives of the prediction with respect to the nonlinear constants.
  void differentiate() {
    const double* coefficient = job_.coefficients == nullptr ? nullptr : job_.coefficients + 1;
    const Backstep* begin = job_.back;
    for (const TermCode* term = job_.terms.begin; term != job_.terms.end; ++term) {
      if (term->adjoint != Backstep::nowhere) {
        Real* const seed = job_.adjoints + term->adjoint * memory_.slot_stride;
        const bool by_level = coefficient != nullptr && term->category >= 0;
        const std::int32_t* const at = by_level ? levels(term->category) : nullptr;
        const double uniform = coefficient == nullptr ? 1.0 : *coefficient;
        for (std::size_t row = 0; row < rows_; ++row) {
          seed[row] = static_cast<Real>(by_level ? coefficient[at[row]] : uniform);
        }
      }
      const Backstep* const end = job_.back + term->back_end;
      run_back(block_, begin, end, memory_, job_.adjoints);
      begin = end;
      if (coefficient != nullptr) coefficient += term->levels;
    }
    const double* const root = roots();
    std::size_t group = first_derivative();
    for (const ConstantCode* leaf = job_.constants.begin; leaf != job_.constants.end; ++leaf) {
      const Real* const from = job_.adjoints + leaf->first * memory_.slot_stride;
      double* const out = column(group++);
      for_each_double(rows_, [=](std::size_t row) {
        store(out + row, load(root + row) * load_wide(from + row));
      });
    }
  }

  void add() {
    add_gram(job_.dense, job_.dense_count, rows_, job_.dense_sums);
    if (job_.row_major == nullptr) return;
    transpose(job_.columns, job_.column_stride, job_.group_count, rows_, job_.row_major,
              job_.row_stride);
    for (std::size_t g = 0; g < job_.group_count; ++g) {
      const ColumnGroup& group = job_.groups[g];
      if (group.category < 0) continue;
      const std::uint16_t* const order =
          job_.level_order + static_cast<std::size_t>(group.category) * memory_.column_stride +
          first_;
      add_by_level(column(g), job_.row_major, job_.row_stride, order, rows_, levels(group.category),
                   group.level_sums);
      for (std::size_t h = g + 1; h < job_.group_count; ++h) {
        const ColumnGroup& other = job_.groups[h];
        if (other.category < 0 || other.category == group.category) continue;
        add_by_two_levels(column(g), column(h), rows_, levels(group.category),
                          levels(other.category),
                          job_.gram + group.first * job_.gram_size + other.first, job_.gram_size);
      }
    }
  }

  NormalJob<Real>& job_;
  Memory<Real> memory_;
  std::size_t first_;
  std::size_t rows_;
  Tile<Real> block_;
};

template <class Real>
void add_normal_sums(NormalJob<Real>& job) {
  for (std::size_t first = 0; first < job.rows; first += normal_tile) {
    const std::size_t rows = job.rows - first < normal_tile ? job.rows - first : normal_tile;
    NormalTile<Real>(job, first, rows).run();
  }
}

}  // namespace MEMLAW_TARGET
}  // namespace memlaw::kernel
