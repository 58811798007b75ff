#include "tools/game_report.h"

#include <gmock/gmock.h>

#include "game/move_text.h"
#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::Pair;

// A game with these moves and values of fast searches.
RecordedGame GameOf(const std::string& start,
                    const std::vector<std::pair<std::string, float>>& moves) {
  RecordedGame game;
  game.start = Position::Parse(start);
  Position position = game.start;
  for (const auto& [text, value] : moves) {
    const Move move = ParseMove(position, text);
    game.moves.push_back({.move = move, .effort = Effort::kFast, .value = value});
    position.Play(move);
  }
  game.winner = *position.winner();
  game.termination = TerminationOf(position.ending());
  return game;
}

// The kings stand side by side.
constexpr const char* kTwoKings = "R13/B13/4/4 b";

std::vector<RecordedGame> FourGames() {
  return {GameOf(kTwoKings, {{"a3xa4", 0.95F}}), GameOf(kTwoKings, {{"a3xa4", 0.91F}}),
          GameOf(kTwoKings, {{"a3-off", 0.97F}}),
          GameOf(kTwoKings, {{"a3-b4", 0.35F}, {"a4xb4", 0.65F}})};
}

TEST(ValueCalibrationTest, CountsWinsOfThePlayerToMove) {
  const std::vector<CalibrationBin> bins = ValueCalibration(FourGames());
  ASSERT_EQ(bins.size(), 10U);
  EXPECT_EQ(bins[9].positions, 3);
  EXPECT_EQ(bins[9].wins, 2);
  EXPECT_NEAR(bins[9].value_sum, 2.83, 1e-6);
  EXPECT_EQ(bins[3].positions, 1);
  EXPECT_EQ(bins[3].wins, 0);
  EXPECT_EQ(bins[6].positions, 1);
  EXPECT_EQ(bins[6].wins, 1);
  std::int64_t positions = 0;
  for (const CalibrationBin& bin : bins) positions += bin.positions;
  EXPECT_EQ(positions, 5);
}

TEST(ValueCalibrationTest, OnlySearchedPositionsWithoutAProofCount) {
  std::vector<RecordedGame> games = FourGames();
  games[0].moves[0].proof = Proof::kWin;
  games[1].moves[0].effort = Effort::kNone;
  games[2].moves[0].proof = Proof::kLoss;
  const std::vector<CalibrationBin> bins = ValueCalibration(games);
  EXPECT_EQ(bins[9].positions, 0);
  EXPECT_EQ(bins[6].positions, 1);
}

TEST(ValueCalibrationTest, CertainValuesAreInTheOutermostBins) {
  const std::vector<RecordedGame> games = {GameOf(kTwoKings, {{"a3-b4", 0}, {"a4xb4", 1}})};
  const std::vector<CalibrationBin> bins = ValueCalibration(games);
  EXPECT_EQ(bins[0].positions, 1);
  EXPECT_EQ(bins[9].positions, 1);
  EXPECT_EQ(bins[9].wins, 1);
}

TEST(CountGameEndsTest, CountsWinnersEndsAndPlies) {
  const GameEnds ends = CountGameEnds(FourGames());
  EXPECT_EQ(ends.games, 4);
  EXPECT_EQ(ends.plies, 5);
  EXPECT_EQ(ends.blue_wins, 2);
  EXPECT_THAT(ends.terminations, ElementsAre(Pair(Termination::kKingCaptured, 3),
                                             Pair(Termination::kKingMovedOff, 1)));
}

std::vector<std::int64_t> Numbers(const std::vector<const RecordedGame*>& games) {
  std::vector<std::int64_t> numbers;
  for (const RecordedGame* game : games) numbers.push_back(game->number);
  return numbers;
}

TEST(SampleGamesTest, AreSpreadOverTheNewest) {
  std::vector<RecordedGame> games(300);
  for (std::size_t i = 0; i < games.size(); ++i) games[i].number = static_cast<std::int64_t>(i);
  EXPECT_THAT(Numbers(SampleGames(games, 4, 200)), ElementsAre(299, 249, 199, 149));
  EXPECT_THAT(Numbers(SampleGames(std::span(games).first(3), 10, 200)), ElementsAre(2, 1, 0));
  EXPECT_THAT(SampleGames({}, 10, 200), testing::IsEmpty());
}

TEST(GameJsonTest, HasPositionsMovesValuesAndProofs) {
  RecordedGame game = GameOf(kTwoKings, {{"a3-b4", 0.35F}, {"a4xb4", 0.6543F}});
  game.number = 7;
  game.moves[0].effort = Effort::kNone;
  game.moves[1].proof = Proof::kWin;
  game.moves[1].model_step = 62;
  EXPECT_EQ(GameJson(game), Json::parse(R"({
    "number": 7, "step": 62, "winner": "Red", "termination": "king captured",
    "positions": ["R13/B13/4/4 b", "R1B22/4/4/4 r", "1R12/4/4/4 b"],
    "moves": ["a3-b4", "a4xb4"],
    "values": [null, 0.654],
    "proofs": [null, "win"]})"));
}

TEST(GameJsonTest, EveryGameHasOnePositionMoreThanMoves) {
  for (const RecordedGame& game : RandomRecordedGames(9, 0, 20)) {
    const Json json = GameJson(game);
    EXPECT_EQ(json["positions"].size(), game.moves.size() + 1);
    EXPECT_EQ(json["moves"].size(), game.moves.size());
    EXPECT_EQ(json["values"].size(), game.moves.size());
    EXPECT_EQ(json["proofs"].size(), game.moves.size());
  }
}

}  // namespace
}  // namespace lielow
