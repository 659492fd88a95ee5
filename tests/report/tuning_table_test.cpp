#include "../../src/report/tuning_table.hpp"

#include <gtest/gtest.h>

#include "make_results.hpp"
#include "memlaw/report/writers.hpp"

namespace memlaw {
namespace {

TEST(TuningTable, ShowsTheMostFrequentChoiceAndTheMedianCost) {
  Results results = test::make_results();
  results.models = {"linear", "symbolic"};
  results.splits.push_back("random-3");
  results.fits.push_back(test::make_fit("symbolic", "random-3", 4.0));
  const char* sizes[] = {"30", "60", "30"};
  const double seconds[] = {1.0, 7.0, 3.0};
  int i = 0;
  for (FitRecord& fit : results.fits) {
    if (fit.model != "symbolic") continue;
    fit.configurations = 20;
    fit.tune_seconds = seconds[i];
    fit.settings = {{"max_size", sizes[i++]}, {"nonnegative", "yes"}};
  }
  const TextTable table = tuning_table(results);
  ASSERT_EQ(table.rows.size(), 1u);
  EXPECT_EQ(table.rows[0],
            (std::vector<std::string>{"symbolic", "20", "3",
                                      "max_size = 30 (2 of 3), nonnegative = yes (3 of 3)"}));
  EXPECT_NE(report_markdown(results).find("## Tuning"), std::string::npos);
  EXPECT_NE(report_html(results, {}).find("<h2>Tuning</h2>"), std::string::npos);
}

TEST(TuningTable, IsEmptyWithoutTuning) {
  const Results results = test::make_results();
  EXPECT_TRUE(tuning_table(results).rows.empty());
  EXPECT_EQ(report_markdown(results).find("## Tuning"), std::string::npos);
}

}  // namespace
}  // namespace memlaw
