#include "memlaw/report/plots.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "report/make_results.hpp"

namespace memlaw {
namespace {

bool has_gnuplot() { return std::system("gnuplot --version >/dev/null 2>&1") == 0; }

TEST(Plots, DrawSvgThatFollowsTheColourOfThePage) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ReportPlots plots = draw_plots(test::make_results());
  for (const std::string& svg : {plots.predicted_against_measured, plots.pareto_front}) {
    EXPECT_TRUE(svg.starts_with("<svg")) << svg.substr(0, 100);
    EXPECT_TRUE(svg.ends_with("</svg>"));
    EXPECT_NE(svg.find("currentColor"), std::string::npos);
    EXPECT_EQ(svg.find("black"), std::string::npos);
  }
}

TEST(Plots, SurviveNamesThatGnuplotCouldTakeForCommands) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = test::make_results();
  results.target = "it's `date` \"$x\" @y\nset output '/dev/null'";
  EXPECT_TRUE(draw_plots(results).predicted_against_measured.starts_with("<svg"));
}

TEST(Plots, AreEmptyWithoutGnuplotAndWithoutData) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const ReportPlots none = draw_plots(test::make_results());
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(none.predicted_against_measured, "");
  EXPECT_EQ(none.pareto_front, "");
  EXPECT_EQ(draw_plots(Results{}).predicted_against_measured, "");
}

}  // namespace
}  // namespace memlaw
