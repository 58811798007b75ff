#include "train/window.h"

#include <gmock/gmock.h>

#include <map>
#include <vector>

#include "tests/selfplay/random_recorded_game.h"

namespace lielow {
namespace {

using testing::ElementsAre;
using testing::SizeIs;

TrainingOptions Options(double search_value_share) {
  TrainingOptions options;
  options.search_value_share = search_value_share;
  return options;
}

// A random game in which every position is trained, nothing is proven, and the search said 0.75.
RecordedGame Game(std::int64_t number) {
  RecordedGame game = RandomRecordedGame(Position(5), number);
  Position position = game.start;
  for (RecordedMove& move : game.moves) {
    if (!move.trained()) {
      const auto moves = static_cast<std::size_t>(position.LegalMoves().size());
      move.policy.assign(moves, 1.0F / static_cast<float>(moves));
    }
    move.effort = Effort::kFull;
    move.surprise = 0;
    move.value = 0.75F;
    move.proof = Proof::kNone;
    position.Play(move.move);
  }
  return game;
}

TEST(WindowTest, HoldsThePositionsOfTheGameWithTheirPolicies) {
  const RecordedGame game = Game(1);
  Window window(Options(0.3));
  window.Add(game);
  ASSERT_EQ(window.size(), game.moves.size());
  Position position = game.start;
  for (std::size_t i = 0; i < window.size(); ++i) {
    EXPECT_EQ(window[i].position, position);
    EXPECT_EQ(window[i].policy, game.moves[i].policy);
    EXPECT_THAT(window[i].policy, SizeIs(static_cast<std::size_t>(position.LegalMoves().size())));
    position.Play(game.moves[i].move);
  }
}

TEST(WindowTest, SurprisingPositionsAreThereMoreOften) {
  TrainingOptions options = Options(0.3);
  options.surprise_share = 0.5;
  Window window(options);
  // By whether the position surprised.
  std::map<bool, double> copies;
  std::map<bool, double> positions;
  for (std::int64_t number = 0; number < 400; ++number) {
    RecordedGame game = Game(number);
    game.seed = DeriveSeed(3, static_cast<std::uint64_t>(number));
    ASSERT_GE(game.moves.size(), 2U);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      // Recognised by their values: 0.25 surprised twice as much as 0.75.
      const bool surprised = i % 2 == 0;
      game.moves[i].surprise = surprised ? 0.5F : 0.25F;
      game.moves[i].value = surprised ? 0.25F : 0.75F;
      positions[surprised] += 1;
    }
    game.winner = Color::kBlue;
    window.Add(game);
  }
  for (std::size_t i = 0; i < window.size(); ++i) {
    const double search = window[i].value > 0.5 ? window[i].value - 0.7 : window[i].value;
    copies[search < 0.15] += 1;
  }
  // Half of them by 0.5 and half by 0.25: weights of 0.5 + 0.5 * 4/3 and 0.5 + 0.5 * 2/3, 7 to 5.
  const double all = positions[true] + positions[false];
  EXPECT_NEAR(static_cast<double>(window.size()) / all, 1, 0.02);
  EXPECT_NEAR(copies[true] / positions[true] / (copies[false] / positions[false]), 7.0 / 5, 0.05);
}

TEST(WindowTest, WithoutASurpriseShareEveryPositionIsThereOnce) {
  TrainingOptions options = Options(0.3);
  options.surprise_share = 0;
  Window window(options);
  RecordedGame game = Game(1);
  game.moves[0].surprise = 2;
  window.Add(game);
  EXPECT_EQ(window.size(), game.moves.size());
}

TEST(WindowTest, ValueTargetMixesOutcomeAndSearchValue) {
  const RecordedGame game = Game(2);
  Window window(Options(0.3));
  window.Add(game);
  for (std::size_t i = 0; i < window.size(); ++i) {
    const bool won = game.winner == window[i].position.to_move();
    // 0.7 * 1 + 0.3 * 0.75, and 0.7 * 0 + 0.3 * 0.75.
    EXPECT_FLOAT_EQ(window[i].value, won ? 0.925F : 0.225F);
  }
}

TEST(WindowTest, ShareOfTheSearchValueIsAnOption) {
  const RecordedGame game = Game(2);
  Window outcome_only(Options(0));
  Window search_only(Options(1));
  outcome_only.Add(game);
  search_only.Add(game);
  for (std::size_t i = 0; i < game.moves.size(); ++i) {
    const bool won = game.winner == outcome_only[i].position.to_move();
    EXPECT_EQ(outcome_only[i].value, won ? 1 : 0);
    EXPECT_EQ(search_only[i].value, 0.75F);
  }
}

TEST(WindowTest, ProofsAreTargetsAsTheyAre) {
  RecordedGame game = Game(3);
  ASSERT_GE(game.moves.size(), 4U);
  // Of each player a proof that agrees with the outcome, and one that it threw away.
  game.moves[0].proof = Proof::kWin;
  game.moves[1].proof = Proof::kWin;
  game.moves[2].proof = Proof::kLoss;
  game.moves[3].proof = Proof::kLoss;
  Window window(Options(0.3));
  window.Add(game);
  EXPECT_EQ(window[0].value, 1);
  EXPECT_EQ(window[1].value, 1);
  EXPECT_EQ(window[2].value, 0);
  EXPECT_EQ(window[3].value, 0);
}

TEST(WindowTest, PositionsThatAreNotTrainedAreLeftOut) {
  RecordedGame game = Game(4);
  ASSERT_GE(game.moves.size(), 4U);
  for (const std::size_t untrained : {0, 2}) {
    game.moves[untrained].effort = Effort::kFast;
    game.moves[untrained].policy.clear();
  }
  Window window(Options(0.3));
  window.Add(game);
  ASSERT_EQ(window.size(), game.moves.size() - 2);
  Position position = game.start;
  position.Play(game.moves[0].move);
  EXPECT_EQ(window[0].position, position);
  position.Play(game.moves[1].move);
  position.Play(game.moves[2].move);
  EXPECT_EQ(window[1].position, position);
  EXPECT_EQ(window[1].policy, game.moves[3].policy);
}

// Follows every stack from where it stands at ply `first` to the end: where it ends, by where it
// stood; those that were captured or left the board are not in it.
std::map<Square, Square> WhereStacksEnd(const RecordedGame& game, std::size_t first) {
  Position position = game.start;
  for (std::size_t i = 0; i < first; ++i) position.Play(game.moves[i].move);
  std::map<Square, Square> origins;  // By where it stands now, where each stack stood.
  const int size = position.size();
  for (int number = 0; number < size * size; ++number) {
    const Square square(number % size, number / size);
    if (position.height(square) > 0) origins[square] = square;
  }
  for (std::size_t i = first; i < game.moves.size(); ++i) {
    const Move move = game.moves[i].move;
    const Square origin = origins.at(move.from);
    origins.erase(move.from);
    if (const auto to = position.Target(move)) origins.insert_or_assign(*to, origin);
    position.Play(move);
  }
  std::map<Square, Square> ends;
  for (const auto& [now, then] : origins) ends[then] = now;
  return ends;
}

TEST(WindowTest, SurvivorsAreTheStacksThatAreThereAtTheEnd) {
  int captured = 0;
  for (int number = 1; number < 8; ++number) {
    const RecordedGame game = Game(number);
    Window window(Options(0.3));
    window.Add(game);
    for (std::size_t i = 0; i < window.size(); ++i) {
      const std::map<Square, Square> ends = WhereStacksEnd(game, i);
      for (int bit = 0; bit < 25; ++bit) {
        const Square square(bit % 5, bit / 5);
        ASSERT_EQ(window[i].survivors[static_cast<std::size_t>(bit)], ends.contains(square))
            << window[i].position.ToString() << " " << square.ToString();
        captured += window[i].position.height(square) > 0 && !ends.contains(square) ? 1 : 0;
      }
    }
  }
  EXPECT_GT(captured, 20);
}

TEST(WindowTest, TellsTheReplyAndHowLongTheGameWentOn) {
  const RecordedGame game = Game(1);
  Window window(Options(0.3));
  window.Add(game);
  for (std::size_t i = 0; i < window.size(); ++i) {
    EXPECT_EQ(window[i].plies_left, static_cast<int>(game.moves.size() - i));
    EXPECT_EQ(window[i].move, game.moves[i].move);
    const bool last = i + 1 == window.size();
    EXPECT_EQ(window[i].reply, last ? std::vector<float>() : game.moves[i + 1].policy);
  }
}

// Plays the moves from a position in which Blue's king is on b2 and Red's on d4.
Window WindowOfMoves(const std::vector<Move>& moves) {
  RecordedGame game;
  game.start = Position::Parse("5/3R21/1r13/1B23/3b11 b");
  Position position = game.start;
  for (const Move move : moves) {
    EXPECT_TRUE(position.IsLegal(move));
    const auto count = static_cast<std::size_t>(position.LegalMoves().size());
    game.moves.push_back(
        {.move = move, .policy = std::vector<float>(count, 1.0F / static_cast<float>(count))});
    position.Play(move);
  }
  Window window(Options(0));
  window.Add(game);
  return window;
}

constexpr Square kB2(1, 1);
constexpr Square kB3(1, 2);
constexpr Square kB4(1, 3);
constexpr Square kD1(3, 0);
constexpr Square kD4(3, 3);

TEST(WindowTest, TellsWhereTheKingsEndTheOwnFirst) {
  // d1-e1, b3xb2.
  const Window captured = WindowOfMoves({{kD1, Direction::kEast}, {kB3, Direction::kSouth}});
  EXPECT_THAT(captured[0].king_ends, ElementsAre(kB2, kD4));
  EXPECT_THAT(captured[1].king_ends, ElementsAre(kD4, kB2));
  // b2-b4, d4xb4.
  const Window followed = WindowOfMoves({{kB2, Direction::kNorth}, {kD4, Direction::kWest}});
  EXPECT_THAT(followed[0].king_ends, ElementsAre(kB4, kB4));
  // b2-off.
  EXPECT_THAT(WindowOfMoves({{kB2, Direction::kOff}})[0].king_ends, ElementsAre(kB2, kD4));
}

TEST(WindowTest, TrimLetsTheOldestGo) {
  const RecordedGame first = Game(5);
  const RecordedGame second = Game(6);
  Window window(Options(0.3));
  window.Add(first);
  window.Add(second);
  const std::size_t all = first.moves.size() + second.moves.size();
  ASSERT_EQ(window.size(), all);
  window.Trim(static_cast<std::int64_t>(all));
  EXPECT_EQ(window.size(), all);
  window.Trim(static_cast<std::int64_t>(second.moves.size()) - 1);
  ASSERT_EQ(window.size(), second.moves.size() - 1);
  EXPECT_EQ(window[0].policy, second.moves[1].policy);
  EXPECT_EQ(window[window.size() - 1].policy, second.moves.back().policy);
  window.Trim(0);
  EXPECT_EQ(window.size(), 0U);
}

TEST(WindowSizeTest, IsTheLeastUntilThereAreMorePositions) {
  TrainingOptions options;
  options.window_min = 1000;
  EXPECT_EQ(WindowSize(options, 0), 1000);
  EXPECT_EQ(WindowSize(options, 999), 1000);
  EXPECT_EQ(WindowSize(options, 1000), 1000);
}

TEST(WindowSizeTest, GrowsSlowerThanTheRun) {
  TrainingOptions options;
  options.window_min = 1000;
  // 16^0.75 = 8: 1000 * (1 + 0.4 * 7 / 0.75) = 4733.3.
  EXPECT_EQ(WindowSize(options, 16'000), 4733);
  // 10000^0.75 = 1000: 1000 * (1 + 0.4 * 999 / 0.75) = 533800.
  EXPECT_NEAR(static_cast<double>(WindowSize(options, 10'000'000)), 533'800, 1);
}

}  // namespace
}  // namespace lielow
