#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "memlaw/base/file.hpp"
#include "memlaw/report/writers.hpp"
#include "report/make_results.hpp"

namespace memlaw {
namespace {

TEST(ReportLatex, GivesMedianAndPercentilesOfEveryModel) {
  const std::string text = report_latex(test::make_results());
  // RMSE is 2 bytes on both splits; MAPE 3 and 5 %.
  EXPECT_NE(text.find("symbolic & $4$ [$3.2$, $4.8$] & $2$ [$2$, $2$]"), std::string::npos) << text;
  EXPECT_NE(text.find("RMSE, bytes"), std::string::npos) << text;
  EXPECT_NE(text.find("5 rows; splits: 2 random{,} 40 \\% of the rows held out{,} seed 1"),
            std::string::npos)
      << text;
  EXPECT_LT(text.find("symbolic &"), text.find("linear &"));
}

TEST(ReportLatex, SpellsLargeNumbersAsPowersOfTen) {
  Results results = test::make_results();
  results.target_unit = "";
  for (FitRecord& fit : results.fits) fit.metrics.rmse = -2.5e9;
  EXPECT_NE(report_latex(results).find("$-2.5 \\cdot 10^{9}$"), std::string::npos)
      << report_latex(results);
}

TEST(ReportLatex, CompilesAloneAndInsideAnotherDocument) {
  if (std::system("pdflatex --version >/dev/null 2>&1") != 0) {
    GTEST_SKIP() << "pdflatex is not installed";
  }
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("memlaw-latex-test-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  Results results = test::make_results();
  results.target = "peak_bytes #1 & 50 % {of} \\it ~^$x$";
  results.data_source = "a_b/\"c\" <d>.csv";
  results.fits[0].metrics.r2 = -1e300;
  write_file(folder / "report.tex", report_latex(results));
  write_file(folder / "paper.tex",
             "\\documentclass{article}\n\\begin{document}\nBefore.\n\\input{report}\nAfter.\n"
             "\\input{report}\n\\end{document}\n");
  for (const char* const name : {"report", "paper"}) {
    const std::string command = "cd '" + folder.string() +
                                "' && pdflatex -interaction=nonstopmode -halt-on-error " + name +
                                ".tex >output 2>&1";
    EXPECT_EQ(std::system(command.c_str()), 0) << read_file(folder / "output");
    EXPECT_TRUE(std::filesystem::exists(folder / (std::string(name) + ".pdf")));
    EXPECT_EQ(read_file(folder / "output").find("Overfull"), std::string::npos)
        << read_file(folder / "output");
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace memlaw
