// Results with known figures.
#pragma once

#include "memlaw/report/results.hpp"

namespace memlaw::test {

inline FitRecord make_fit(const std::string& model, const std::string& split, double mape) {
  FitRecord fit;
  fit.model = model;
  fit.split = split;
  fit.rows_train = 3;
  fit.rows_test = 2;
  fit.metrics = {4.0, 2.0, 1.5, mape, 0.75, -0.5, 2.0 * mape};
  fit.floor = 8.0;
  fit.error_above_floor_percent = 4.0 * mape;
  fit.size = 7;
  fit.model_bytes = 300;
  fit.fit_seconds = 0.125;
  fit.predict_seconds = 0.0005;
  fit.description = "a <description> | of it";
  fit.expression = "x + 1";
  fit.rows = {1, 3};
  fit.predicted = {11.0, 31.5};
  return fit;
}

// Two splits of five rows; linear reaches 10 and 14 %, symbolic 3 and 5 %.
inline Results make_results() {
  Results results;
  results.title = "a <title>";
  results.data_source = "runs.csv";
  results.target = "y";
  results.target_unit = "bytes";
  results.variables = {{"x", "voxels", {}}};
  results.rows = 5;
  results.split_description = "2 random, 40 % of the rows held out, seed 1";
  results.loss = "mape";
  results.models = {"linear", "symbolic"};
  results.splits = {"random-1", "random-2"};
  results.fits = {make_fit("linear", "random-1", 10.0), make_fit("symbolic", "random-1", 3.0),
                  make_fit("linear", "random-2", 14.0), make_fit("symbolic", "random-2", 5.0)};
  results.measured = {0.0, 10.0, 20.0, 30.0, 40.0};
  results.line_of_row = {2, 3, 4, 5, 6};
  FinalFormula final_formula;
  final_formula.model = "symbolic";
  final_formula.fitted_on = "all 5 rows";
  const Expression x = Expression::feature(0);
  const Expression sum = Expression::binary(Op::add, x, Expression::constant(1.0));
  final_formula.formula = {"y", "bytes", results.variables, sum};
  final_formula.metrics = {1.0, 1.0, 1.0, 2.5, 0.9, 0.0, 5.0};
  final_formula.front = {{x, 8.0, 1.0, 2.0}, {sum, 2.5, 3.0, 1.0}};
  final_formula.training_loss = 2.5;
  results.final_formula = final_formula;
  results.config_text = "[data]\nfile = <runs>.csv\n";
  results.environment = {{"memlaw", "0"}};
  return results;
}

}  // namespace memlaw::test
