// The normal equations: lays out the columns and the memory for their sums, and puts the sums that
// the tile kernels return where they belong.
#include <cstring>

#include "evaluator_impl.hpp"

namespace memlaw {
namespace {

using kernel::ColumnGroup;
using kernel::NormalJob;

constexpr std::size_t round_up(std::size_t n, std::size_t step) {
  return (n + step - 1) / step * step;
}

bool is_dense(const ColumnGroup& group) { return group.category < 0; }

// gram from the sums of the groups' products. Those of two categories are in it already.
template <class Real>
void assemble(const NormalJob<Real>& job, NormalEquations& out) {
  const std::size_t n = job.gram_size;
  double* const gram = out.gram.data();
  const std::span<const ColumnGroup> groups(job.groups, job.group_count);
  std::size_t dense_g = 0;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    std::size_t dense_h = dense_g;
    for (std::size_t h = g; h < groups.size(); ++h) {
      const std::size_t i = groups[g].first;
      const std::size_t j = groups[h].first;
      if (is_dense(groups[g]) && is_dense(groups[h])) {
        const double* const s =
            job.dense_sums + (dense_g * job.dense_count + dense_h) * kernel::gram_lanes;
        gram[i * n + j] = (s[0] + s[1]) + (s[2] + s[3]);
      } else if (is_dense(groups[g])) {
        for (std::int32_t level = 0; level < groups[h].levels; ++level) {
          const auto l = static_cast<std::size_t>(level);
          gram[i * n + j + l] = groups[h].level_sums[l * job.row_stride + g];
        }
      } else {
        const bool same = groups[g].category == groups[h].category;
        for (std::int32_t level = 0; level < groups[g].levels; ++level) {
          const auto l = static_cast<std::size_t>(level);
          const double sum = groups[g].level_sums[l * job.row_stride + h];
          if (is_dense(groups[h])) gram[(i + l) * n + j] = sum;
          if (same) gram[(i + l) * n + j + l] = sum;
        }
      }
      if (is_dense(groups[h])) ++dense_h;
    }
    if (is_dense(groups[g])) ++dense_g;
  }
  out.finite = true;
  for (std::size_t i = 0; i < n; ++i) {
    // Any value that is not finite leaves its column's sum of squares so.
    if (!std::isfinite(gram[i * n + i])) out.finite = false;
    for (std::size_t j = 0; j < i; ++j) gram[i * n + j] = gram[j * n + i];
  }
}

}  // namespace

template <class Real>
void BasicEvaluator<Real>::normal_equations(const Program& program,
                                            std::span<const double> constants,
                                            std::span<const double> coefficients,
                                            bool with_constants, NormalEquations& out,
                                            Workspace& workspace) const {
  const PaddedData<Real>& data = impl_->data;
  const Program::Code& code = *program.code;
  const int size = program.linear_columns + (with_constants ? program.constants : 0) + 1;
  const auto n = static_cast<std::size_t>(size);
  out.size = size;
  out.linear = program.linear_columns;
  out.loss = std::numeric_limits<double>::infinity();
  out.finite = false;
  out.gram.assign(n * n, 0.0);
  if (!impl_->has_levels(program)) return;

  // Slots of results, then adjoints.
  const std::size_t tile = std::min(data.padded_rows(), kernel::normal_tile);
  const std::size_t adjoints =
      with_constants ? static_cast<std::size_t>(program.constants + program.slots) : 0;
  NormalJob<Real> job;
  job.memory = impl_->memory(program, constants, coefficients, code.values.size() + adjoints, tile,
                             workspace);
  job.values = range(code.values);
  job.terms = range(code.terms);
  if (with_constants) {
    job.back = code.back.data();
    job.constants = range(code.constants);
  }
  job.adjoints = job.memory.slots + code.values.size() * tile;
  job.rows = data.padded_rows();
  job.coefficients = coefficients.empty() ? nullptr : coefficients.data();
  job.rule = {impl_->loss.kind, impl_->loss.delta, impl_->loss.quantile};
  job.target = data.double_target();
  job.quadratic = data.quadratic();
  job.scale = data.scale();
  job.level_order = data.level_order();
  job.gram = out.gram.data();
  job.gram_size = n;

  // Groups of columns, and the memory for their sums.
  std::vector<ColumnGroup>& groups = workspace.impl->groups;
  groups.clear();
  std::size_t next = 0;
  std::size_t level_rows = 0;  // over all groups with a category
  const auto add_group = [&](std::int32_t category, std::int32_t levels) {
    groups.push_back({category, levels, next, nullptr});
    next += static_cast<std::size_t>(levels);
    if (category >= 0) level_rows += static_cast<std::size_t>(levels);
  };
  add_group(-1, 1);
  for (const TermCode& term : code.terms) add_group(term.category, term.levels);
  if (with_constants) {
    for (const ConstantCode& leaf : code.constants) add_group(leaf.category, leaf.levels);
  }
  add_group(-1, 1);

  std::vector<const double*>& dense = workspace.impl->dense;
  dense.clear();
  const auto dense_groups = static_cast<std::size_t>(std::ranges::count_if(groups, is_dense));
  job.dense_count = round_up(dense_groups, kernel::gram_step);
  job.column_stride = tile;
  job.row_stride = level_rows == 0 ? 0 : round_up(groups.size(), kernel::row_step);
  const std::size_t dense_sums = job.dense_count * job.dense_count * kernel::gram_lanes;
  const std::size_t level_sums = level_rows * job.row_stride;
  const std::size_t total =
      (groups.size() + 1) * tile + tile * job.row_stride + dense_sums + level_sums;
  double* memory = workspace.impl->sums.reserve(total);
  const auto take = [&](std::size_t count) {
    double* const taken = memory;
    memory += count;
    return taken;
  };
  job.dense_sums = take(dense_sums);
  double* level_memory = take(level_sums);
  std::memset(job.dense_sums, 0, (dense_sums + level_sums) * sizeof(double));
  job.columns = take(groups.size() * tile);
  job.predictions = take(tile);
  job.row_major = level_rows == 0 ? nullptr : take(tile * job.row_stride);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (is_dense(groups[g])) {
      dense.push_back(job.columns + g * tile);
    } else {
      groups[g].level_sums = level_memory;
      level_memory += static_cast<std::size_t>(groups[g].levels) * job.row_stride;
    }
  }
  dense.resize(job.dense_count, dense.back());
  job.dense = dense.data();
  job.groups = groups.data();
  job.group_count = groups.size();

  impl_->kernels.normal(job);
  assemble(job, out);
  if (!coefficients.empty()) out.loss = impl_->finish(job.loss_sum);
}

template void BasicEvaluator<float>::normal_equations(const Program&, std::span<const double>,
                                                      std::span<const double>, bool,
                                                      NormalEquations&, Workspace&) const;
template void BasicEvaluator<double>::normal_equations(const Program&, std::span<const double>,
                                                       std::span<const double>, bool,
                                                       NormalEquations&, Workspace&) const;

}  // namespace memlaw
