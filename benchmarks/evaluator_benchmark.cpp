// Speed of the evaluator: node-rows per second (all nodes of the expressions, leaves included,
// times rows), each beside the ceiling measured in the same run, and the time of one set of normal
// equations. README.md explains the figures.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "ceiling.hpp"
#include "expr/random_expression.hpp"
#include "memlaw/search/evaluator.hpp"
#include "memlaw/search/program.hpp"
#include "search/evaluation_sample.hpp"

namespace memlaw::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

const std::vector<Op> arithmetic = {Op::add, Op::sub, Op::mul, Op::div};

// Positive moderate features: no operator meets its slow special cases all the time.
Dataset sample(std::size_t rows) {
  std::mt19937_64 rng(1);
  Dataset data = testing::random_dataset(rng, rows, 2.0);
  for (auto& column : data.columns) {
    for (double& value : column) value = std::abs(value) + 0.25;
  }
  data.columns[4] = data.columns[5] = std::vector<double>(rows, 1.0);
  return data;
}

struct Work {
  std::vector<Program> programs;
  std::vector<std::vector<double>> constants;
  std::vector<std::vector<Op>> ops;  // of the inner nodes, for the ceiling
  double nodes = 0.0;
};

// Programs of one term of about `length` nodes.
Work make_work(const Variables& variables, bool all_operators, std::uint32_t length) {
  constexpr std::size_t count = 32;
  Work work;
  work.programs.resize(count);
  work.constants.resize(count);
  std::mt19937_64 rng(length);
  testing::RandomExpressionOptions options;
  options.plain_constants = true;
  options.categories = false;
  if (!all_operators) options.operators = arithmetic;
  for (std::size_t i = 0; i < count; ++i) {
    testing::detail::Grower<std::mt19937_64> grower(rng, variables, options);
    grower.grow(length);
    const std::vector<Term> terms = {{Expression(std::move(grower.nodes))}};
    compile(terms, variables, work.programs[i]);
    gather_constants(terms, work.constants[i]);
    work.nodes += static_cast<double>(work.programs[i].nodes);
    work.ops.emplace_back();
    for (const Node& node : terms[0].body.nodes()) {
      if (info(node.op).arity > 0) work.ops.back().push_back(node.op);
    }
  }
  return work;
}

double seconds(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

template <class Real>
void evaluate_programs(benchmark::State& state, bool all_operators) {
  if (Ceiling<Real>::vector_bytes() == 32 && !__builtin_cpu_supports("avx2")) {
    return state.SkipWithError("the ceiling needs AVX2");
  }
  const auto rows = static_cast<std::size_t>(state.range(0));
  const auto length = static_cast<std::uint32_t>(state.range(1));
  const Dataset data = sample(rows);
  const Work work = make_work(data.variables, all_operators, length);
  const BasicEvaluator<Real> evaluator(data, {LossKind::mape});
  Ceiling<Real> ceiling;
  Workspace workspace;
  const std::vector<double> coefficients = {0.5, 2.0};
  // The least times of all iterations: what is left of them when nothing else disturbs.
  double least = 1e9, ceiling_least = 1e9, loss_least = 1e9;
  for (auto _ : state) {
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < work.programs.size(); ++i) {
      benchmark::DoNotOptimize(
          evaluator.compute_loss(work.programs[i], work.constants[i], coefficients, workspace));
    }
    const Clock::time_point middle = Clock::now();
    for (const std::vector<Op>& ops : work.ops) ceiling.run(ops, rows);
    benchmark::ClobberMemory();
    const Clock::time_point end = Clock::now();
    least = std::min(least, seconds(begin, middle));
    for (std::size_t i = 0; i < work.ops.size(); ++i) {
      benchmark::DoNotOptimize(ceiling.run_loss(rows));
    }
    loss_least = std::min(loss_least, seconds(end, Clock::now()));
    ceiling_least = std::min(ceiling_least, seconds(middle, end));
    state.SetIterationTime(seconds(begin, middle));
  }
  const double node_rows = work.nodes * static_cast<double>(rows);
  state.counters["node_rows/s"] = node_rows / least;
  state.counters["ceiling"] = node_rows / ceiling_least;
  state.counters["ratio"] = ceiling_least / least;
  state.counters["ratio_with_loss"] = (ceiling_least + loss_least) / least;
}

// One call with the derivatives of the constants, as each step of a fit makes: 4 terms of 9 nodes.
void normal_equations(benchmark::State& state) {
  const auto rows = static_cast<std::size_t>(state.range(0));
  const bool categories = state.range(1) != 0;
  std::mt19937_64 rng(3);
  const Dataset data = testing::random_dataset(rng, rows, 2.0);
  testing::RandomExpressionOptions options;
  options.plain_constants = true;
  options.categories = false;
  options.operators = {Op::add, Op::sub, Op::mul, Op::div, Op::square, Op::max, Op::sqrt};
  const Evaluator evaluator(data, {LossKind::mape});
  constexpr std::size_t count = 16;
  std::vector<Program> programs(count);
  std::vector<std::vector<double>> constants(count), coefficients(count);
  double columns = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Term> terms;
    for (int t = 0; t < 4; ++t) {
      testing::detail::Grower<std::mt19937_64> grower(rng, data.variables, options);
      grower.grow(9);
      terms.push_back({Expression(std::move(grower.nodes)), categories && t % 2 == 0 ? 4 : -1});
    }
    compile(terms, data.variables, programs[i]);
    gather_constants(terms, constants[i]);
    coefficients[i].assign(static_cast<std::size_t>(programs[i].linear_columns), 0.5);
    columns += programs[i].linear_columns + programs[i].constants + 1;
  }
  Workspace workspace;
  NormalEquations equations;
  double least = 1e9;
  for (auto _ : state) {
    const Clock::time_point begin = Clock::now();
    for (std::size_t i = 0; i < count; ++i) {
      evaluator.normal_equations(programs[i], constants[i], coefficients[i], true, equations,
                                 workspace);
      benchmark::DoNotOptimize(equations.gram.data());
    }
    least = std::min(least, seconds(begin, Clock::now()));
  }
  state.counters["us/call"] = 1e6 * least / count;
  state.counters["columns"] = columns / count;
}

template <class Real>
void arithmetic_only(benchmark::State& state) {
  evaluate_programs<Real>(state, false);
}
template <class Real>
void every_operator(benchmark::State& state) {
  evaluate_programs<Real>(state, true);
}

#define MEMLAW_SIZES ArgsProduct({{128, 1024, 12800}, {8, 16, 32, 64}})->UseManualTime()
BENCHMARK(arithmetic_only<float>)->MEMLAW_SIZES;
BENCHMARK(arithmetic_only<double>)->MEMLAW_SIZES;
BENCHMARK(every_operator<float>)->MEMLAW_SIZES;
BENCHMARK(every_operator<double>)->MEMLAW_SIZES;
BENCHMARK(normal_equations)->ArgsProduct({{32, 128, 304, 450, 2048}, {0, 1}});

void compile_program(benchmark::State& state) {
  std::mt19937_64 rng(4);
  const Variables variables = testing::random_variables();
  testing::RandomExpressionOptions options;
  options.plain_constants = true;
  std::vector<std::vector<Term>> all;
  for (int i = 0; i < 64; ++i) {
    std::vector<Term> terms;
    for (int t = 0; t < 4; ++t) {
      terms.push_back({testing::random_expression(rng, variables, options), -1});
    }
    all.push_back(std::move(terms));
  }
  Program program;
  double nodes = 0.0;
  for (auto _ : state) {
    for (const auto& terms : all) {
      compile(terms, variables, program);
      nodes += static_cast<double>(program.nodes);
    }
  }
  state.counters["nodes/s"] = benchmark::Counter(nodes, benchmark::Counter::kIsRate);
}
BENCHMARK(compile_program);

}  // namespace
}  // namespace memlaw::benchmarks
