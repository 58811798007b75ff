#include "selfplay/game_in_play.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "mcts/leaf_batch.h"
#include "mcts/uniform_evaluator.h"
#include "tests/support/hash_evaluator.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::Le;
using testing::SizeIs;

constexpr int kSize = 5;
constexpr std::uint64_t kRunSeed = 11;
const EvaluationCache kNoCache(0);

SelfPlayOptions Options(int simulations, int random_opening_plies) {
  SelfPlayOptions options;
  options.simulations = simulations;
  options.random_opening_plies = random_opening_plies;
  return options;
}

SearchOptions SearchOf(SearchType type) {
  SearchOptions search;
  search.type = type;
  return search;
}

void Answer(GameInPlay& game, const Position& leaf, Evaluator& evaluator) {
  LeafBatch batch;
  batch.Add(game.search(), leaf);
  batch.EvaluateAll(evaluator);
}

RecordedGame PlayToEnd(GameInPlay& game, Evaluator& evaluator) {
  while (const Position* leaf = game.Advance(kNoCache)) Answer(game, *leaf, evaluator);
  return game.Finish();
}

RecordedGame PlayedGame(const SelfPlayOptions& options, SearchType type, std::int64_t number,
                        std::uint64_t run_seed = kRunSeed) {
  GameInPlay game(options, SearchOf(type), kSize, run_seed, number);
  HashEvaluator evaluator;
  return PlayToEnd(game, evaluator);
}

// Calls visit(position, move) for every ply, and returns the position after the last.
template <class Visit>
Position Replay(const RecordedGame& game, Visit visit) {
  Position position = game.start;
  for (const RecordedMove& move : game.moves) {
    visit(position, move);
    position.Play(move.move);
  }
  return position;
}

class GameInPlayTest : public testing::TestWithParam<SearchType> {};

INSTANTIATE_TEST_SUITE_P(SearchTypes, GameInPlayTest,
                         testing::Values(SearchType::kGumbel, SearchType::kPuct),
                         [](const testing::TestParamInfo<SearchType>& info) {
                           return info.param == SearchType::kGumbel ? "Gumbel" : "Puct";
                         });

TEST_P(GameInPlayTest, RecordFitsTheRules) {
  UniformEvaluator evaluator;
  for (std::int64_t number = 0; number < 20; ++number) {
    GameInPlay game(Options(8, 4), SearchOf(GetParam()), kSize, kRunSeed, number);
    const RecordedGame record = PlayToEnd(game, evaluator);
    EXPECT_EQ(record.start, Position(kSize));
    EXPECT_EQ(record.number, number);
    EXPECT_EQ(record.seed, DeriveSeed(kRunSeed, static_cast<std::uint64_t>(number)));
    const Position end = Replay(record, [](const Position& position, const RecordedMove& move) {
      ASSERT_TRUE(position.IsLegal(move.move));
      const int moves = position.LegalMoves().size();
      ASSERT_THAT(move.policy, SizeIs(move.trained() ? moves : 0));
      if (!move.trained()) return;
      EXPECT_THAT(move.policy, Each(AllOf(Ge(0), Le(1))));
      EXPECT_NEAR(std::accumulate(move.policy.begin(), move.policy.end(), 0.0), 1, 1e-5);
      EXPECT_GE(move.value, 0);
      EXPECT_LE(move.value, 1);
    });
    ASSERT_TRUE(end.over());
    EXPECT_EQ(record.winner, end.winner());
    EXPECT_EQ(record.termination, TerminationOf(end.ending()));
    RecordedGame stored = record;
    DecodeMoves(EncodeMoves(record), 0, stored);
    EXPECT_EQ(stored, record);
  }
}

TEST_P(GameInPlayTest, SameSeedAndNumberGiveTheSameGame) {
  EXPECT_EQ(PlayedGame(Options(8, 4), GetParam(), 3), PlayedGame(Options(8, 4), GetParam(), 3));
  EXPECT_NE(PlayedGame(Options(8, 4), GetParam(), 3).moves,
            PlayedGame(Options(8, 4), GetParam(), 4).moves);
  EXPECT_NE(PlayedGame(Options(8, 4), GetParam(), 3).moves,
            PlayedGame(Options(8, 4), GetParam(), 3, kRunSeed + 1).moves);
}

TEST_P(GameInPlayTest, ProofsAreRecorded) {
  int wins = 0;
  int losses = 0;
  for (std::int64_t number = 0; number < 20; ++number) {
    Replay(PlayedGame(Options(16, 4), GetParam(), number),
           [&](const Position& position, const RecordedMove& move) {
             if (!move.trained()) return;
             if (position.KingCapture()) {
               EXPECT_EQ(move.proof, Proof::kWin);
             }
             if (move.proof == Proof::kNone) return;
             EXPECT_EQ(move.value, move.proof == Proof::kWin ? 1 : 0);
             ++(move.proof == Proof::kWin ? wins : losses);
             // A proven win is never thrown away by a move that loses at once.
             if (move.proof == Proof::kWin) {
               EXPECT_NE(ImmediateResult(position, move.move).proof, Proof::kLoss);
             }
           });
  }
  // Every game ends with a king captured, or moved off where all else lost too.
  EXPECT_GE(wins + losses, 20);
  EXPECT_GT(losses, 0);
}

TEST_P(GameInPlayTest, RestartedSearchBeginsTheMoveAnew) {
  GameInPlay game(Options(8, 4), SearchOf(GetParam()), kSize, kRunSeed, 3);
  HashEvaluator evaluator;
  // In the middle of the search of some move: the root and two leaves have been evaluated.
  for (int i = 0; i < 3; ++i) Answer(game, *game.Advance(kNoCache), evaluator);
  const Position root = game.search().root();
  game.RestartSearch(0, 8);
  const Position* leaf = game.Advance(kNoCache);
  ASSERT_NE(leaf, nullptr);
  EXPECT_EQ(*leaf, root);
  Answer(game, *leaf, evaluator);
  EXPECT_EQ(PlayToEnd(game, evaluator), PlayedGame(Options(8, 4), GetParam(), 3));
}

TEST_P(GameInPlayTest, CountsTellMovesSimulationsAndThoseThatWereFree) {
  GameInPlay game(Options(8, 4), SearchOf(GetParam()), kSize, kRunSeed, 5);
  HashEvaluator evaluator;
  SearchCounts counts;
  while (const Position* leaf = game.Advance(kNoCache)) {
    counts += game.TakeCounts();
    Answer(game, *leaf, evaluator);
  }
  counts += game.TakeCounts();
  EXPECT_EQ(game.TakeCounts().moves, 0);

  const RecordedGame record = game.Finish();
  std::int64_t roots = 0;  // That the rules alone do not decide.
  Replay(record, [&](const Position& position, const RecordedMove& move) {
    if (!move.trained()) return;
    const MoveList moves = position.LegalMoves();
    std::vector<ProvenResult> results(static_cast<std::size_t>(moves.size()));
    FindTactics(position, moves, results);
    const auto count = [&](Proof proof) {
      return std::count_if(results.begin(), results.end(),
                           [&](const ProvenResult& result) { return result.proof == proof; });
    };
    roots += count(Proof::kWin) == 0 && count(Proof::kNone) > 0 ? 1 : 0;
  });
  EXPECT_EQ(counts.moves, record.TrainedPositions());
  EXPECT_LE(counts.simulations, 8 * counts.moves);
  EXPECT_GT(counts.free_simulations, 0);
  EXPECT_EQ(roots + counts.simulations - counts.free_simulations,
            static_cast<std::int64_t>(evaluator.batches().size()));
}

TEST_P(GameInPlayTest, CacheSparesEvaluationsAndChangesNothing) {
  EvaluationCache cache(1 << 24);
  cache.SetModel(1);
  SearchCounts counts;
  std::size_t evaluated = 0;
  // The second time all is known.
  for (const bool again : {false, true}) {
    GameInPlay game(Options(16, 4), SearchOf(GetParam()), kSize, kRunSeed, 3);
    HashEvaluator evaluator;
    while (const Position* leaf = game.Advance(cache)) {
      EXPECT_FALSE(again);
      LeafBatch batch;
      batch.Add(game.search(), *leaf);
      batch.EvaluateAll(evaluator, &cache);
    }
    counts = game.TakeCounts();
    if (!again) evaluated = evaluator.batches().size();
    EXPECT_EQ(game.Finish(), PlayedGame(Options(16, 4), GetParam(), 3));
  }
  EXPECT_GT(evaluated, 50U);
  EXPECT_EQ(counts.free_simulations, counts.simulations);
  EXPECT_GT(counts.cache_hits, static_cast<std::int64_t>(evaluated));
}

TEST_P(GameInPlayTest, ReusedTreeGivesTheNextMoveMoreVisitsForTheSameSimulations) {
  SelfPlayOptions options = Options(32, 0);
  options.reuse_tree = true;
  GameInPlay game(options, SearchOf(GetParam()), 8, kRunSeed, 3);
  HashEvaluator evaluator;
  int most_visits = 0;
  while (const Position* leaf = game.Advance(kNoCache)) {
    most_visits = std::max(most_visits, game.search().tree().node(Tree::kRoot).visits);
    Answer(game, *leaf, evaluator);
  }
  EXPECT_GT(most_visits, 33);
  const SearchCounts counts = game.TakeCounts();
  EXPECT_LE(counts.simulations, 32 * counts.moves);
  const RecordedGame record = game.Finish();
  Replay(record, [](const Position& position, const RecordedMove& move) {
    EXPECT_TRUE(position.IsLegal(move.move));
  });
}

TEST(GameInPlayOpeningTest, HasUpToTheGivenNumberOfRandomPliesThatAreNotTrained) {
  std::map<std::ptrdiff_t, int> games_by_plies;
  HashEvaluator evaluator;
  for (std::int64_t number = 0; number < 200; ++number) {
    GameInPlay game(Options(1, 4), SearchOf(SearchType::kGumbel), 8, kRunSeed, number);
    const RecordedGame record = PlayToEnd(game, evaluator);
    const auto untrained = std::find_if(record.moves.begin(), record.moves.end(),
                                        [](const RecordedMove& move) { return move.trained(); });
    EXPECT_TRUE(std::all_of(untrained, record.moves.end(),
                            [](const RecordedMove& move) { return move.trained(); }));
    ++games_by_plies[untrained - record.moves.begin()];
  }
  // All of 0 to 4; each with about 40 games, fewer where a random move would have lost at once.
  for (std::ptrdiff_t plies = 0; plies <= 4; ++plies) {
    EXPECT_GT(games_by_plies[plies], 15) << plies;
  }
  EXPECT_THAT(games_by_plies, SizeIs(5));
}

TEST(GameInPlayOpeningTest, NoRandomPliesMeanThatAllIsTrained) {
  const RecordedGame record = PlayedGame(Options(4, 0), SearchType::kGumbel, 1);
  EXPECT_EQ(record.TrainedPositions(), static_cast<int>(record.moves.size()));
}

TEST(GameInPlayOpeningTest, IsNeverLostByTheDice) {
  int plies = 0;
  for (std::int64_t number = 0; number < 100; ++number) {
    Replay(PlayedGame(Options(1, 100), SearchType::kGumbel, number),
           [&](const Position& position, const RecordedMove& move) {
             if (move.trained()) return;
             EXPECT_NE(ImmediateResult(position, move.move).proof, Proof::kLoss);
             ++plies;
           });
  }
  EXPECT_GT(plies, 100);
}

TEST(GameInPlayTemperatureTest, MovesAreDrawnOnlyInTheFirstPlies) {
  // Without noise, what follows the last drawn move is determined by it.
  SelfPlayOptions options = Options(16, 0);
  options.temperature_plies = 1;
  SearchOptions search = SearchOf(SearchType::kPuct);
  search.noise = 0;
  HashEvaluator evaluator;
  std::map<int, std::vector<RecordedMove>> games_by_first_move;
  for (std::int64_t number = 0; number < 30; ++number) {
    GameInPlay game(options, search, kSize, kRunSeed, number);
    const RecordedGame record = PlayToEnd(game, evaluator);
    const Move first = record.moves[0].move;
    const int key = first.from.number() * kNumDirections + static_cast<int>(first.direction);
    const auto [entry, is_new] = games_by_first_move.emplace(key, record.moves);
    EXPECT_EQ(entry->second, record.moves);
  }
  EXPECT_THAT(games_by_first_move, SizeIs(Ge(3)));

  options.temperature_plies = 0;
  GameInPlay first(options, search, kSize, kRunSeed, 0);
  GameInPlay second(options, search, kSize, kRunSeed, 1);
  EXPECT_EQ(PlayToEnd(first, evaluator).moves, PlayToEnd(second, evaluator).moves);
}

TEST_P(GameInPlayTest, BegunGameGoesOnAsItWould) {
  HashEvaluator evaluator;
  GameInPlay first(Options(8, 4), SearchOf(GetParam()), kSize, kRunSeed, 3);
  while (first.game().moves.size() < 5) Answer(first, *first.Advance(kNoCache), evaluator);
  GameInPlay second(Options(8, 4), SearchOf(GetParam()), first.game());
  EXPECT_EQ(PlayToEnd(second, evaluator), PlayedGame(Options(8, 4), GetParam(), 3));
}

TEST_P(GameInPlayTest, MovesCarryTheStepOfTheirNetwork) {
  HashEvaluator evaluator;
  GameInPlay game(Options(8, 0), SearchOf(GetParam()), kSize, kRunSeed, 3);
  game.RestartSearch(100, 8);
  while (game.game().moves.size() < 4) Answer(game, *game.Advance(kNoCache), evaluator);
  game.RestartSearch(250, 8);
  const RecordedGame record = PlayToEnd(game, evaluator);
  for (std::size_t i = 0; i < record.moves.size(); ++i) {
    EXPECT_EQ(record.moves[i].model_step, i < 4 ? 100 : 250) << i;
  }
}

TEST_P(GameInPlayTest, SurpriseIsTheDivergenceOfThePolicyFromThePriors) {
  // Equal priors of the moves that do not lose at once: the divergence is what the policy's entropy
  // lacks.
  UniformEvaluator evaluator;
  int surprising = 0;
  for (std::int64_t number = 0; number < 5; ++number) {
    SearchOptions search = SearchOf(GetParam());
    search.noise = 0;
    GameInPlay game(Options(16, 0), search, kSize, kRunSeed, number);
    const RecordedGame record = PlayToEnd(game, evaluator);
    Replay(record, [&](const Position& position, const RecordedMove& move) {
      // Without an evaluation of the root there is nothing to be surprised at.
      if (move.surprise == 0) return;
      double open = 0;
      for (const Move legal : position.LegalMoves()) {
        open += ImmediateResult(position, legal).proof == Proof::kLoss ? 0 : 1;
      }
      double expected = 0;
      for (const float p : move.policy) {
        if (p > 0) expected += p * std::log(p * open);
      }
      EXPECT_NEAR(move.surprise, expected, 2e-3);
      ++surprising;
    });
  }
  EXPECT_GT(surprising, 20);
}

TEST_P(GameInPlayTest, ShareOfMovesIsSearchedFullyTheOthersFast) {
  SelfPlayOptions options = Options(24, 0);
  options.full_search_share = 0.25;
  options.fast_simulations = 2;
  SearchCounts counts;
  int full = 0;
  HashEvaluator evaluator;
  for (std::int64_t number = 0; number < 40; ++number) {
    GameInPlay game(options, SearchOf(GetParam()), 8, kRunSeed, number);
    while (const Position* leaf = game.Advance(kNoCache)) Answer(game, *leaf, evaluator);
    counts += game.TakeCounts();
    const RecordedGame record = game.Finish();
    for (const RecordedMove& move : record.moves) EXPECT_NE(move.effort, Effort::kNone);
    full += record.TrainedPositions();
    EXPECT_NO_THROW(EncodeMoves(record));
  }
  const auto moves = static_cast<double>(counts.moves);
  EXPECT_NEAR(full / moves, 0.25, 0.05);
  EXPECT_LE(counts.simulations, 24 * full + 2 * (counts.moves - full));
}

// Certain that whoever moves loses at even plies, and wins at odd ones: Blue is lost.
class BlueLosesEvaluator final : public Evaluator {
 public:
  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    uniform_.Evaluate(positions, results);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      results[i].value = positions[i].to_move() == Color::kBlue ? 0.01F : 0.99F;
    }
  }
  int max_batch() const override { return 1024; }

 private:
  UniformEvaluator uniform_;
};

std::vector<RecordedGame> GamesLostByBlue(double resign_below, double test_share) {
  SelfPlayOptions options = Options(4, 0);
  options.resign_below = resign_below;
  options.resign_test_share = test_share;
  std::vector<RecordedGame> games;
  for (std::int64_t number = 0; number < 40; ++number) {
    GameInPlay game(options, SearchOf(SearchType::kGumbel), 8, kRunSeed, number);
    BlueLosesEvaluator evaluator;
    games.push_back(PlayToEnd(game, evaluator));
    EXPECT_NO_THROW(EncodeMoves(games.back()));
  }
  return games;
}

TEST(GameInPlayResignTest, OffByDefault) {
  for (const RecordedGame& game : GamesLostByBlue(SelfPlayOptions().resign_below, 0.5)) {
    EXPECT_NE(game.termination, Termination::kResigned);
    EXPECT_EQ(game.would_resign, std::nullopt);
  }
}

TEST(GameInPlayResignTest, LoserResignsOnceBothAgree) {
  for (const RecordedGame& game : GamesLostByBlue(0.05, 0)) {
    EXPECT_EQ(game.termination, Termination::kResigned);
    EXPECT_EQ(game.winner, Color::kRed);
    // Blue at its first move is alone with its opinion.
    EXPECT_EQ(game.moves.size(), 2U);
  }
}

TEST(GameInPlayResignTest, ShareOfGamesIsPlayedOnAndTellsWhoWouldHaveResigned) {
  int played_on = 0;
  bool red_won = false;
  bool blue_won = false;
  for (const RecordedGame& game : GamesLostByBlue(0.05, 0.5)) {
    if (game.termination == Termination::kResigned) {
      EXPECT_EQ(game.would_resign, std::nullopt);
      continue;
    }
    ++played_on;
    EXPECT_EQ(game.would_resign, Color::kBlue);
    (game.winner == Color::kRed ? red_won : blue_won) = true;
  }
  EXPECT_GT(played_on, 10);
  EXPECT_LT(played_on, 30);
  EXPECT_TRUE(red_won && blue_won);
}

}  // namespace
}  // namespace lielow
