#include "tools/report_page.h"

#include "tools/game_report.h"
#include "tools/html_text.h"
#include "tools/report_charts.h"
#include "tools/report_script.h"
#include "tools/report_style.h"
#include "tools/svg_chart.h"

namespace lielow {
namespace {

// The page may load nothing from anywhere, whatever stands in it.
constexpr const char* kPolicy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

double Share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string Paragraph(const std::string& text) { return "<p>" + HtmlEscaped(text) + "</p>\n"; }

// A row of cells <th> or <td>.
std::string TableRow(const std::string& cell, const std::vector<std::string>& texts) {
  std::string row = "<tr>";
  for (const std::string& text : texts) {
    row += "<" + cell + ">" + HtmlEscaped(text) + "</" + cell + ">";
  }
  return row + "</tr>\n";
}

std::string Table(const std::vector<std::string>& head,
                  const std::vector<std::vector<std::string>>& rows) {
  std::string table = "<div class=\"scroll\"><table>\n" + TableRow("th", head);
  for (const std::vector<std::string>& row : rows) table += TableRow("td", row);
  return table + "</table></div>\n";
}

std::string Figure(const Chart& chart, const std::string& classes = "") {
  return "<figure class=\"" + classes + "\"><figcaption>" + HtmlEscaped(chart.title) +
         "</figcaption>\n" + ChartSvg(chart) + "</figure>\n";
}

std::string Heading(const Report& report) {
  const FigureRow last = report.figures.empty() ? FigureRow{} : report.figures.back();
  return "<h1>Training run " + HtmlEscaped(report.name) + "</h1>\n" +
         Paragraph(GroupedText(report.games) + " games, " + GroupedText(report.positions) +
                   " trained positions, " + GroupedText(last.step) + " training steps, " +
                   FixedText(last.Get("minutes"), 1) + " minutes");
}

std::string RatingSection(const Report& report) {
  std::string html = "<h2>Rating</h2>\n";
  if (report.evaluations.empty()) return html + Paragraph("No evaluations yet.");
  html += Figure(RatingChart(report.evaluations), "wide");
  std::vector<std::vector<std::string>> rows;
  for (const EvaluationRow& row : report.evaluations) {
    rows.push_back({row.opponent, GroupedText(row.step), FixedText(row.minutes, 1),
                    GroupedText(row.games), PercentText(row.score), FixedText(row.elo, 0),
                    FixedText(row.elo_low, 0) + " to " + FixedText(row.elo_high, 0)});
  }
  return html +
         Table({"opponent", "step", "minutes", "games", "score", "Elo", "95 % interval"}, rows);
}

std::string LadderSection(const Report& report) {
  if (report.ladder.empty()) return "";
  // What matters is the differences: a fixed opponent, where there is one, is at 0.
  std::string anchor = report.ladder.front().a;
  for (const LadderRow& row : report.ladder) {
    if (row.a.find('@') == std::string::npos) anchor = row.a;
  }
  const std::vector<LadderStanding> standings =
      Ladder({}, report.ladder, {.anchor = anchor}).Standings();
  std::vector<std::vector<std::string>> rows;
  rows.reserve(standings.size());
  for (const LadderStanding& standing : standings) {
    rows.push_back({standing.player, GroupedText(standing.games), PercentText(standing.score),
                    FixedText(standing.elo, 0),
                    FixedText(standing.low, 0) + " to " + FixedText(standing.high, 0)});
  }
  return "<h2>Ladder</h2>\n" +
         Paragraph("All players on one scale, from their games against each other; " + anchor +
                   " is at 0.") +
         Figure(LadderChart(standings), "wide") +
         Table({"player", "games", "score", "Elo", "95 % interval"}, rows);
}

std::string FigureSection(const Report& report) {
  std::string html = "<h2>Training</h2>\n";
  const std::vector<Chart> charts = FigureCharts(report.figures);
  if (charts.empty()) return html + Paragraph("No figures yet.");
  html += "<div class=\"charts\">\n";
  for (const Chart& chart : charts) html += Figure(chart);
  return html + "</div>\n";
}

std::string CalibrationSection(const Report& report) {
  const std::vector<CalibrationBin> bins = ValueCalibration(report.newest_games);
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < bins.size(); ++i) {
    const CalibrationBin& bin = bins[i];
    const bool empty = bin.positions == 0;
    const double positions = static_cast<double>(bin.positions);
    rows.push_back({FixedText(static_cast<double>(i) / kCalibrationBins, 1) + " to " +
                        FixedText(static_cast<double>(i + 1) / kCalibrationBins, 1),
                    GroupedText(bin.positions),
                    empty ? "" : FixedText(bin.value_sum / positions, 3),
                    empty ? "" : FixedText(Share(bin.wins, bin.positions), 3)});
  }
  return "<h2>Are the values right?</h2>\n" +
         Paragraph(
             "Positions that were searched and not proven: how often the player to move did "
             "win where the search gave a value. The nearer to the diagonal, the better. The "
             "search chose the moves that followed, so some distance is no fault.") +
         Figure(CalibrationChart(bins), "wide") +
         Table({"value", "positions", "mean value", "share won"}, rows);
}

std::string EndsSection(const Report& report) {
  const GameEnds ends = CountGameEnds(report.newest_games);
  std::vector<std::vector<std::string>> rows = {
      {"Blue won", PercentText(Share(ends.blue_wins, ends.games))}};
  for (const auto& [termination, games] : ends.terminations) {
    rows.push_back({"ended: " + std::string(TerminationText(termination)),
                    PercentText(Share(games, ends.games))});
  }
  rows.push_back({"mean plies", FixedText(Share(ends.plies, ends.games), 1)});
  return "<h2>How games end</h2>\n" + Table({"of these games", ""}, rows);
}

std::string SampleSection(const Report& report) {
  Json games = Json::array();
  for (const RecordedGame* game : SampleGames(report.newest_games, kSampleGames, kSampledAmong)) {
    games.push_back(GameJson(*game));
  }
  // Within <script>, nothing but "</" or "<!--" could end or change it.
  std::string json;
  for (const char character : games.dump()) {
    if (character == '<') {
      json += "\\u003c";
    } else {
      json += character;
    }
  }
  return std::string("<h2>Sample games</h2>\n") + kReportViewer +
         "<script type=\"application/json\" id=\"games\">" + json + "</script>\n<script>" +
         kReportScript + "</script>\n";
}

std::string GameSections(const Report& report) {
  if (report.newest_games.empty()) {
    return "<h2>Games</h2>\n" + Paragraph("No games yet, or all their moves were dropped.");
  }
  return "<h2>Games</h2>\n" +
         Paragraph("Below, the newest " + GroupedText(std::ssize(report.newest_games)) +
                   " games that have kept their moves.") +
         EndsSection(report) + CalibrationSection(report) + SampleSection(report);
}

}  // namespace

std::string ReportPage(const Report& report) {
  return std::string("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n") +
         "<meta http-equiv=\"Content-Security-Policy\" content=\"" + HtmlEscaped(kPolicy) +
         "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" +
         HtmlEscaped(report.name) + " - Lielow Zero</title>\n<style>" + kReportStyle +
         "</style>\n</head>\n<body>\n" + Heading(report) + RatingSection(report) +
         LadderSection(report) + FigureSection(report) + GameSections(report) +
         "</body>\n</html>\n";
}

}  // namespace lielow
