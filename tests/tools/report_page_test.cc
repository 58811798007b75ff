#include "tools/report_page.h"

#include <gmock/gmock.h>

#include <cstddef>
#include <limits>

#include "tests/selfplay/random_recorded_game.h"
#include "tools/json_text.h"

namespace lielow {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Report SmallReport() {
  return {.name = "small <run> & more",
          .games = 1234,
          .positions = 56789,
          .figures = {{.step = 62, .figures = {{"policy_loss", 3.25}, {"value_loss", 0.7}}},
                      {.step = 1125,
                       .figures = {{"policy_loss", 2.5},
                                   {"policy_loss_new", 2.75},
                                   {"value_loss", 0.6},
                                   {"minutes", 7.25},
                                   {"zebras_seen", 3}}}},
          .evaluations = {{.step = 62,
                           .opponent = "rollouts:n=<200>",
                           .games = 40,
                           .score = 0.925,
                           .elo = 436.4,
                           .elo_low = 294.2,
                           .elo_high = 759.1,
                           .minutes = 1.5},
                          {.step = 1125,
                           .opponent = "random",
                           .games = 40,
                           .score = 1,
                           .elo = kInfinity,
                           .elo_low = 286.6,
                           .elo_high = kInfinity,
                           .minutes = 7}},
          .ladder = {{5, "net:runs/a@62,sims=4", "greedy", 0, true, true},
                     {5, "greedy", "net:runs/a@1125,sims=4", 0, false, true},
                     {5, "<evil>", "greedy", 0, false, true}},
          .newest_games = RandomRecordedGames(5, 0, 30)};
}

// The part of the page from `begin` up to `end`.
std::string Between(const std::string& page, const std::string& begin, const std::string& end) {
  const std::size_t first = page.find(begin);
  if (first == std::string::npos) return "";
  const std::size_t start = first + begin.size();
  return page.substr(start, page.find(end, start) - start);
}

TEST(ReportPageTest, LadderHasAllPlayersOnOneScale) {
  const std::string page = ReportPage(SmallReport());
  const std::string section = Between(page, "<h2>Ladder</h2>", "<h2>");
  for (const char* text : {"this run", "net:runs/a@62,sims=4", "net:runs/a@1125,sims=4",
                           "&lt;evil&gt;", "<td>100.0 %</td>"}) {
    EXPECT_THAT(section, HasSubstr(text));
  }
  Report report = SmallReport();
  report.ladder.clear();
  EXPECT_THAT(ReportPage(report), testing::Not(HasSubstr("Ladder")));
}

TEST(ReportPageTest, HeadingTellsWhatTheRunHasDone) {
  const std::string page = ReportPage(SmallReport());
  EXPECT_THAT(page, HasSubstr("<h1>Training run small &lt;run&gt; &amp; more</h1>"));
  EXPECT_THAT(page, HasSubstr("1,234 games, 56,789 trained positions, 1,125 training steps, 7.2 "
                              "minutes"));
}

TEST(ReportPageTest, FiguresAreCurvesAndNoneIsLeftOut) {
  const std::string page = ReportPage(SmallReport());
  EXPECT_THAT(page, HasSubstr("<title>policy_loss: 3.25, training steps 62</title>"));
  EXPECT_THAT(page, HasSubstr("<title>policy_loss_new: 2.75, training steps 1125</title>"));
  EXPECT_THAT(page, HasSubstr("<title>value_loss: 0.6, training steps 1125</title>"));
  EXPECT_THAT(page, HasSubstr("<figcaption>Policy loss</figcaption>"));
  EXPECT_THAT(page, HasSubstr("<figcaption>Zebras seen</figcaption>"));
  EXPECT_THAT(page, Not(HasSubstr("<figcaption>Policy loss new</figcaption>")));
  EXPECT_THAT(page, Not(HasSubstr("<figcaption>Learning rate</figcaption>")));  // There is none.
}

TEST(ReportPageTest, RatingsAreACurveForEachOpponentAndATable) {
  const std::string page = ReportPage(SmallReport());
  EXPECT_THAT(page, HasSubstr("<tr><td>rollouts:n=&lt;200&gt;</td><td>62</td><td>1.5</td><td>40"
                              "</td><td>92.5 %</td><td>436</td><td>294 to 759</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<td>100.0 %</td><td>infinite</td><td>287 to infinite</td></tr>"));
  EXPECT_THAT(page, HasSubstr("Infinite values are drawn at the edge."));
  EXPECT_THAT(page, HasSubstr("<title>rollouts:n=&lt;200&gt;: 436.4 (294.2 to 759.1), training "
                              "steps 62</title>"));
}

// Blue takes the king at once in three games of four, where the search gave it 0.75.
TEST(ReportPageTest, GamesAreCountedAndTheirValuesCompared) {
  Report report = SmallReport();
  RecordedGame won;
  won.start = Position::Parse("R13/B13/4/4 b");
  won.moves = {{.move = *won.start.KingCapture(), .effort = Effort::kFast, .value = 0.75F}};
  won.termination = Termination::kKingCaptured;
  RecordedGame lost = won;
  lost.winner = Color::kRed;
  lost.termination = Termination::kResigned;
  report.newest_games = {won, won, lost, won};
  const std::string page = ReportPage(report);
  EXPECT_THAT(page, HasSubstr("the newest 4 games"));
  EXPECT_THAT(page, HasSubstr("<tr><td>Blue won</td><td>75.0 %</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>ended: king captured</td><td>75.0 %</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>ended: resigned</td><td>25.0 %</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>mean plies</td><td>1.0</td></tr>"));
  EXPECT_THAT(page,
              HasSubstr("<tr><td>0.7 to 0.8</td><td>4</td><td>0.750</td><td>0.750</td></tr>"));
  EXPECT_THAT(page, HasSubstr("<tr><td>0.8 to 0.9</td><td>0</td><td></td><td></td></tr>"));
  EXPECT_THAT(page, HasSubstr("<title>share won: 0.75, value by the search 0.75</title>"));
}

TEST(ReportPageTest, SampleGamesAreThereForTheScript) {
  const std::string page = ReportPage(SmallReport());
  const Json games =
      Json::parse(Between(page, "<script type=\"application/json\" id=\"games\">", "</script>"));
  ASSERT_EQ(games.size(), 10U);
  EXPECT_EQ(games[0]["number"], 29);
  EXPECT_EQ(games[9]["number"], 2);
  EXPECT_EQ(games[0]["positions"][0], Position(5).ToString());
}

TEST(ReportPageTest, NothingIsLoadedFromElsewhere) {
  const std::string page = ReportPage(SmallReport());
  for (const char* reference : {"http://", "https://", "src=", "href=", "url(", "@import"}) {
    EXPECT_THAT(page, Not(HasSubstr(reference)));
  }
  EXPECT_THAT(page, HasSubstr("default-src &#39;none&#39;"));
}

TEST(ReportPageTest, EmptyRunSaysSo) {
  const std::string page = ReportPage(
      {.name = "new", .figures = {}, .evaluations = {}, .ladder = {}, .newest_games = {}});
  EXPECT_THAT(page, HasSubstr("0 games, 0 trained positions, 0 training steps, 0.0 minutes"));
  EXPECT_THAT(page, HasSubstr("No evaluations yet."));
  EXPECT_THAT(page, HasSubstr("No figures yet."));
  EXPECT_THAT(page, HasSubstr("No games yet"));
  EXPECT_THAT(page, Not(HasSubstr("<script")));
  EXPECT_TRUE(page.ends_with("</body>\n</html>\n"));
}

}  // namespace
}  // namespace lielow
