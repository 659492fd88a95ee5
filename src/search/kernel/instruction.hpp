// The instructions of a program: plain data that a device reads as it is.
//
// An instruction names up to three operands and the slot of its result. Operands live in one of
// three places; leaves therefore cost no instruction of their own.
//
// `code` says what to do and which operands are constants. It is one of
//   - a variant: one operator, with the places of its operands told apart as column (a slot or a
//     feature: an address) or constant (a number held in a register);
//   - a pair: an arithmetic variant whose result is at once an operand of a second arithmetic
//     operator, t = a op1 b, out = t op2 c or c op2 t. A pair rounds as its two operators do, but
//     saves storing and loading t, and one dispatch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "host_device.hpp"
#include "memlaw/expr/operators.hpp"

namespace memlaw {

enum class Place : std::uint32_t {
  slot,      // an earlier result
  column,    // a feature
  constant,  // a nonlinear constant, or a coefficient
};

struct Operand {
  Place place = Place::constant;
  std::uint32_t index = 0;
};

struct Instruction {
  std::uint16_t code = 0;
  std::uint32_t result = 0;  // slot
  Operand a, b, c;           // lookup: a is the first constant, b the category, c its level count
};

// How one instruction passes its adjoint (d prediction / d result) on to its operands.
struct Backstep {
  static constexpr std::uint32_t nowhere = UINT32_MAX;

  Op op = Op::constant;
  std::uint32_t result = 0;      // value slot of the result
  Operand a, b;                  // the operands' values
  std::uint32_t from = 0;        // adjoint of the result, an index of adjoint memory
  std::uint32_t to_a = nowhere;  // where the operands' adjoints go; nowhere: no constant below
  std::uint32_t to_b = nowhere;
};

struct TermCode {
  Operand root;                               // of `values`
  std::int32_t category = -1;                 // number of the coefficient category, or -1
  std::int32_t levels = 1;                    // its linear columns
  std::uint32_t adjoint = Backstep::nowhere;  // of the root, in adjoint memory
  std::uint32_t back_end = 0;  // end of its backward steps, which follow those of the term before
};

// The derivative columns of one leaf: one for a constant; for a category leaf one a level, of which
// a row uses one.
struct ConstantCode {
  std::uint32_t first = 0;     // constant
  std::int32_t category = -1;  // number of the category, or -1
  std::int32_t levels = 1;
};

namespace kernel {

struct Variant {
  Op op;
  bool a_constant, b_constant;
};

// Constant operands of the commutative ones are moved to the right.
inline constexpr Variant variants[] = {
    {Op::add, false, false},
    {Op::add, false, true},
    {Op::mul, false, false},
    {Op::mul, false, true},
    {Op::sub, false, false},
    {Op::sub, false, true},
    {Op::sub, true, false},
    {Op::div, false, false},
    {Op::div, false, true},
    {Op::div, true, false},
    {Op::pow, false, false},
    {Op::pow, false, true},
    {Op::pow, true, false},
    {Op::min, false, false},
    {Op::min, false, true},
    {Op::min, true, false},
    {Op::max, false, false},
    {Op::max, false, true},
    {Op::max, true, false},
    {Op::aq, false, false},
    {Op::aq, false, true},
    {Op::aq, true, false},
    {Op::neg, false, false},
    {Op::inv, false, false},
    {Op::square, false, false},
    {Op::cube, false, false},
    {Op::sqrt, false, false},
    {Op::cbrt, false, false},
    {Op::exp, false, false},
    {Op::log, false, false},
    {Op::log2, false, false},
    {Op::abs, false, false},
    {Op::ceil, false, false},
    {Op::floor, false, false},
    {Op::round, false, false},
    {Op::sin, false, false},
    {Op::cos, false, false},
    {Op::tanh, false, false},
    // A constant into a slot; the constant of the row's level into a slot.
    {Op::constant, true, false},
    {Op::category, true, false}};
inline constexpr int variant_count = sizeof(variants) / sizeof(variants[0]);
// The first ones are the arithmetic ones, which may begin a pair.
inline constexpr int arithmetic_count = 10;

struct Second {
  Op op;
  bool swapped;  // out = c op t
  bool c_constant;
};
inline constexpr Second seconds[] = {
    {Op::add, false, false}, {Op::add, false, true},  {Op::mul, false, false},
    {Op::mul, false, true},  {Op::sub, false, false}, {Op::sub, false, true},
    {Op::sub, true, false},  {Op::sub, true, true},   {Op::div, false, false},
    {Op::div, false, true},  {Op::div, true, false},  {Op::div, true, true}};
inline constexpr int second_count = sizeof(seconds) / sizeof(seconds[0]);

inline constexpr int code_count = variant_count + arithmetic_count * second_count;

constexpr bool is_pair(int code) { return code >= variant_count; }
constexpr int pair_code(int first, int second) {
  return variant_count + first * second_count + second;
}
constexpr Variant first_of(int code) {
  return variants[is_pair(code) ? (code - variant_count) / second_count : code];
}
constexpr Second second_of(int code) { return seconds[(code - variant_count) % second_count]; }

}  // namespace kernel
}  // namespace memlaw
