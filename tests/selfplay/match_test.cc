#include "selfplay/match.h"

#include <gmock/gmock.h>

#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>

#include "mcts/random_player.h"

namespace lielow {
namespace {

using testing::SizeIs;
using testing::ThrowsMessage;

constexpr int kSize = 5;

std::unique_ptr<Player> MakeRandomPlayer() { return std::make_unique<RandomPlayer>(); }

// Chooses the move of each request by itself.
class SimplePlayer : public Player {
 public:
  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override {
    for (std::size_t i = 0; i < requests.size(); ++i) choices[i].move = Choose(requests[i]);
  }
  virtual Move Choose(const MoveRequest& request) = 0;
};

bool MovesKingOff(const Position& position, Move move) {
  return move.direction == Direction::kOff && position.king(position.to_move()) == move.from;
}

// Plays the first legal move that keeps its king on the board.
class SteadyPlayer final : public SimplePlayer {
 public:
  Move Choose(const MoveRequest& request) override {
    const MoveList moves = request.position.LegalMoves();
    for (const Move move : moves) {
      if (!MovesKingOff(request.position, move)) return move;
    }
    return moves[0];
  }
};

// Loses as soon as it can: moves its king off, or makes one with the first stack that can grow.
class LosingPlayer final : public SimplePlayer {
 public:
  Move Choose(const MoveRequest& request) override {
    const Position& position = request.position;
    const MoveList moves = position.LegalMoves();
    for (const Move move : moves) {
      if (MovesKingOff(position, move)) return move;
    }
    for (const Move move : moves) {
      const auto target = position.Target(move);
      if (target && !position.color(*target)) return move;
    }
    return moves[0];
  }
};

std::unique_ptr<Player> MakeSteadyPlayer() { return std::make_unique<SteadyPlayer>(); }
std::unique_ptr<Player> MakeLosingPlayer() { return std::make_unique<LosingPlayer>(); }

std::vector<Opening> Openings(int count) { return RandomOpenings(kSize, 3, count, 1); }

std::vector<std::vector<Move>> MovesOf(const MatchResult& result) {
  std::vector<std::vector<Move>> moves;
  for (const MatchGame& game : result.games) moves.push_back(game.moves);
  return moves;
}

TEST(MatchTest, GamesOfAPairShareTheOpeningWithColoursSwapped) {
  const std::vector<Opening> openings = Openings(6);
  const MatchResult result = PlayMatch(MakeRandomPlayer, MakeRandomPlayer, openings, {});
  ASSERT_THAT(result.games, SizeIs(12));
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_EQ(result.games[i].opening.moves, openings[i / 2].moves);
    EXPECT_EQ(result.games[i].a_is_blue, i % 2 == 0);
  }
}

TEST(MatchTest, GamesAreLegalAndTheirWinnersRight) {
  const MatchResult result = PlayMatch(MakeRandomPlayer, MakeRandomPlayer, Openings(20), {});
  int a_wins = 0;
  for (const MatchGame& game : result.games) {
    Position position = game.opening.End();
    for (const Move move : game.moves) {
      ASSERT_TRUE(position.IsLegal(move));
      position.Play(move);
    }
    ASSERT_TRUE(position.over());
    EXPECT_EQ(game.termination, TerminationOf(position.ending()));
    const bool blue_won = position.winner() == Color::kBlue;
    EXPECT_EQ(game.a_won, game.a_is_blue ? blue_won : !blue_won);
    a_wins += game.a_won ? 1 : 0;
  }
  EXPECT_EQ(result.AWins(), a_wins);
  EXPECT_GT(a_wins, 0);
  EXPECT_LT(a_wins, 40);
}

TEST(MatchTest, PlayerThatNeverLosesWinsWithBothColours) {
  const MatchResult result = PlayMatch(MakeSteadyPlayer, MakeLosingPlayer, Openings(5), {});
  EXPECT_EQ(result.AWins(), 10);
  EXPECT_EQ(result.AAs(Color::kBlue).wins, 5);
  EXPECT_EQ(result.AAs(Color::kRed).wins, 5);
  const MatchResult swapped = PlayMatch(MakeLosingPlayer, MakeSteadyPlayer, Openings(5), {});
  EXPECT_EQ(swapped.AWins(), 0);
  EXPECT_EQ(swapped.AAs(Color::kRed).games, 5);
}

TEST(MatchTest, ResultDependsNeitherOnThreadsNorOnConcurrency) {
  const std::vector<Opening> openings = Openings(8);
  const MatchResult alone = PlayMatch(MakeRandomPlayer, MakeRandomPlayer, openings,
                                      {.seed = 5, .threads = 1, .concurrency = 1});
  for (const auto& [threads, concurrency] :
       {std::pair(1, 32), std::pair(2, 7), std::pair(3, 2), std::pair(50, 50)}) {
    const MatchResult other =
        PlayMatch(MakeRandomPlayer, MakeRandomPlayer, openings,
                  {.seed = 5, .threads = threads, .concurrency = concurrency});
    EXPECT_EQ(MovesOf(other), MovesOf(alone)) << threads << " threads, " << concurrency;
    EXPECT_EQ(other.AWins(), alone.AWins());
  }
  const MatchResult reseeded = PlayMatch(MakeRandomPlayer, MakeRandomPlayer, openings, {.seed = 6});
  EXPECT_NE(MovesOf(reseeded), MovesOf(alone));
}

// Keeps what it is asked.
class CuriousPlayer final : public SimplePlayer {
 public:
  CuriousPlayer(std::vector<MoveRequest>& requests, std::mutex& mutex)
      : requests_(requests), mutex_(mutex) {}

  Move Choose(const MoveRequest& request) override {
    const std::lock_guard lock(mutex_);
    requests_.push_back(request);
    return steady_.Choose(request);
  }

 private:
  SteadyPlayer steady_;
  std::vector<MoveRequest>& requests_;
  std::mutex& mutex_;
};

TEST(MatchTest, RequestsCarryPlyAndDistinctSeeds) {
  std::vector<MoveRequest> requests;
  std::mutex mutex;
  const PlayerFactory curious = [&] { return std::make_unique<CuriousPlayer>(requests, mutex); };
  const MatchResult result =
      PlayMatch(curious, curious, Openings(4), {.threads = 2, .concurrency = 4});
  std::set<std::uint64_t> seeds;
  std::multiset<int> plies;
  for (const MoveRequest& request : requests) {
    seeds.insert(request.seed);
    plies.insert(request.ply);
    EXPECT_EQ(request.position.to_move(), request.ply % 2 == 0 ? Color::kBlue : Color::kRed);
  }
  EXPECT_EQ(seeds.size(), requests.size());
  // After three plies of opening.
  EXPECT_EQ(plies.count(2), 0);
  EXPECT_EQ(plies.count(3), result.games.size());
}

TEST(MatchTest, EachThreadMakesItsOwnPlayers) {
  std::atomic<int> made = 0;
  const PlayerFactory counted = [&] {
    ++made;
    return MakeRandomPlayer();
  };
  PlayMatch(counted, MakeRandomPlayer, Openings(4), {.threads = 3, .concurrency = 6});
  EXPECT_EQ(made, 3);
  // No more threads than games.
  made = 0;
  PlayMatch(counted, MakeRandomPlayer, Openings(1), {.threads = 8, .concurrency = 100});
  EXPECT_EQ(made, 2);
}

TEST(MatchTest, ProgressTellsOfEachGame) {
  int calls = 0;
  int wins = 0;
  const MatchResult result =
      PlayMatch(MakeRandomPlayer, MakeRandomPlayer, Openings(10), {.threads = 2, .concurrency = 4},
                [&](const MatchGame& game, int done, int a_wins) {
                  wins += game.a_won ? 1 : 0;
                  EXPECT_EQ(done, ++calls);
                  EXPECT_EQ(a_wins, wins);
                  EXPECT_TRUE(game.finished());
                });
  EXPECT_EQ(calls, 20);
  EXPECT_EQ(wins, result.AWins());
}

TEST(MatchTest, StopLeavesWholePairs) {
  for (const int games : {0, 1, 2, 5}) {
    std::atomic<int> finished = 0;
    const MatchResult result = PlayMatch(
        MakeRandomPlayer, MakeRandomPlayer, Openings(10), {.threads = 1, .concurrency = 1},
        [&](const MatchGame& /*game*/, int done, int /*a_wins*/) { finished = done; },
        [&] { return finished == games; });
    // One game after the other: the last of an odd number has no partner.
    EXPECT_THAT(result.games, SizeIs(games / 2 * 2));
  }
}

TEST(MatchTest, StopWithManyGamesOnTheBoardLeavesPairsOfOneOpening) {
  std::atomic<int> finished = 0;
  const MatchResult result = PlayMatch(
      MakeRandomPlayer, MakeRandomPlayer, Openings(20), {.threads = 2, .concurrency = 16},
      [&](const MatchGame& /*game*/, int done, int /*a_wins*/) { finished = done; },
      [&] { return finished >= 20; });
  ASSERT_EQ(result.games.size() % 2, 0U);
  EXPECT_LT(result.games.size(), 40U);
  for (std::size_t i = 0; i < result.games.size(); i += 2) {
    EXPECT_EQ(result.games[i].opening.moves, result.games[i + 1].opening.moves);
    EXPECT_TRUE(result.games[i].a_is_blue);
    EXPECT_FALSE(result.games[i + 1].a_is_blue);
    for (const std::size_t game : {i, i + 1}) {
      EXPECT_TRUE(result.games[game].finished());
    }
  }
}

// Throws at the 10th move it is asked for.
class FailingPlayer final : public SimplePlayer {
 public:
  Move Choose(const MoveRequest& request) override {
    if (++moves_ == 10) throw std::runtime_error("lost the board");
    return steady_.Choose(request);
  }

 private:
  SteadyPlayer steady_;
  int moves_ = 0;
};

TEST(MatchTest, TestEndsTheMatchAndLeavesThePairsItSaw) {
  const std::vector<Opening> openings = Openings(200);
  const MatchResult whole = PlayMatch(MakeSteadyPlayer, MakeLosingPlayer, openings, {});
  EXPECT_EQ(whole.sprt, std::nullopt);
  for (const int threads : {1, 3}) {
    const MatchResult result =
        PlayMatch(MakeSteadyPlayer, MakeLosingPlayer, openings,
                  {.threads = threads, .concurrency = 6, .sprt = SprtOptions{.elo1 = 50}});
    EXPECT_EQ(result.sprt, SprtVerdict::kAccept);
    Sprt sprt({.elo1 = 50});
    while (sprt.verdict() == SprtVerdict::kUndecided) sprt.AddPair(2);
    ASSERT_EQ(result.games.size(), static_cast<std::size_t>(2 * sprt.pairs()));
    std::vector<std::vector<Move>> first = MovesOf(whole);
    first.resize(result.games.size());
    EXPECT_EQ(MovesOf(result), first);
  }
}

TEST(MatchTest, TestThatDecidesNothingLeavesAllPairs) {
  const MatchResult result = PlayMatch(MakeRandomPlayer, MakeRandomPlayer, Openings(5),
                                       {.sprt = SprtOptions{.elo0 = -1, .elo1 = 1}});
  EXPECT_EQ(result.sprt, SprtVerdict::kUndecided);
  EXPECT_THAT(result.games, SizeIs(10));
}

TEST(MatchTest, FailureOfAPlayerIsThrownOn) {
  const PlayerFactory failing = [] { return std::make_unique<FailingPlayer>(); };
  const PlayerFactory none = []() -> std::unique_ptr<Player> {
    throw std::runtime_error("no player");
  };
  const std::vector<Opening> openings = Openings(20);
  for (const int threads : {1, 3}) {
    const MatchOptions options{.threads = threads, .concurrency = 6};
    EXPECT_THAT([&] { PlayMatch(MakeRandomPlayer, failing, openings, options); },
                ThrowsMessage<std::runtime_error>("lost the board"));
    EXPECT_THAT([&] { PlayMatch(none, MakeRandomPlayer, openings, options); },
                ThrowsMessage<std::runtime_error>("no player"));
  }
}

// A game of `plies` plies after an opening of none, with which nothing else is done.
MatchGame Game(bool a_is_blue, bool a_won, std::vector<Move> moves) {
  return {.opening = {Position(kSize), {}},
          .a_is_blue = a_is_blue,
          .moves = std::move(moves),
          .termination = Termination::kKingCaptured,
          .a_won = a_won};
}

TEST(MatchResultTest, CountsByHand) {
  const Move a2_north{Square(0, 1), Direction::kNorth};
  const Move a4_south{Square(0, 3), Direction::kSouth};
  const Move b2_north{Square(1, 1), Direction::kNorth};
  const MatchResult result{{Game(true, true, {a2_north}), Game(false, false, {a2_north}),
                            Game(true, true, {a2_north, a4_south}), Game(false, true, {b2_north})}};
  EXPECT_EQ(result.AWins(), 3);
  EXPECT_DOUBLE_EQ(result.AScore(), 0.75);
  EXPECT_EQ(result.AAs(Color::kBlue).wins, 2);
  EXPECT_EQ(result.AAs(Color::kBlue).games, 2);
  EXPECT_EQ(result.AAs(Color::kRed).wins, 1);
  EXPECT_EQ(result.AAs(Color::kRed).games, 2);
  EXPECT_EQ(result.DistinctGames(), 3);
  EXPECT_DOUBLE_EQ(result.MeanPlies(), 1.25);
  // Pairs of 0.5 and 1.
  EXPECT_DOUBLE_EQ(result.Rating().elo, EstimateRating({0.5, 1}).elo);
  EXPECT_DOUBLE_EQ(result.Rating().low, EstimateRating({0.5, 1}).low);
}

TEST(MatchResultTest, SameMovesInOpeningAndGameAreTheSameGame) {
  const MatchResult twins = PlayMatch(MakeSteadyPlayer, MakeSteadyPlayer, Openings(7), {});
  EXPECT_THAT(twins.games, SizeIs(14));
  EXPECT_EQ(twins.DistinctGames(), 7);
  const Opening start{Position(kSize), {}};
  const Opening moved{Position(kSize), twins.games[0].opening.moves};
  EXPECT_EQ(
      PlayMatch(MakeSteadyPlayer, MakeSteadyPlayer, {start, start, moved}, {}).DistinctGames(), 2);
}

TEST(MatchResultTest, MeanPliesCountTheOpening) {
  const MatchResult result = PlayMatch(MakeSteadyPlayer, MakeSteadyPlayer, Openings(1), {});
  EXPECT_DOUBLE_EQ(result.MeanPlies(), 3 + static_cast<double>(result.games[0].moves.size()));
}

}  // namespace
}  // namespace lielow
