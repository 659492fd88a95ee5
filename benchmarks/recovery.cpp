// Which known laws the search recovers, from 200 noise-free rows each.
//
// Usage: recovery [seconds per law, default 30] [seed] [threads]
// One set of operators and options serves all laws. A law counts as recovered when the reported
// formula reaches R^2 > 1 - 1e-9 on 1,000 fresh rows. The exit code is 0 when at least 9 of 10 are.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "memlaw/expr/format.hpp"
#include "memlaw/metrics/metrics.hpp"
#include "memlaw/search/search.hpp"

namespace {

using namespace memlaw;

struct Range {
  const char* name;
  double low, high;
  bool integer = false;
};

struct Law {
  const char* text;
  std::vector<Range> inputs;
  std::function<double(const double*)> value;
};

std::vector<Law> laws() {
  using std::ceil, std::cos, std::exp, std::log, std::max, std::pow, std::sin;
  return {
      {"x^4+x^3+x^2+x",
       {{"x", -1, 1}},
       [](const double* v) { return v[0] * (1 + v[0] * (1 + v[0] * (1 + v[0]))); }},
      {"sin(x^2)cos(x)-1",
       {{"x", -1, 1}},
       [](const double* v) { return sin(v[0] * v[0]) * cos(v[0]) - 1; }},
      {"log(x+1)+log(x^2+1)",
       {{"x", 0, 2}},
       [](const double* v) { return log(v[0] + 1) + log(v[0] * v[0] + 1); }},
      {"2.5 a b^3 + 7 c",
       {{"a", 1, 5}, {"b", 1, 5}, {"c", 1, 5}},
       [](const double* v) { return 2.5 * v[0] * pow(v[1], 3) + 7 * v[2]; }},
      {"G m1 m2/r^2",
       {{"m1", 1, 5}, {"m2", 1, 5}, {"r", 1, 5}},
       [](const double* v) { return 6.674e-11 * v[0] * v[1] / (v[2] * v[2]); }},
      {"exp(-t^2/2)/sqrt(2 pi)",
       {{"t", -3, 3}},
       [](const double* v) { return exp(-v[0] * v[0] / 2) / std::sqrt(2 * std::numbers::pi); }},
      {"4 b f s^3 (1-1/4^l)+1e8",
       {{"b", 1, 16, true}, {"f", 4, 64, true}, {"s", 16, 128, true}, {"l", 1, 5, true}},
       [](const double* v) { return 4 * v[0] * v[1] * pow(v[2], 3) * (1 - pow(4.0, -v[3])) + 1e8; }},
      {"max(3 a, b^2)+5",
       {{"a", 0, 5}, {"b", 0, 5}},
       [](const double* v) { return max(3 * v[0], v[1] * v[1]) + 5; }},
      {"ceil(n/512)*512",
       {{"n", 1, 10000, true}},
       [](const double* v) { return ceil(v[0] / 512) * 512; }},
      {"x/(1+y^2)",
       {{"x", 1, 5}, {"y", -3, 3}},
       [](const double* v) { return v[0] / (1 + v[1] * v[1]); }},
  };
}

Dataset sample(const Law& law, std::size_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Dataset data;
  data.source = law.text;
  data.target_name = "y";
  for (const Range& range : law.inputs) data.variables.push_back({range.name, "", {}});
  data.columns.resize(law.inputs.size());
  for (std::size_t r = 0; r < rows; ++r) {
    std::vector<double> row;
    for (const Range& range : law.inputs) {
      const double value = std::uniform_real_distribution<double>(range.low, range.high)(random);
      row.push_back(range.integer ? std::round(value) : value);
      data.columns[row.size() - 1].push_back(row.back());
    }
    data.target.push_back(law.value(row.data()));
    data.weight.push_back(1.0);
    data.group.push_back(static_cast<std::int64_t>(r));
    data.line_of_row.push_back(static_cast<std::uint32_t>(r + 2));
  }
  return data;
}

}  // namespace

int main(int argc, char** argv) {
  SearchOptions options;
  options.time_seconds = argc > 1 ? std::atof(argv[1]) : 30.0;
  options.seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  options.threads = argc > 3 ? std::atoi(argv[3]) : 0;
  options.loss.kind = LossKind::mse;
  options.operators = {Op::add, Op::sub, Op::mul, Op::div, Op::square, Op::sqrt, Op::pow, Op::exp,
                       Op::log, Op::sin, Op::cos, Op::max, Op::min, Op::ceil, Op::floor};
  options.max_size = 30;
  int recovered = 0, count = 0;
  for (const Law& law : laws()) {
    const SearchResult result = run_search(sample(law, 200, 1), options);
    const Dataset test = sample(law, 1000, 2);
    std::vector<double> predicted(test.rows());
    evaluate(result.best, test.column_pointers(), predicted);
    const double r2 = compute_metrics(test.target, predicted).r2;
    const bool ok = r2 > 1.0 - 1e-9;
    recovered += ok;
    ++count;
    fmt::print("{:<9} 1-R2 {:.1e}  {:5.1f} s  {:>8} evaluations  {:<26} {}\n",
               ok ? "recovered" : "missed", 1.0 - r2, result.search_seconds, result.evaluations,
               law.text, format_infix(result.best, test.variables));
    std::fflush(stdout);
  }
  fmt::print("{} of {} recovered\n", recovered, count);
  return recovered >= count - 1 ? 0 : 1;
}
