#include "memlaw/models/constant.hpp"

#include "least_squares.hpp"
#include "memlaw/base/error.hpp"

namespace memlaw {

void ConstantModel::fit(const Dataset& train) {
  if (train.rows() == 0) throw InputError({train.source}, "no training rows");
  const LeastSquaresFit fit = fit_least_squares({}, train.target, train.weight);
  set_expression(Expression::constant(fit.intercept), train);
}

}  // namespace memlaw
