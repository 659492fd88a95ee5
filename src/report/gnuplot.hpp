// One plot, drawn by gnuplot as an SVG element.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace memlaw {

struct Results;

// Builds the script of a plot. User text enters through data(), axis() and gnuplot_text() only,
// which keep gnuplot from reading it as commands.
class Plot {
 public:
  // `name` makes the ids of the element unique on the page. `keys`: entries of the legend, below
  // the frame.
  explicit Plot(std::string name, std::size_t keys = 0);

  // A command of its own line, such as "set yrange [0:*]".
  void command(const std::string& text);
  // The label of axis 'x' or 'y'.
  void label(char axis, const std::string& text);
  // Its range.
  void linear(char axis, double low, double high);
  // Its range, above 0. Linear all the same when it spans so little that a logarithmic axis would
  // have too few numbers to read.
  void logarithmic(char axis, double low, double high);
  // Rows of numbers; returns what stands for them in add(): "$data0".
  std::string data(const std::vector<std::vector<double>>& rows);
  // An element of the plot command: "$data0 using 1:2 with lines title 'a'".
  void add(const std::string& element);
  // The element, in the colours of the page; empty when gnuplot is missing or fails, or when there
  // was nothing to add.
  std::string draw() const;

 private:
  std::string name_;
  std::string script_;
  std::string elements_;
  std::size_t blocks_ = 0;
};

// A gnuplot string constant.
std::string gnuplot_text(std::string_view text);

// How a model is drawn, the same in all plots of a run: "lc rgb '#3b82d0' dt 1".
std::string pen(const Results& results, std::string_view model);
// Its point type: "pt 7".
std::string point(const Results& results, std::string_view model);

// Gives the markers of gnuplot's point type `type` in `svg` titles, which browsers show on
// hovering. Nothing changes unless there are as many markers as titles.
void add_titles(std::string& svg, int type, const std::vector<std::string>& titles);

}  // namespace memlaw
