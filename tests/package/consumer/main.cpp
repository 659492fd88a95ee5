// A program outside memlaw's own build: links what find_package gave it and uses it.
#include <cstdio>
#include <memlaw/base/version.hpp>
#include <memlaw/expr/expression.hpp>

int main(int argc, char** argv) {
  if (argc != 2 || memlaw::version() != argv[1]) {
    std::puts("the library is not of the expected version");
    return 1;
  }
  using memlaw::Expression;
  const Expression sum =
      Expression::binary(memlaw::Op::add, Expression::feature(0), Expression::constant(2.0));
  const double row[] = {40.0};
  std::printf("40 + 2 = %g\n", evaluate(sum, row));
  return evaluate(sum, row) == 42.0 ? 0 : 1;
}
