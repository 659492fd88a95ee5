#include "memlaw/search/evaluator.hpp"

#include "evaluator_impl.hpp"

namespace memlaw {

Workspace::Workspace() : impl(std::make_unique<Impl>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

template <class Real>
BasicEvaluator<Real>::BasicEvaluator(const Dataset& data, const Loss& loss)
    : impl_(std::make_unique<Impl>(data, loss)) {}

template <class Real>
BasicEvaluator<Real>::~BasicEvaluator() = default;

template <class Real>
std::size_t BasicEvaluator<Real>::rows() const {
  return impl_->data.rows();
}

template <class Real>
const Variables& BasicEvaluator<Real>::variables() const {
  return impl_->data.variables();
}

template <class Real>
const Loss& BasicEvaluator<Real>::loss() const {
  return impl_->loss;
}

template <class Real>
double BasicEvaluator<Real>::compute_loss(const Program& program, std::span<const double> constants,
                                          std::span<const double> coefficients,
                                          Workspace& workspace) const {
  // The slots in use, the columns read and the target share the first-level cache.
  constexpr std::size_t cache = 24 * 1024;
  const std::size_t arrays = static_cast<std::size_t>(program.slots) + 3 +
                             std::min<std::size_t>(impl_->data.variables().size(), 5);
  const std::size_t fitting = cache / (arrays * sizeof(Real)) / 64 * 64;
  const std::size_t padded = impl_->data.padded_rows();
  const std::size_t tile = std::min(padded, std::clamp<std::size_t>(fitting, 64, 1024));
  if (coefficients.empty()) throw std::invalid_argument("evaluator: no coefficients");
  kernel::LossJob<Real> job;
  job.predict = range(program.code->predict);
  job.memory = impl_->memory(program, constants, coefficients,
                             static_cast<std::size_t>(program.slots), tile, workspace);
  job.rows = padded;
  job.tile = tile;
  job.rule = {impl_->loss.kind, static_cast<Real>(impl_->loss.delta),
              static_cast<Real>(impl_->loss.quantile)};
  job.target = impl_->data.target();
  return impl_->finish(impl_->kernels.loss(job));
}

template <class Real>
void BasicEvaluator<Real>::evaluate_terms(const Program& program, std::span<const double> constants,
                                          std::span<Real> out, Workspace& workspace) const {
  const std::size_t rows = impl_->data.rows();
  if (out.size() != rows * static_cast<std::size_t>(program.terms)) {
    throw std::invalid_argument("evaluate_terms: out must have terms * rows entries");
  }
  const std::size_t padded = impl_->data.padded_rows();
  const std::size_t tile = std::min(padded, kernel::normal_tile);
  const Program::Code& code = *program.code;
  kernel::Memory<Real> memory =
      impl_->memory(program, constants, {}, code.values.size(), tile, workspace);
  for (std::size_t first = 0; first < padded; first += tile) {
    impl_->kernels.forward(range(code.values), memory, std::min(tile, padded - first));
    const std::size_t count = std::min(tile, rows - first);
    for (std::size_t t = 0; t < code.terms.size(); ++t) {
      const Operand root = code.terms[t].root;
      Real* const to = out.data() + t * rows + first;
      if (root.place == Place::constant) {
        std::fill_n(to, count, memory.constants[root.index]);
      } else if (root.place == Place::column) {
        std::copy_n(memory.columns + root.index * memory.column_stride, count, to);
      } else {
        std::copy_n(memory.slots + root.index * memory.slot_stride, count, to);
      }
    }
    memory.columns += tile;
    memory.levels += tile;
  }
}

template class BasicEvaluator<float>;
template class BasicEvaluator<double>;

}  // namespace memlaw
