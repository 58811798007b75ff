#include "tools/report_charts.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>

namespace lielow {
namespace {

constexpr const char* kSteps = "training steps";

struct FigureGroup {
  const char* title;
  std::vector<std::string> figures;
};

// Figures of different sizes have charts of their own: one would flatten the other.
const std::vector<FigureGroup>& FigureGroups() {
  static const std::vector<FigureGroup> groups = {
      {"Policy loss", {"policy_loss", "policy_loss_new"}},
      {"Value loss", {"value_loss", "value_loss_new"}},
      {"Policy agreement with the search", {"policy_agreement"}},
      {"Share of games that Blue won", {"blue_wins_share"}},
      {"Share of games ended by a king moved off", {"king_off_share"}},
      {"Mean plies of a game", {"mean_plies"}},
      {"Positions played a second", {"positions_per_second"}},
      {"Training steps a second", {"steps_per_second"}},
      {"Window of positions", {"window"}},
      {"Learning rate", {"learning_rate"}},
      {"Memory in MiB", {"memory_mib"}},
  };
  return groups;
}

// "king_off_share" as "King off share".
std::string TitleOf(std::string figure) {
  std::replace(figure.begin(), figure.end(), '_', ' ');
  if (!figure.empty()) {
    figure[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(figure[0])));
  }
  return figure;
}

ChartCurve FigureCurve(std::span<const FigureRow> rows, const std::string& figure) {
  ChartCurve curve{.name = figure, .points = {}};
  for (const FigureRow& row : rows) {
    const auto found = row.figures.find(figure);
    if (found == row.figures.end()) continue;
    curve.points.push_back({.x = static_cast<double>(row.step), .y = found->second});
  }
  return curve;
}

}  // namespace

std::vector<Chart> FigureCharts(std::span<const FigureRow> rows) {
  std::set<std::string> left;
  for (const FigureRow& row : rows) {
    for (const auto& [figure, value] : row.figures) left.insert(figure);
  }
  std::vector<Chart> charts;
  const auto add = [&](const std::string& title, const std::vector<std::string>& figures) {
    Chart chart{.title = title, .x_name = kSteps, .curves = {}};
    for (const std::string& figure : figures) {
      if (left.erase(figure) > 0) chart.curves.push_back(FigureCurve(rows, figure));
    }
    if (!chart.curves.empty()) charts.push_back(std::move(chart));
  };
  for (const FigureGroup& group : FigureGroups()) add(group.title, group.figures);
  while (!left.empty()) {
    const std::string figure = *left.begin();
    add(TitleOf(figure), {figure});
  }
  return charts;
}

Chart RatingChart(std::span<const EvaluationRow> rows) {
  std::map<std::string, ChartCurve> curves;
  for (const EvaluationRow& row : rows) {
    ChartCurve& curve = curves[row.opponent];
    curve.name = row.opponent;
    curve.points.push_back({.x = static_cast<double>(row.step),
                            .y = row.elo,
                            .interval = ChartInterval{row.elo_low, row.elo_high}});
  }
  // Equal strength is where the sign turns: it is always in sight.
  Chart chart{.title = "Elo difference to each opponent, with its 95 % interval",
              .x_name = kSteps,
              .curves = {},
              .y_range = ChartInterval{0, 0}};
  for (auto& [opponent, curve] : curves) chart.curves.push_back(std::move(curve));
  return chart;
}

Chart LadderChart(std::span<const LadderStanding> standings) {
  ChartCurve run{.name = "this run", .points = {}};
  std::vector<ChartCurve> curves;
  for (const LadderStanding& standing : standings) {
    const auto at = standing.player.find('@');
    double step = 0;
    const char* end = standing.player.data() + standing.player.size();
    if (at == std::string::npos ||
        std::from_chars(standing.player.data() + at + 1, end, step).ec != std::errc()) {
      curves.push_back({.name = standing.player, .points = {{.x = 0, .y = standing.elo}}});
      continue;
    }
    run.points.push_back(
        {.x = step, .y = standing.elo, .interval = ChartInterval{standing.low, standing.high}});
  }
  std::sort(run.points.begin(), run.points.end(),
            [](const ChartPoint& a, const ChartPoint& b) { return a.x < b.x; });
  const double last = run.points.empty() ? 0 : run.points.back().x;
  for (ChartCurve& curve : curves) curve.points.push_back({.x = last, .y = curve.points[0].y});
  if (!run.points.empty()) curves.insert(curves.begin(), std::move(run));
  return {.title = "Elo on the ladder, with its 95 % interval",
          .x_name = kSteps,
          .curves = std::move(curves)};
}

Chart CalibrationChart(std::span<const CalibrationBin> bins) {
  ChartCurve curve{.name = "share won", .points = {}};
  for (const CalibrationBin& bin : bins) {
    if (bin.positions == 0) continue;
    const auto positions = static_cast<double>(bin.positions);
    curve.points.push_back(
        {.x = bin.value_sum / positions, .y = static_cast<double>(bin.wins) / positions});
  }
  return {.title = "Share of positions won by the player to move, over the search's value",
          .x_name = "value by the search",
          .curves = {std::move(curve)},
          .x_range = ChartInterval{0, 1},
          .y_range = ChartInterval{0, 1},
          .diagonal = true};
}

}  // namespace lielow
