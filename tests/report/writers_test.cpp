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
  EXPECT_TRUE(
      text.starts_with("model,split,rows_train,rows_test,mse,rmse,mae,mape_percent,r2,bias_percent,"
                       "max_ape_percent,size,fit_seconds\n"
                       "linear,random-1,3,2,4,2,1.5,10,0.75,-0.5,20,7,0.125\n"))
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

TEST(Writers, WriteAReportOfARunWithoutAnyFit) {
  Results results = test::make_results();
  results.fits.clear();
  results.final_formula.reset();
  EXPECT_NE(report_markdown(results).find("No fit was finished"), std::string::npos);
  EXPECT_NE(report_html(results, {}).find("No fit was finished"), std::string::npos);
  EXPECT_EQ(pareto_csv(results), "complexity,loss,score,size,formula\n");
}

}  // namespace
}  // namespace memlaw
