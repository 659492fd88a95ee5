// Reading a table of 20 columns: time, bytes of text per second, and the peak memory that reading
// adds, beside the size of the numbers alone. Google Benchmark repeats until times settle; the peak
// is that of the process, so run one size at a time (--benchmark_filter) to judge memory.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>

#include "memlaw/base/number.hpp"
#include "memlaw/base/rng.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/data/dataset.hpp"

namespace memlaw {
namespace {

constexpr int kNumericColumns = 16;
constexpr int kTextColumns = 4;

// A field of /proc/self/status in bytes ("VmRSS:", "VmHWM:"); 0 where there is none.
double memory_of_process(const std::string& field) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    double kilobytes = 0.0;
    if (word == field && status >> kilobytes) return kilobytes * 1024.0;
  }
  return 0.0;
}

// Three columns in four are numbers (integers and full-precision reals), the rest texts of few
// levels, as in a table of measured jobs.
class BenchmarkFile {
 public:
  explicit BenchmarkFile(std::int64_t rows)
      : path_(std::filesystem::temp_directory_path() /
              ("memlaw_csv_benchmark_" + std::to_string(rows) + ".csv")) {
    std::ofstream out(path_, std::ios::binary);
    for (int i = 0; i < kNumericColumns; ++i) out << 'x' << i << ',';
    for (int i = 0; i < kTextColumns; ++i) out << 't' << i << (i + 1 < kTextColumns ? ',' : '\n');
    RandomStream random(1, 0, 0, 0, Purpose::test);
    std::string line;
    for (std::int64_t row = 0; row < rows; ++row) {
      line.clear();
      for (int i = 0; i < kNumericColumns; ++i) {
        line += format_shortest(i % 2 == 0 ? random.below(4096) : random.uniform(0.0, 1e10)) + ',';
      }
      for (int i = 0; i < kTextColumns; ++i) {
        line += "level_" + std::to_string(random.below(10)) + (i + 1 < kTextColumns ? ',' : '\n');
      }
      out << line;
    }
  }
  BenchmarkFile(const BenchmarkFile&) = delete;
  BenchmarkFile& operator=(const BenchmarkFile&) = delete;
  ~BenchmarkFile() { std::filesystem::remove(path_); }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void read_table(benchmark::State& state) {
  const BenchmarkFile file(state.range(0));
  const double before = memory_of_process("VmRSS:");
  for (auto _ : state) benchmark::DoNotOptimize(read_csv(file.path()));
  const auto rows = static_cast<double>(state.range(0));
  constexpr double kMebibyte = 1024.0 * 1024.0;
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>(std::filesystem::file_size(file.path())));
  state.counters["peak_added_mib"] = (memory_of_process("VmHWM:") - before) / kMebibyte;
  state.counters["numbers_mib"] = rows * (8.0 * kNumericColumns + 4.0 * kTextColumns) / kMebibyte;
}

void table_to_dataset(benchmark::State& state) {
  const BenchmarkFile file(state.range(0));
  const Table table = read_csv(file.path());
  DatasetSpec spec;
  spec.target = "x0";
  for (auto _ : state) benchmark::DoNotOptimize(make_dataset(table, spec));
}

BENCHMARK(read_table)->Arg(10'000)->Arg(1'000'000)->Unit(benchmark::kMillisecond);
BENCHMARK(table_to_dataset)->Arg(1'000'000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace memlaw
