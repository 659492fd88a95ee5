#include "self_check.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "../device/check_kernels.hpp"
#include "memory.hpp"
#include "operators.hpp"

namespace memlaw::cuda {
namespace {

// Runs a kernel's loop over the whole grid on the host.
struct HostThread {
  int thread() const { return 0; }
  int threads() const { return 1; }
  int index() const { return 0; }
  int count() const { return 1; }
};

// SplitMix64 (Steele, Lea & Flood, OOPSLA 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t operator()() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

// Special values, each for `repeats` arguments in turn so that two lists with different repeats set
// them against each other; then numbers of every magnitude and numbers near 0.
template <class Real>
std::vector<Real> arguments(std::size_t count, std::size_t repeats, std::uint64_t seed) {
  using Limits = std::numeric_limits<Real>;
  const std::array special = {Real(0),
                              -Real(0),
                              Real(1),
                              Real(-1),
                              Real(2),
                              Real(0.5),
                              Real(3),
                              Limits::min(),
                              -Limits::min(),
                              Limits::max(),
                              Limits::lowest(),
                              Limits::denorm_min(),
                              Limits::infinity(),
                              -Limits::infinity(),
                              Limits::quiet_NaN()};
  std::vector<Real> values;
  while (values.size() < count && values.size() < special.size() * special.size())
    values.push_back(special[values.size() / repeats % special.size()]);
  Random random(seed);
  constexpr int digits = Limits::digits;
  const int spread = Limits::max_exponent - Limits::min_exponent + digits;
  while (values.size() < count) {
    const double sign = random() % 2 == 0 ? 1.0 : -1.0;
    const double mantissa = 1.0 + random.uniform();
    switch (random() % 3) {
      case 0:
        values.push_back(static_cast<Real>(sign * 20.0 * random.uniform()));
        break;
      case 1:
        values.push_back(
            static_cast<Real>(std::ldexp(sign * mantissa, static_cast<int>(random() % 60) - 30)));
        break;
      default:
        values.push_back(static_cast<Real>(std::ldexp(
            sign * mantissa, Limits::min_exponent - digits +
                                 static_cast<int>(random() % static_cast<std::uint64_t>(spread)))));
    }
  }
  return values;
}

template <class Real>
bool same_bits(Real a, Real b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(Real)) == 0;
}

// Beyond the range in which memlaw's own functions reduce the argument.
template <class Real>
bool left_to_library(Op op, Real a) {
  return (op == Op::sin || op == Op::cos) && std::isfinite(a) &&
         std::abs(static_cast<double>(a)) > kernel::trigonometric_range;
}

template <class Real>
struct Results {
  std::vector<Real> value, da, db;
  explicit Results(std::size_t count) : value(count), da(count), db(count) {}
};

template <class Real>
class OperatorCheck {
 public:
  OperatorCheck(std::size_t count, const Stream& stream)
      : stream_(stream),
        a_(arguments<Real>(count, 1, 1)),
        b_(arguments<Real>(count, 15, 2)),
        host_(a_.size()),
        device_(a_.size()),
        device_a_(to_device<Real>(a_, "arguments", stream)),
        device_b_(to_device<Real>(b_, "arguments", stream)),
        value_(a_.size(), "values"),
        da_(a_.size(), "derivatives"),
        db_(a_.size(), "derivatives") {}

  void run(Op op, SelfCheck& check) {
    apply_operator<Real>(op, a_.size(), device_a_.data(), device_b_.data(), value_.data(),
                         da_.data(), db_.data(), stream_);
    download<Real>(device_.value, value_, stream_);
    download<Real>(device_.da, da_, stream_);
    download<Real>(device_.db, db_, stream_);
    HostThread thread;
    device::ApplyOperator<Real>{static_cast<int>(op), a_.size(),       a_.data(),      b_.data(),
                                host_.value.data(),   host_.da.data(), host_.db.data()}(thread);
    stream_.wait();
    bool found = false;
    for (std::size_t i = 0; i < a_.size(); ++i) {
      compare(op, i, SelfCheck::Difference::Of::value, host_.value[i], device_.value[i], found,
              check);
      compare(op, i, SelfCheck::Difference::Of::da, host_.da[i], device_.da[i], found, check);
      compare(op, i, SelfCheck::Difference::Of::db, host_.db[i], device_.db[i], found, check);
    }
  }

 private:
  void compare(Op op, std::size_t i, SelfCheck::Difference::Of of, Real cpu, Real device,
               bool& found, SelfCheck& check) const {
    const bool library = left_to_library(op, a_[i]);
    ++(library ? check.library_compared : check.compared);
    if (same_bits(cpu, device)) return;
    if (library) {
      ++check.library_differences;
      check.largest_library_difference =
          std::max(check.largest_library_difference,
                   std::abs(static_cast<double>(cpu) - static_cast<double>(device)));
      return;
    }
    if (found) return;
    found = true;
    check.differences.push_back({op, sizeof(Real) == sizeof(float), of, static_cast<double>(a_[i]),
                                 static_cast<double>(b_[i]), static_cast<double>(cpu),
                                 static_cast<double>(device)});
  }

  const Stream& stream_;
  std::vector<Real> a_, b_;
  Results<Real> host_, device_;
  DeviceArray<Real> device_a_, device_b_, value_, da_, db_;
};

template <class Real>
void check_operators(std::size_t count, const Stream& stream, SelfCheck& check) {
  OperatorCheck<Real> operators(count, stream);
  for (int code = static_cast<int>(Op::add); code < op_count; ++code)
    operators.run(static_cast<Op>(code), check);
}

bool exchanges_work(int threads, const Stream& stream) {
  constexpr int blocks = 64;
  std::vector<int> values(static_cast<std::size_t>(blocks) * static_cast<std::size_t>(threads));
  Random random(static_cast<std::uint64_t>(threads));
  for (int& value : values) value = static_cast<int>(random() % 2000001) - 1000000;
  const DeviceArray<int> device_values = to_device<int>(values, "values", stream);
  const DeviceArray<long long> device_sums(3 * blocks, "sums");
  exchange_sums(device_values.data(), device_sums.data(), blocks, threads, stream);
  std::vector<long long> sums(3 * blocks);
  download<long long>(sums, device_sums, stream);
  stream.wait();
  for (std::size_t block = 0; block < blocks; ++block) {
    long long expected = 0;
    for (int t = 0; t < threads; ++t)
      expected += values[block * static_cast<std::size_t>(threads) + static_cast<std::size_t>(t)];
    for (std::size_t way = 0; way < 3; ++way)
      if (sums[3 * block + way] != expected) return false;
  }
  return true;
}

}  // namespace

SelfCheck self_check(int index, std::size_t arguments) {
  const CurrentDevice current(index);
  const Stream stream;
  SelfCheck check;
  for (const int threads : {32, 64, 128, 256})
    check.exchanges = check.exchanges && exchanges_work(threads, stream);
  check_operators<double>(arguments, stream, check);
  check_operators<float>(arguments, stream, check);
  return check;
}

}  // namespace memlaw::cuda
