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

TEST(Summarize, GivesTheTimeToPredictThousandRows) {
  // 0.5 ms for two rows.
  EXPECT_DOUBLE_EQ(summarize(test::make_results())[0].predict_seconds.median, 0.25);
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

// One fit of each model on each of `splits` splits; the errors of split s are mape[model] + s.
Results results_with(const std::vector<std::pair<std::string, double>>& mape, int splits) {
  Results results = test::make_results();
  results.models.clear();
  results.splits.clear();
  results.fits.clear();
  for (const auto& [model, error] : mape) results.models.push_back(model);
  for (int s = 0; s < splits; ++s) {
    results.splits.push_back("random-" + std::to_string(s + 1));
    for (const auto& [model, error] : mape) {
      FitRecord& fit = results.fits.emplace_back(
          test::make_fit(model, results.splits.back(), error * (1.0 + 0.01 * s) + 0.1 * s));
      if (model == "xgboost" || model == "mlp") fit.expression.clear();
    }
  }
  return results;
}

TEST(CompareWith, CorrectsForTheNumberOfModels) {
  // Ten wins of ten: p = 2 / 2^10 exactly, twice that after Holm's correction for two models.
  const Results results =
      results_with({{"constant", 50.0}, {"linear", 20.0}, {"symbolic", 5.0}}, 10);
  const std::vector<ModelComparison> comparisons = compare_with(results, "symbolic");
  ASSERT_EQ(comparisons.size(), 2u);
  EXPECT_EQ(comparisons[0].model, "linear");
  EXPECT_EQ(comparisons[0].paired.wins_a, 10u);
  EXPECT_DOUBLE_EQ(comparisons[0].paired.p_value, 2.0 / 1024.0);
  EXPECT_DOUBLE_EQ(comparisons[0].p_adjusted, 4.0 / 1024.0);
  EXPECT_TRUE(comparisons[0].is_real());
  EXPECT_TRUE(can_tell_apart(comparisons));
}

TEST(CompareWith, PairsOnlySplitsThatBothFinished) {
  Results results = results_with({{"linear", 20.0}, {"symbolic", 5.0}}, 4);
  results.fits.pop_back();
  EXPECT_EQ(compare_with(results, "linear").front().paired.pairs, 3u);
}

TEST(CompareWith, FiveSplitsCannotTellModelsApartAndSixCan) {
  // 2 / 2^5 is above 5 %, 2 / 2^6 below.
  const auto comparisons = [](int splits) {
    return compare_with(results_with({{"linear", 20.0}, {"symbolic", 5.0}}, splits), "symbolic");
  };
  EXPECT_FALSE(can_tell_apart(comparisons(5)));
  EXPECT_TRUE(can_tell_apart(comparisons(6)));
}

TEST(Findings, SayWhichLearnedModelsTheFormulaLosesTo) {
  Results results =
      results_with({{"linear", 20.0}, {"symbolic", 8.0}, {"xgboost", 3.0}, {"mlp", 30.0}}, 10);
  const std::string text = joined(findings(results));
  EXPECT_NE(text.find("The formula loses to 1 learned model: xgboost (3.58 %, better in 10 of 10 "
                      "splits, beyond "
                      "chance)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("xgboost is more accurate than every other model beyond chance"),
            std::string::npos)
      << text;
  results = results_with({{"symbolic", 3.0}, {"xgboost", 8.0}}, 3);
  const std::string other = joined(findings(results));
  EXPECT_NE(other.find("No learned model has a lower median error"), std::string::npos) << other;
  EXPECT_NE(other.find("3 splits are too few"), std::string::npos) << other;
}

TEST(Findings, DoNotCallAFormulaThatFailedTheBetterOne) {
  Results results = results_with({{"symbolic", 3.0}, {"xgboost", 8.0}}, 2);
  for (FitRecord& fit : results.fits) {
    if (fit.model == "symbolic") {
      fit.metrics.mape_percent = std::numeric_limits<double>::quiet_NaN();
    }
  }
  const std::string text = joined(findings(results));
  EXPECT_NE(text.find("loses to 1 learned model: xgboost"), std::string::npos) << text;
  EXPECT_NE(text.find("not all finite"), std::string::npos) << text;
}

TEST(Findings, SayWhenAFloorFlattersTheErrors) {
  const Results flattered = results_with({{"constant", 9.0}, {"symbolic", 5.0}}, 2);
  EXPECT_TRUE(floor_flatters(summarize(flattered)));
  const std::string text = joined(findings(flattered));
  EXPECT_NE(text.find("A floor flatters these percentages"), std::string::npos) << text;
  EXPECT_NE(text.find("8 B"), std::string::npos) << text;
  const Results honest = results_with({{"constant", 50.0}, {"symbolic", 5.0}}, 2);
  EXPECT_FALSE(floor_flatters(summarize(honest)));
  EXPECT_EQ(joined(findings(honest)).find("floor"), std::string::npos);
  EXPECT_FALSE(floor_flatters({}));
}

}  // namespace
}  // namespace memlaw
