// The elementary functions on numbers, which device threads and breeding use, against the same ones
// on vectors, which tiles use: the same bits for every argument.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "../../src/search/kernel/operations.hpp"
#include "expr/random_expression.hpp"

namespace memlaw::kernel {
namespace {

template <class Real>
std::vector<Real> arguments(std::uint64_t seed) {
  using Limits = std::numeric_limits<Real>;
  std::vector<Real> values = {0,
                              -Real(0),
                              1,
                              -1,
                              2,
                              Real(0.5),
                              Limits::min(),
                              -Limits::min(),
                              Limits::denorm_min(),
                              Limits::max(),
                              Limits::lowest(),
                              Limits::infinity(),
                              -Limits::infinity(),
                              Limits::quiet_NaN()};
  std::mt19937_64 rng(seed);
  while (values.size() < 40000) {
    const double sign = testing::below(rng, 2) == 0 ? -1.0 : 1.0;
    const double magnitude = testing::below(rng, 2) == 0
                                 ? std::ldexp(testing::uniform(rng, 1.0, 2.0),
                                              static_cast<int>(testing::below(rng, 60)) - 30)
                                 : testing::uniform(rng, 0.0, 20.0);
    values.push_back(static_cast<Real>(sign * magnitude));
  }
  return values;
}

template <class Real>
bool same_bits(Real a, Real b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(Real)) == 0;
}

template <Op op, class Real>
void expect_same() {
  std::vector<Real> a = arguments<Real>(1);
  const std::vector<Real> b = arguments<Real>(2);
  a.insert(a.begin() + 14, b.begin(), b.begin() + 14);  // special values against each other
  for (std::size_t i = 0; i + width<Real> <= b.size(); i += width<Real>) {
    Vec<Real> va, vb;
    std::memcpy(&va, &a[i], sizeof(va));
    std::memcpy(&vb, &b[i], sizeof(vb));
    const Vec<Real> vr = apply<op>(va, vb);
    const PartialValues<Vec<Real>> vp = partial_values<op>(va, vb, vr);
    for (std::size_t k = 0; k < width<Real>; ++k) {
      const Real r = apply<op>(a[i + k], b[i + k]);
      const PartialValues<Real> p = partial_values<op>(a[i + k], b[i + k], r);
      ASSERT_TRUE(same_bits(r, Real(vr[k])))
          << info(op).name << " of " << a[i + k] << ", " << b[i + k];
      ASSERT_TRUE(same_bits(p.da, Real(vp.da[k])) && same_bits(p.db, Real(vp.db[k])))
          << "derivative of " << info(op).name << " at " << a[i + k] << ", " << b[i + k];
    }
  }
}

template <class Real, int... ops>
void expect_all_same(std::integer_sequence<int, ops...>) {
  const auto one = []<int op>() {
    if constexpr (op >= int(Op::add)) expect_same<Op(op), Real>();
  };
  (one.template operator()<ops>(), ...);
}

TEST(KernelNumbers, GiveTheBitsOfVectorsInDoublePrecision) {
  expect_all_same<double>(std::make_integer_sequence<int, op_count>{});
}

TEST(KernelNumbers, GiveTheBitsOfVectorsInSinglePrecision) {
  expect_all_same<float>(std::make_integer_sequence<int, op_count>{});
}

}  // namespace
}  // namespace memlaw::kernel
