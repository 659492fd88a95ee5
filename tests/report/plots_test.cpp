#include "memlaw/report/plots.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

#include "report/make_results.hpp"

namespace memlaw {
namespace {

bool has_gnuplot() { return std::system("gnuplot --version >/dev/null 2>&1") == 0; }

// Everything that can be drawn: a learning curve of a formula and two networks, with a curve.
Results make_drawable() {
  Results results = test::make_results();
  results.models = {"symbolic", "bigru-transformer", "mlp"};
  results.splits = {"train-20-1", "train-40-1"};
  results.fits.clear();
  for (const std::string& split : results.splits) {
    for (const std::string& model : results.models) {
      FitRecord fit = test::make_fit(model, split, split == "train-20-1" ? 20.0 : 10.0);
      if (split == "train-40-1") fit.curves = {{10.0, 20.0, 40.0}};
      results.fits.push_back(fit);
    }
  }
  Curve curve;
  curve.split = "train-40-1";
  curve.held = "levels = 3";
  curve.x = {1.0, 2.0, 4.0};
  curve.largest_trained = 2.0;
  curve.points = {{1.0, 10.0, true}, {2.0, 21.0, false}};
  results.curves = {curve};
  return results;
}

std::vector<std::string> all_plots(const ReportPlots& plots) {
  std::vector<std::string> all = {plots.predicted_against_measured, plots.error_against_size,
                                  plots.pareto_front, plots.learning_curve, plots.ablation};
  all.insert(all.end(), plots.curves.begin(), plots.curves.end());
  return all;
}

TEST(Plots, DrawSvgThatFollowsTheColourOfThePage) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::vector<std::string> plots = all_plots(draw_plots(make_drawable()));
  ASSERT_EQ(plots.size(), 6u);
  for (const std::string& svg : plots) {
    EXPECT_TRUE(svg.starts_with("<svg")) << svg.substr(0, 100);
    EXPECT_TRUE(svg.ends_with("</svg>"));
    EXPECT_NE(svg.find("currentColor"), std::string::npos);
    EXPECT_EQ(svg.find("black"), std::string::npos);
    EXPECT_EQ(svg.find("rgb(  0,   0,   0)"), std::string::npos);
  }
}

TEST(Plots, LabelTheirAxesWithUnits) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const ReportPlots plots = draw_plots(make_drawable());
  const auto expect = [](const std::string& svg, std::initializer_list<const char*> labels) {
    for (const char* const label : labels) {
      EXPECT_NE(svg.find(label), std::string::npos) << label;
    }
  };
  expect(plots.predicted_against_measured, {"measured y (bytes)", "predicted (bytes)", "symbolic"});
  expect(plots.error_against_size, {"measured y (bytes)", "predicted - measured (% of measured)"});
  expect(plots.pareto_front, {"complexity", "training loss (mape)"});
  expect(plots.learning_curve, {"training rows", "median test MAPE (%)", "mlp", "20", "40"});
  expect(plots.ablation, {"median test MAPE (%)", "bigru-transformer", "mlp"});
  expect(plots.curves.at(0), {"x (voxels)", "y (bytes)", "measured, trained on",
                              "measured, held out", "bigru-transformer"});
}

TEST(Plots, ThinOutManyRowsAndTheReportSaysSo) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = test::make_results();
  EXPECT_EQ(report_html(results, draw_plots(results)).find("taken evenly"), std::string::npos);
  for (FitRecord& fit : results.fits) {
    fit.rows.assign(5000, 1);
    fit.predicted.assign(5000, 11.0);
  }
  const ReportPlots plots = draw_plots(results);
  std::size_t points = 0;
  const std::string& svg = plots.predicted_against_measured;
  for (std::size_t at = 0; (at = svg.find("<use ", at)) != std::string::npos; ++at) ++points;
  EXPECT_GT(points, 2 * 1500u);
  EXPECT_LT(points, 2 * 2000u + 50u);
  EXPECT_NE(report_html(results, plots).find("At most 2000 rows"), std::string::npos);
}

TEST(Plots, ScaleBytesToAUnitThatFits) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = test::make_results();
  for (double& value : results.measured) value = 1e9 + 2e8 * value;
  EXPECT_NE(draw_plots(results).predicted_against_measured.find("measured y (GiB)"),
            std::string::npos);
}

TEST(Plots, LabelNarrowRangesToo) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = test::make_results();
  for (double& value : results.measured) value = (480.0 + value) * 1024.0 * 1024.0;
  const ReportPlots plots = draw_plots(results);
  // Between powers of two.
  EXPECT_NE(plots.predicted_against_measured.find("<text> 500<"), std::string::npos)
      << plots.predicted_against_measured;
  EXPECT_NE(plots.error_against_size.find("<text> 500<"), std::string::npos);
}

TEST(Plots, NameTheFormulaOfEveryPointOfTheFront) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  const std::string svg = draw_plots(test::make_results()).pareto_front;
  EXPECT_NE(svg.find("<title>y = x</title></use>"), std::string::npos) << svg;
  EXPECT_NE(svg.find("<title>y = x + 1</title></use>"), std::string::npos);
}

TEST(Plots, LeaveOutWhatTheRunDoesNotHave) {
  const ReportPlots plots = draw_plots(test::make_results());
  EXPECT_EQ(plots.learning_curve, "");
  EXPECT_EQ(plots.ablation, "");
  EXPECT_TRUE(plots.curves.empty());
}

TEST(Plots, DrawFitsThatFailedOnSomeRows) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = make_drawable();
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  for (FitRecord& fit : results.fits) {
    if (fit.model != "mlp") continue;
    fit.metrics.mape_percent = kNan;
    fit.predicted[0] = kNan;
    if (!fit.curves.empty()) fit.curves[0] = {kNan, HUGE_VAL, -HUGE_VAL};
  }
  const ReportPlots plots = draw_plots(results);
  EXPECT_TRUE(plots.predicted_against_measured.starts_with("<svg"));
  EXPECT_TRUE(plots.error_against_size.starts_with("<svg"));
  EXPECT_TRUE(plots.learning_curve.starts_with("<svg"));
  EXPECT_TRUE(plots.curves[0].starts_with("<svg"));
  // One bar is no comparison.
  EXPECT_EQ(plots.ablation, "");
  for (FitRecord& fit : results.fits) {
    fit.predicted = {kNan, kNan};
    fit.curves.clear();
  }
  EXPECT_EQ(draw_plots(results).predicted_against_measured, "");
  EXPECT_EQ(draw_plots(results).curves, std::vector<std::string>{""});
}

TEST(Plots, SurviveNamesThatGnuplotCouldTakeForCommands) {
  if (!has_gnuplot()) GTEST_SKIP() << "gnuplot is not installed";
  Results results = test::make_results();
  results.target = "it's `date` \"$x\" @y\nset output '/dev/null'";
  EXPECT_TRUE(draw_plots(results).predicted_against_measured.starts_with("<svg"));
  results = make_drawable();
  results.models[2] = "it's `date` $x\n\"";
  for (FitRecord& fit : results.fits) {
    if (fit.model == "mlp") fit.model = results.models[2];
  }
  EXPECT_TRUE(draw_plots(results).learning_curve.starts_with("<svg"));
}

TEST(Plots, AreEmptyWithoutGnuplotAndWithoutData) {
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", "/nonexistent", 1);
  const std::vector<std::string> none = all_plots(draw_plots(make_drawable()));
  ::setenv("PATH", path.c_str(), 1);
  for (const std::string& svg : none) EXPECT_EQ(svg, "");
  EXPECT_EQ(draw_plots(Results{}).predicted_against_measured, "");
}

}  // namespace
}  // namespace memlaw
