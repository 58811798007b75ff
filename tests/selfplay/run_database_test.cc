#include "selfplay/run_database.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

#include "game/input_error.h"
#include "selfplay/sqlite.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ThrowsMessage;

using Mode = RunDatabase::Mode;

class RunDatabaseTest : public testing::Test {
 protected:
  TemporaryDirectory directory_;
  std::filesystem::path path_ = directory_ / "run.db";
  RunDatabase database_{path_, Mode::kReadWrite};
};

TEST_F(RunDatabaseTest, NewOneIsEmpty) {
  EXPECT_EQ(database_.GameCount(), 0);
  EXPECT_EQ(database_.PositionCount(), 0);
  EXPECT_THAT(database_.Games(0, 10), IsEmpty());
  EXPECT_THAT(database_.GameNumbers(), IsEmpty());
  EXPECT_THAT(database_.Evaluations(), IsEmpty());
  EXPECT_THAT(database_.Figures(), IsEmpty());
}

TEST_F(RunDatabaseTest, GamesComeBackEqual) {
  std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 5);
  games.push_back(RandomRecordedGame(Position(9), 5));
  games.push_back(RandomRecordedGame(Position(4), 6));
  games.push_back(RandomRecordedGame(Position::Parse("4/1b1R11/3B1/4 r"), 7));
  games.back().seed = std::numeric_limits<std::uint64_t>::max();
  database_.AddGames(games);
  EXPECT_EQ(database_.Games(0, 100), games);
}

TEST_F(RunDatabaseTest, GamesAreThereWhenItIsOpenedAgain) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 3);
  database_.AddGames(games);
  database_ = RunDatabase(directory_ / "other.db", Mode::kReadWrite);  // Closes the first.
  EXPECT_EQ(database_.GameCount(), 0);
  EXPECT_EQ(RunDatabase(path_, Mode::kReadOnly).Games(0, 100), games);
}

TEST_F(RunDatabaseTest, GamesAreListedInTheOrderTheyWereAdded) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 6);
  // Numbers 3, 4, 5, 0, 1, 2.
  database_.AddGames(std::span(games).subspan(3));
  database_.AddGames(std::span(games).first(3));
  EXPECT_EQ(database_.Games(1, 3), std::vector({games[4], games[5], games[0]}));
  EXPECT_EQ(database_.Games(5, 3), std::vector({games[2]}));
  EXPECT_THAT(database_.Games(6, 3), IsEmpty());
  EXPECT_THAT(database_.Games(0, 0), IsEmpty());
  EXPECT_THAT(database_.GameNumbers(), ElementsAre(0, 1, 2, 3, 4, 5));
  EXPECT_THAT(database_.GameNumbers(kTrainingSource, 4), ElementsAre(0, 3, 4, 5));
  EXPECT_THAT(database_.GameNumbers(kTrainingSource, 0), IsEmpty());
}

TEST_F(RunDatabaseTest, SkippingCountsGamesAlsoWhereSomeWereDeleted) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 5);
  database_.AddGames(games);
  sqlite::Database(path_, sqlite::Database::Mode::kReadWrite)
      .Execute("DELETE FROM games WHERE number IN (0, 2)");
  EXPECT_EQ(database_.Games(1, 5), std::vector({games[3], games[4]}));
}

TEST_F(RunDatabaseTest, CountsGamesAndTrainedPositions) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 2);
  database_.AddGames(games);
  EXPECT_EQ(database_.GameCount(), 2);
  EXPECT_EQ(database_.PositionCount(), games[0].TrainedPositions() + games[1].TrainedPositions());
}

TEST_F(RunDatabaseTest, RepeatedNumberIsLeftAsItIs) {
  const RecordedGame first = RandomRecordedGame(Position(8), 7);
  RecordedGame second = RandomRecordedGame(Position(8), 8);
  const RecordedGame third = RandomRecordedGame(Position(8), 9);
  second.number = 7;
  database_.AddGames({{first}});
  database_.AddGames(std::vector({second, third, third}));
  EXPECT_EQ(database_.Games(0, 100), std::vector({first, third}));
}

TEST_F(RunDatabaseTest, RefusedGameKeepsItsWholeBatchOut) {
  std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 5);
  database_.AddGames(std::span(games).first(1));
  games[3].moves.back().value = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT([&] { database_.AddGames(std::span(games).subspan(1)); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("game 3: ")));
  EXPECT_THAT(database_.GameNumbers(), ElementsAre(0));

  games[3].moves.back().value = 0.5F;
  database_.AddGames(std::span(games).subspan(1));
  EXPECT_EQ(database_.Games(0, 100), games);
}

TEST_F(RunDatabaseTest, FailedWriteKeepsItsWholeBatchOut) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 40);
  database_.AddGames(std::span(games).first(1));
  sqlite::Database trigger(path_, sqlite::Database::Mode::kReadWrite);
  trigger.Execute(
      "CREATE TRIGGER full BEFORE INSERT ON games WHEN new.number = 20"
      " BEGIN SELECT raise(ABORT, 'disk is full'); END");
  EXPECT_THAT([&] { database_.AddGames(games); },
              ThrowsMessage<std::runtime_error>(HasSubstr("disk is full")));
  EXPECT_THAT(database_.GameNumbers(), ElementsAre(0));

  trigger.Execute("DROP TRIGGER full");
  database_.AddGames(games);
  EXPECT_EQ(database_.GameCount(), 40);
}

TEST_F(RunDatabaseTest, StartThatNoPositionStringGivesIsRefused) {
  PositionBuilder builder(8);
  builder.AddStack(Square(0, 0), Color::kBlue, 2);  // Alone at the top, but not crowned.
  builder.AddStack(Square(1, 0), Color::kBlue, 1);
  builder.AddStack(Square(3, 0), Color::kRed, 1);
  builder.SetKing(Color::kRed, Square(3, 0));
  const RecordedGame game = RandomRecordedGame(builder.position(), 4);
  EXPECT_THAT([&] { database_.AddGames({{game}}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("game 4: ")));
  EXPECT_EQ(database_.GameCount(), 0);
}

TEST_F(RunDatabaseTest, ColumnsSayWhatAGameIs) {
  RecordedGame game = RandomRecordedGame(Position::Parse("4/4/1B1R11/4 b"), 7);
  game.moves.assign(1, game.moves[0]);
  game.moves[0].move = {Square(1, 1), Direction::kEast};
  game.moves[0].effort = Effort::kFull;
  game.moves[0].model_step = 70;
  game.moves[0].policy = {0, 0, 1, 0, 0, 0, 0, 0};
  game.winner = Color::kBlue;
  game.termination = Termination::kKingCaptured;
  game.seed = 5;
  database_.AddGames({{game, RandomRecordedGame(Position(8), 8)}});

  const sqlite::Database database(path_, sqlite::Database::Mode::kReadOnly);
  sqlite::Statement row(database,
                        "SELECT number, seed, model_step, size, start, plies, positions, winner,"
                        " ending, added_at FROM games ORDER BY number");
  ASSERT_TRUE(row.Step());
  EXPECT_EQ(row.Integer(0), 7);
  EXPECT_EQ(row.Integer(1), 5);
  EXPECT_EQ(row.Integer(2), 70);
  EXPECT_EQ(row.Integer(3), 4);
  EXPECT_EQ(row.Text(4), "4/4/1B1R11/4 b");
  EXPECT_EQ(row.Integer(5), 1);
  EXPECT_EQ(row.Integer(6), 1);
  EXPECT_EQ(row.Text(7), "b");
  EXPECT_EQ(row.Text(8), "king captured");
  EXPECT_THAT(std::string(row.Text(9)), testing::MatchesRegex("20..-..-..T..:..:..Z"));
  ASSERT_TRUE(row.Step());
  EXPECT_TRUE(row.IsNull(4));  // The standard start.
}

TEST_F(RunDatabaseTest, EvaluationsComeBackByStepAndThenInTheirOrder) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const EvaluationRow late{200, "greedy", 40, 1, kInfinity, 500, kInfinity, 10.5};
  const EvaluationRow rollouts{100, "rollouts:n=200", 40, 0.25, -190.8, -300, -100, 5};
  const EvaluationRow greedy{100, "greedy", 40, 0.5, 0, -110, 110, 5};
  for (const EvaluationRow& row : {late, rollouts, greedy}) database_.AddEvaluation(row);
  EXPECT_THAT(database_.Evaluations(), ElementsAre(rollouts, greedy, late));
}

TEST_F(RunDatabaseTest, EvaluationOfTheSameStepAndOpponentIsReplaced) {
  EvaluationRow row{100, "greedy", 40, 0.5, 0, -110, 110, 5};
  const EvaluationRow other{100, "random", 40, 1, 700, 600, 800, 5};
  database_.AddEvaluation(row);
  database_.AddEvaluation(other);
  row.games = 80;
  row.score = 0.75;
  database_.AddEvaluation(row);
  EXPECT_THAT(database_.Evaluations(), ElementsAre(row, other));
}

TEST_F(RunDatabaseTest, FiguresComeBackByStepAndAreReplaced) {
  const FigureRow late{20, {{"minutes", 2}, {"value_loss", 0.5}}};
  FigureRow early{10, {{"minutes", 1}, {"value_loss", 0.75}, {"other", 3}}};
  database_.AddFigures(late);
  database_.AddFigures(early);
  early.figures = {{"minutes", 1.5}, {"value_loss", 0.75}};
  database_.AddFigures(early);
  EXPECT_THAT(database_.Figures(), ElementsAre(early, late));
  EXPECT_EQ(early.Get("minutes"), 1.5);
  EXPECT_EQ(early.Get("other", 7), 7);
}

TEST_F(RunDatabaseTest, LadderRowsComeBackBySize) {
  const LadderRow first = {8, "net:a@5,sims=4", "greedy", 0, true, false};
  const LadderRow second = {8, "net:a@5,sims=4", "greedy", 1, false, true};
  const LadderRow other_size = {9, "random", "greedy", 0, false, false};
  database_.AddLadderRows(std::vector{first, other_size, second});
  EXPECT_EQ(database_.LadderRows(8), (std::vector{first, second}));
  EXPECT_EQ(database_.LadderRows(9), std::vector{other_size});
  // The same games again, differently: they replace the old ones.
  LadderRow changed = first;
  changed.a_won_as_red = true;
  database_.AddLadderRows(std::vector{changed});
  EXPECT_EQ(database_.LadderRows(8), (std::vector{second, changed}));
}

TEST_F(RunDatabaseTest, ChoicesComeBack) {
  EXPECT_EQ(database_.Choice("selfplay.threads"), std::nullopt);
  database_.StoreChoice("selfplay.threads", "2");
  database_.StoreChoice("selfplay.threads", "4");
  EXPECT_EQ(database_.Choice("selfplay.threads"), "4");
}

TEST_F(RunDatabaseTest, SourceIsTheSameForTheSamePlayerSeedAndOptions) {
  const GameSource source = database_.SourceOf(7, "uniform", "simulations=8");
  EXPECT_NE(source, kTrainingSource);
  EXPECT_EQ(database_.SourceOf(7, "uniform", "simulations=8"), source);
  EXPECT_NE(database_.SourceOf(8, "uniform", "simulations=8"), source);
  EXPECT_NE(database_.SourceOf(7, "rollouts", "simulations=8"), source);
  EXPECT_NE(database_.SourceOf(7, "uniform", "simulations=9"), source);
}

TEST_F(RunDatabaseTest, SourcesHaveNumbersOfTheirOwn) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 3);
  const GameSource other = database_.SourceOf(7, "uniform", "");
  EXPECT_EQ(database_.AddGames(games).games, 3);
  EXPECT_EQ(database_.AddGames(std::span(games).first(2), other).games, 2);
  EXPECT_EQ(database_.AddGames(games, other),
            (AddedGames{.games = 1, .positions = games[2].TrainedPositions()}));
  EXPECT_EQ(database_.GameCount(), 6);
  EXPECT_THAT(database_.GameNumbers(other), ElementsAre(0, 1, 2));

  std::int64_t last_id = 0;
  EXPECT_EQ(database_.GamesOfOthers(last_id), games);
  EXPECT_EQ(last_id, database_.LastId());
  EXPECT_THAT(database_.GamesOfOthers(last_id), IsEmpty());
}

TEST_F(RunDatabaseTest, CountsLookAtTheFirstGamesOnly) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 5);
  database_.AddGames(games);
  EXPECT_EQ(database_.PositionCount(0), 0);
  EXPECT_EQ(database_.PositionCount(1), games[0].TrainedPositions());
  EXPECT_EQ(database_.GamesBeforeNewest(1, 3), 2);
  EXPECT_EQ(database_.GamesBeforeNewest(1), 4);
  EXPECT_EQ(database_.LastId(0), 0);
  EXPECT_LT(database_.LastId(2), database_.LastId());
}

TEST_F(RunDatabaseTest, DiskLimitDropsTheMovesOfTheOldestGames) {
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 1000);
  database_.AddGames(games);
  const std::int64_t positions = database_.PositionCount();
  constexpr std::int64_t kLimit = 1 << 20;
  const std::int64_t dropped = database_.DropOldestMoves(kLimit);
  EXPECT_GT(dropped, 0);
  EXPECT_LT(dropped, 1000);
  EXPECT_EQ(database_.DropOldestMoves(kLimit), 0);
  // All are still counted; the newest are still there.
  EXPECT_EQ(database_.GameCount(), 1000);
  EXPECT_EQ(database_.PositionCount(), positions);
  EXPECT_EQ(database_.GameNumbers().size(), 1000U);
  EXPECT_EQ(database_.Summary().dropped, dropped);
  const auto first_kept = games.begin() + static_cast<std::ptrdiff_t>(dropped);
  EXPECT_EQ(database_.Games(0, 1000), std::vector(first_kept, games.end()));
  // New games take the room of the old ones: the file does not grow.
  const auto pages = [&] {
    return sqlite::Database(path_, sqlite::Database::Mode::kReadOnly)
        .QueryInteger("PRAGMA page_count");
  };
  const std::int64_t before = pages();
  database_.AddGames(RandomRecordedGames(8, 1000, 100));
  database_.DropOldestMoves(kLimit);
  EXPECT_LE(pages(), before);
}

TEST_F(RunDatabaseTest, LimitBelowEverythingDropsAllMoves) {
  database_.AddGames(RandomRecordedGames(8, 0, 10));
  EXPECT_EQ(database_.DropOldestMoves(1), 10);
  EXPECT_THAT(database_.Games(0, 10), IsEmpty());
}

TEST_F(RunDatabaseTest, SummaryCountsWhatGamesWere) {
  std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 4);
  games[0].moves.resize(5);  // Red is to move, and resigns.
  games[0].termination = Termination::kResigned;
  games[0].winner = Color::kBlue;
  games[1].would_resign = games[1].winner;
  games[2].would_resign = Other(games[2].winner);
  database_.AddGames(games);
  EXPECT_EQ(database_.Games(0, 10), games);
  const GameSummary summary = database_.Summary();
  EXPECT_EQ(summary.games, 4);
  EXPECT_EQ(summary.positions, database_.PositionCount());
  EXPECT_EQ(summary.resigned, 1);
  EXPECT_EQ(summary.resignations_tested, 2);
  EXPECT_EQ(summary.resignations_wrong, 1);
  EXPECT_EQ(summary.dropped, 0);
  std::int64_t plies = 0;
  std::int64_t blue_wins = 0;
  std::int64_t moved_off = 0;
  for (const RecordedGame& game : games) {
    plies += std::ssize(game.moves);
    blue_wins += game.winner == Color::kBlue ? 1 : 0;
    moved_off += game.termination == Termination::kKingMovedOff ? 1 : 0;
  }
  EXPECT_EQ(summary.plies, plies);
  EXPECT_EQ(summary.blue_wins, blue_wins);
  EXPECT_EQ(summary.kings_moved_off, moved_off);
}

TEST_F(RunDatabaseTest, UnfinishedGameIsRefused) {
  RecordedGame game = RandomRecordedGame(Position(8), 4);
  game.moves.pop_back();
  game.termination = Termination::kUnfinished;
  EXPECT_THAT([&] { database_.AddGames({{game}}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("game 4: is not finished")));
}

TEST_F(RunDatabaseTest, NotANumberIsRefused) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(
      [&] {
        database_.AddFigures({.step = 1, .figures = {{"policy_loss", kNan}}});
      },
      ThrowsMessage<std::invalid_argument>(HasSubstr("is not a number")));
  EXPECT_THAT([&] { database_.AddEvaluation({.step = 1, .opponent = "greedy", .elo = kNan}); },
              ThrowsMessage<std::invalid_argument>(HasSubstr("elo is not a number")));
  EXPECT_THAT(database_.Figures(), IsEmpty());
  EXPECT_THAT(database_.Evaluations(), IsEmpty());
}

TEST_F(RunDatabaseTest, ReaderSeesWhatAnotherConnectionAddsAndMayNotWrite) {
  RunDatabase reader(path_, Mode::kReadOnly);
  const std::vector<RecordedGame> games = RandomRecordedGames(8, 0, 2);
  database_.AddGames(std::span(games).first(1));
  EXPECT_EQ(reader.GameCount(), 1);
  database_.AddGames(std::span(games).subspan(1));
  EXPECT_EQ(reader.Games(0, 100), games);
  EXPECT_THROW(reader.AddGames(RandomRecordedGames(8, 2, 1)), std::runtime_error);
  EXPECT_EQ(database_.GameCount(), 2);
}

}  // namespace
}  // namespace lielow
