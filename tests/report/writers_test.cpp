#include "memlaw/report/writers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "memlaw/data/csv.hpp"
#include "report/make_results.hpp"

namespace memlaw {
namespace {

TEST(MetricsCsv, HasOneRowPerModelAndSplitUnderThePublishedHeader) {
  const std::string text = metrics_csv(test::make_results());
  EXPECT_TRUE(text.starts_with(
      "model,split,rows_train,rows_test,mse,rmse,mae,mape_percent,r2,bias_percent,"
      "max_ape_percent,floor,error_above_floor_percent,size,model_bytes,"
      "fit_seconds,predict_seconds,tune_seconds\n"
      "linear,random-1,3,2,4,2,1.5,10,0.75,-0.5,20,8,40,7,300,0.125,0.000500,0.000\n"))
      << text;
  EXPECT_EQ(parse_csv(text, "metrics").rows(), 4u);
}

TEST(PredictionsCsv, NamesTheLineOfTheDataFile) {
  const std::string text = predictions_csv(test::make_results());
  EXPECT_TRUE(
      text.starts_with("model,split,line,measured,predicted\n"
                       "linear,random-1,3,10,11\nlinear,random-1,5,30,31.5\n"))
      << text;
}

TEST(ParetoCsv, ListsTheFrontWithItsFormulas) {
  EXPECT_EQ(pareto_csv(test::make_results()),
            "complexity,loss,score,size,formula\n1,8,2,1,x\n3,2.5,1,3,x + 1\n");
}

TEST(MetricsJson, IsValidAndHoldsNumbersThatJsonLacksAsTexts) {
  Results results = test::make_results();
  results.fits[0].metrics.mape_percent = std::numeric_limits<double>::infinity();
  const nlohmann::json document = nlohmann::json::parse(metrics_json(results));
  EXPECT_EQ(document["fits"].size(), 4u);
  EXPECT_EQ(document["fits"][0]["metrics"]["mape_percent"], "inf");
  EXPECT_EQ(document["fits"][1]["metrics"]["mape_percent"], 3.0);
  EXPECT_EQ(document["summary"][0]["model"], "symbolic");
}

TEST(MetricsJson, HoldsSpreadAndComparison) {
  const nlohmann::json document = nlohmann::json::parse(metrics_json(test::make_results()));
  const nlohmann::json& best = document["summary"][0];
  EXPECT_EQ(best["model_bytes"]["median"], 300.0);
  EXPECT_EQ(best["predict_seconds_per_1000_rows"]["median"], 0.25);
  EXPECT_EQ(best["error_above_floor_percent"]["median"], 16.0);
  ASSERT_EQ(document["against_the_best"].size(), 1u);
  EXPECT_EQ(document["against_the_best"][0]["model"], "linear");
  EXPECT_EQ(document["against_the_best"][0]["best_is_better"], 2);
  EXPECT_EQ(document["against_the_best"][0]["median_mape_difference"], 8.0);
}

TEST(RunJson, HoldsConfigurationAndEnvironment) {
  const nlohmann::json document = nlohmann::json::parse(run_json(test::make_results()));
  EXPECT_EQ(document["config"], "[data]\nfile = <runs>.csv\n");
  EXPECT_EQ(document["environment"]["memlaw"], "0");
}

TEST(Markdown, OpensWithTheFormulaAndItsAccuracy) {
  const std::string text = report_markdown(test::make_results());
  EXPECT_TRUE(text.starts_with("# a <title>\n\n```\ny = x + 1\n```\n")) << text;
  EXPECT_NE(text.find("Error on rows not seen: 4 %"), std::string::npos) << text;
  EXPECT_NE(text.find("| symbolic | 4 % |"), std::string::npos) << text;
}

// R2 has no value where the test targets are all equal.
TEST(Tables, ShowFiguresWithoutValueAsADash) {
  Results results = test::make_results();
  for (FitRecord& fit : results.fits) fit.metrics.r2 = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(summary_text(results).find("nan"), std::string::npos) << summary_text(results);
  EXPECT_EQ(report_markdown(results).find("| nan |"), std::string::npos);
}

TEST(Summary, ShowsSizeAndTimeOfEveryModel) {
  EXPECT_NE(summary_text(test::make_results())
                .find("model     size  stored     fit  predict 1000 rows\n"
                      "symbolic     7   300 B  125 ms             250 ms\n"),
            std::string::npos)
      << summary_text(test::make_results());
}

TEST(Summary, ShowsTheTimeOfTuningWhereThereWasSome) {
  Results results = test::make_results();
  results.fits[1].tune_seconds = results.fits[3].tune_seconds = 12.5;
  EXPECT_NE(
      summary_text(results).find("model     size  stored    tune     fit  predict 1000 rows\n"
                                 "symbolic     7   300 B  12.5 s  125 ms             250 ms\n"
                                 "linear       7   300 B       -  125 ms             250 ms\n"),
      std::string::npos)
      << summary_text(results);
}

TEST(Summary, ShowsTheErrorAboveTheFloorOnlyWhereAFloorFlatters) {
  Results results = test::make_results();
  EXPECT_EQ(summary_text(results).find("above floor"), std::string::npos);
  results.models[0] = "constant";
  for (const std::size_t f : {0u, 2u}) {
    results.fits[f].model = "constant";
    results.fits[f].metrics.mape_percent = 7.0;
  }
  EXPECT_NE(summary_text(results).find("above floor"), std::string::npos);
  EXPECT_NE(report_markdown(results).find("predicting the floor"), std::string::npos);
}

TEST(Markdown, SaysWhichDifferencesAreReal) {
  const std::string text = report_markdown(test::make_results());
  EXPECT_NE(text.find("| linear | 8 points | 2 of 2 | 0.5 | too few splits |"), std::string::npos)
      << text;
}

TEST(Summary, ShowsALearningCurveByTrainingSize) {
  Results results = test::make_results();
  EXPECT_EQ(summary_text(results).find("training size"), std::string::npos);
  results.splits = {"train-20-1", "train-40-1"};
  for (std::size_t f = 0; f < 4; ++f) results.fits[f].split = results.splits[f / 2];
  const std::string text = summary_text(results);
  EXPECT_NE(text.find("training rows  linear  symbolic\n"
                      "20               10 %       3 %\n"
                      "40               14 %       5 %\n"),
            std::string::npos)
      << text;
  EXPECT_NE(report_markdown(results).find("| 20 | 10 % | 3 % |"), std::string::npos);
}

TEST(Html, ShowsPlotsAndSaysWhatTheyShow) {
  Results results = test::make_results();
  Curve curve;
  curve.split = "random-1";
  curve.held = "levels = 3";
  results.curves = {curve, curve};
  ReportPlots plots;
  plots.ablation = "<svg id=\"ablation\"></svg>";
  plots.curves = {"", "<svg id=\"second\"></svg>"};
  const std::string text = report_html(results, plots);
  EXPECT_NE(text.find("<svg id=\"ablation\">"), std::string::npos);
  EXPECT_NE(text.find("<svg id=\"second\">"), std::string::npos);
  EXPECT_NE(text.find("y against x, fitted on the training rows of random-1"), std::string::npos);
  EXPECT_EQ(text.find("Predicted against measured"), std::string::npos);
  // The formulas of the front, for those who cannot hover.
  EXPECT_NE(text.find("2 formulas of the front"), std::string::npos);
}

TEST(Html, IsSelfContainedAndEscapesWhatTheUserWrote) {
  ReportPlots plots;
  plots.pareto_front = "<svg id=\"front\"></svg>";
  const std::string text = report_html(test::make_results(), plots);
  EXPECT_TRUE(text.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(text.find("<math"), std::string::npos);
  EXPECT_NE(text.find("<svg id=\"front\">"), std::string::npos);
  EXPECT_NE(text.find("a &lt;title&gt;"), std::string::npos);
  EXPECT_EQ(text.find("<title> "), std::string::npos);
  EXPECT_EQ(text.find("<runs>"), std::string::npos);
  for (const char* const outside : {"src=", "href=", "@import", "url("}) {
    EXPECT_EQ(text.find(outside), std::string::npos) << outside;
  }
}

TEST(Writers, WriteAReportOfFiguresThatAreNotNumbers) {
  Results results = test::make_results();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (FitRecord& fit : results.fits) {
    if (fit.model != "symbolic") continue;
    fit.metrics = {kNan, kNan, kNan, kNan, kNan, kNan, kNan};
    fit.error_above_floor_percent = kNan;
    fit.predicted = {kNan, std::numeric_limits<double>::infinity()};
  }
  EXPECT_NE(report_markdown(results).find("| symbolic | - |"), std::string::npos);
  EXPECT_NE(report_html(results, {}).find("never saw is linear"), std::string::npos);
  EXPECT_NE(report_latex(results).find("symbolic & -- & --"), std::string::npos)
      << report_latex(results);
  EXPECT_TRUE(nlohmann::json::accept(metrics_json(results)));
}

TEST(Writers, WriteAReportOfARunWithoutAnyFit) {
  Results results = test::make_results();
  results.fits.clear();
  results.final_formula.reset();
  EXPECT_NE(report_markdown(results).find("No fit was finished"), std::string::npos);
  EXPECT_NE(report_html(results, {}).find("No fit was finished"), std::string::npos);
  EXPECT_NE(report_latex(results).find("No fit was finished"), std::string::npos);
  EXPECT_EQ(pareto_csv(results), "complexity,loss,score,size,formula\n");
}

}  // namespace
}  // namespace memlaw
