#include <fmt/format.h>

#include "memlaw/base/number.hpp"
#include "memlaw/data/csv.hpp"
#include "memlaw/expr/format.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {

std::string metrics_csv(const Results& results) {
  std::string text =
      "model,split,rows_train,rows_test,mse,rmse,mae,mape_percent,r2,bias_percent,"
      "max_ape_percent,floor,error_above_floor_percent,size,model_bytes,fit_seconds,"
      "predict_seconds,tune_seconds\n";
  for (const FitRecord& fit : results.fits) {
    const Metrics& m = fit.metrics;
    text += fmt::format("{},{},{},{}", csv_field(fit.model), csv_field(fit.split), fit.rows_train,
                        fit.rows_test);
    for (const double value : {m.mse, m.rmse, m.mae, m.mape_percent, m.r2, m.bias_percent,
                               m.max_ape_percent, fit.floor, fit.error_above_floor_percent}) {
      text += "," + format_shortest(value);
    }
    text += fmt::format(",{},{},{:.3f},{:.6f},{:.3f}\n", fit.size, fit.model_bytes, fit.fit_seconds,
                        fit.predict_seconds, fit.tune_seconds);
  }
  return text;
}

std::string predictions_csv(const Results& results) {
  std::string text = "model,split,line,measured,predicted\n";
  for (const FitRecord& fit : results.fits) {
    const std::string prefix = csv_field(fit.model) + "," + csv_field(fit.split) + ",";
    for (std::size_t i = 0; i < fit.rows.size(); ++i) {
      const std::size_t row = fit.rows[i];
      text +=
          fmt::format("{}{},{},{}\n", prefix, results.line_of_row[row],
                      format_shortest(results.measured[row]), format_shortest(fit.predicted[i]));
    }
  }
  return text;
}

std::string pareto_csv(const Results& results) {
  std::string text = "complexity,loss,score,size,formula\n";
  if (!results.final_formula) return text;
  for (const FrontEntry& entry : results.final_formula->front) {
    text += fmt::format("{},{},{},{},{}\n", format_shortest(entry.complexity),
                        format_shortest(entry.loss), format_shortest(entry.score),
                        entry.expression.size(),
                        csv_field(format_infix(entry.expression, results.variables)));
  }
  return text;
}

}  // namespace memlaw
