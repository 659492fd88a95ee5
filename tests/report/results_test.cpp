#include "memlaw/report/results.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/make_results.hpp"

namespace memlaw {
namespace {

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += sentence + "\n";
  return text;
}

TEST(Summarize, GivesMedianAndPercentilesTheBestModelFirst) {
  const std::vector<ModelSummary> summaries = summarize(test::make_results());
  ASSERT_EQ(summaries.size(), 2u);
  EXPECT_EQ(summaries[0].model, "symbolic");
  EXPECT_EQ(summaries[0].splits, 2u);
  EXPECT_DOUBLE_EQ(summaries[0].mape_percent.median, 4.0);
  EXPECT_DOUBLE_EQ(summaries[1].mape_percent.median, 12.0);
  EXPECT_DOUBLE_EQ(summaries[1].mape_percent.low, 10.4);
  EXPECT_DOUBLE_EQ(summaries[1].mape_percent.high, 13.6);
  EXPECT_DOUBLE_EQ(summaries[1].size.median, 7.0);
}

TEST(Summarize, PutsAModelThatFailedOnSomeRowLast) {
  Results results = test::make_results();
  results.fits[1].metrics.mape_percent = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(summarize(results).back().model, "symbolic");
  EXPECT_TRUE(std::isnan(summarize(results).back().mape_percent.median));
}

TEST(Findings, NameTheWinnerWhicheverItIs) {
  Results results = test::make_results();
  EXPECT_NE(joined(findings(results)).find("never saw is symbolic"), std::string::npos);
  EXPECT_NE(joined(findings(results)).find("in 2 of 2 splits"), std::string::npos);
  results.fits[0].metrics.mape_percent = 1.0;
  results.fits[2].metrics.mape_percent = 4.0;
  const std::string text = joined(findings(results));
  EXPECT_NE(text.find("never saw is linear"), std::string::npos) << text;
  EXPECT_NE(text.find("does not win"), std::string::npos) << text;
  EXPECT_NE(text.find("in 0 of 2 splits"), std::string::npos) << text;
}

TEST(Findings, SayWhenTheRunWasInterruptedAndWhenNothingIsKnown) {
  Results results = test::make_results();
  results.interrupted = true;
  EXPECT_NE(joined(findings(results)).find("interrupted after 4 of 4"), std::string::npos);
  results.fits.clear();
  EXPECT_EQ(findings(results).size(), 1u);
}

}  // namespace
}  // namespace memlaw
