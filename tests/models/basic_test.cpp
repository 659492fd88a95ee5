#include "memlaw/models/basic.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "memlaw/base/error.hpp"
#include "memlaw/expr/format.hpp"
#include "models/make_data.hpp"

namespace memlaw {
namespace {

Formula formula(const std::string& text) {
  return parse_formula("variable n \"images\"\nvariable x\ny \"bytes\" = " + text + "\n", "test");
}

double law(double x, double n, int) { return 7.0 * n * x * x + 3.0 * x + 100.0; }

void expect_equal_predictions(const BasicModel& model, const Dataset& data, double relative) {
  const std::vector<double> predicted = model.predict(data);
  for (std::size_t r = 0; r < data.rows(); ++r) {
    EXPECT_NEAR(predicted[r], data.target[r], relative * data.target[r]) << "row " << r;
  }
}

TEST(BasicModel, FixedUsesTheFormulaAsItStandsWhateverTheTargets) {
  const Dataset data = test::make_data(10, 1, [](double, double, int) { return 0.0; });
  BasicModel model(formula("2*n + x"), BasicFit::fixed);
  model.fit(data);
  for (std::size_t r = 0; r < data.rows(); ++r) {
    EXPECT_DOUBLE_EQ(model.predict(data)[r], 2.0 * data.columns[1][r] + data.columns[0][r]);
  }
}

TEST(BasicModel, ScaleFindsFactorAndOffset) {
  const Dataset data = test::make_data(30, 2, law);
  BasicModel model(formula("14*n*square(x) + 6*x"), BasicFit::scale);
  model.fit(data);
  expect_equal_predictions(model, data, 1e-10);
}

TEST(BasicModel, CoefficientsFindsOneFactorPerTerm) {
  const Dataset data = test::make_data(30, 3, law);
  BasicModel model(formula("n*square(x) - (x - 5)"), BasicFit::coefficients);
  model.fit(data);
  expect_equal_predictions(model, data, 1e-10);
}

TEST(BasicModel, SaysWhichVariableTheDataLack) {
  BasicModel model(formula("n*x"), BasicFit::fixed);
  Dataset data = test::make_data(10, 4, law);
  data.variables[1].name = "batch";
  EXPECT_THROW(model.fit(data), InputError);
}

TEST(BasicModel, RefusesToBeRefittedToATargetOfZero) {
  BasicModel model(formula("n*x"), BasicFit::scale);
  Dataset data = test::make_data(10, 5, law);
  data.target[3] = 0.0;
  EXPECT_THROW(model.fit(data), InputError);
}

TEST(BasicModel, RefusesAFormulaThatIsNotFiniteOnATrainingRow) {
  BasicModel model(formula("n/(x - x)"), BasicFit::scale);
  EXPECT_THROW(model.fit(test::make_data(10, 6, law)), InputError);
}

TEST(AdditiveTerms, SumToTheExpression) {
  const Formula f = formula("-(n - (x + 3)) - x*n + (2 - x)");
  const std::vector<Expression> terms = additive_terms(f.expression);
  EXPECT_EQ(terms.size(), 6u);
  const std::vector<double> row = {3.0, 1.75};
  double sum = 0.0;
  for (const Expression& term : terms) sum += evaluate(term, row);
  EXPECT_DOUBLE_EQ(sum, evaluate(f.expression, row));
}

TEST(BasicFitNames, AreReadBackAndSuggestedWhenMistyped) {
  for (const BasicFit fit : {BasicFit::fixed, BasicFit::scale, BasicFit::coefficients}) {
    EXPECT_EQ(parse_basic_fit(name(fit)), fit);
  }
  try {
    parse_basic_fit("scaled");
    FAIL() << "no error";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean scale?"), std::string::npos);
  }
}

}  // namespace
}  // namespace memlaw
