#include "selfplay/selfplay.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <stdexcept>
#include <string>

#include "game/move_text.h"
#include "mcts/uniform_evaluator.h"
#include "tests/support/hash_evaluator.h"

namespace lielow {
namespace {

using testing::SizeIs;
using testing::ThrowsMessage;

constexpr int kSize = 5;
constexpr std::uint64_t kRunSeed = 21;

SelfPlayOptions Options(int threads, int games_per_thread) {
  SelfPlayOptions options;
  options.simulations = 6;
  options.threads = threads;
  options.games_per_thread = games_per_thread;
  return options;
}

std::unique_ptr<Evaluator> MakeHashEvaluator() { return std::make_unique<HashEvaluator>(); }
std::unique_ptr<Evaluator> MakeUniformEvaluator() { return std::make_unique<UniformEvaluator>(); }

NetworkSource Network(std::function<std::unique_ptr<Evaluator>()> make, std::int64_t step) {
  return OneNetwork({.step = step, .make_evaluator = std::move(make)});
}

SelfPlaySetup SetupOf(const SelfPlayOptions& options) {
  return {.options = options, .search = {}, .size = kSize, .run_seed = kRunSeed};
}

bool Never() { return false; }
void Forget(const RecordedGame& /*game*/) {}

// The games of self-play by number.
using GamesByNumber = std::map<std::int64_t, RecordedGame>;

// Self-play with games that are kept by number.
class KeptGames {
 public:
  KeptGames(int threads, int games_per_thread)
      : selfplay_(SetupOf(Options(threads, games_per_thread)), numbers_) {}

  // Plays until the first `count` games of the run have been finished.
  SelfPlayStats PlayFirst(int count) {
    return selfplay_.Run(
        Network(MakeHashEvaluator, 1), [&] { return finished_first_ == count; },
        [&](const RecordedGame& game) {
          EXPECT_TRUE(games_.emplace(game.number, game).second) << "twice: " << game.number;
          finished_first_ += game.number < count ? 1 : 0;
        });
  }

  // Plays `steps` steps of a single thread.
  void PlaySteps(int steps) {
    int left = steps;
    selfplay_.Run(
        Network(MakeHashEvaluator, 1), [&] { return left-- == 0; },
        [&](const RecordedGame& game) { games_.emplace(game.number, game); });
  }

  const GamesByNumber& games() const { return games_; }
  GamesByNumber FirstGames(int count) const { return {games_.begin(), games_.lower_bound(count)}; }
  std::int64_t NextNumber() { return numbers_.Next(); }

 private:
  GameNumbers numbers_{{}};
  SelfPlay selfplay_;
  GamesByNumber games_;
  std::atomic<int> finished_first_ = 0;
};

TEST(SelfPlayTest, EveryNumberIsPlayedOnce) {
  KeptGames run(3, 4);
  const SelfPlayStats stats = run.PlayFirst(20);
  EXPECT_THAT(run.FirstGames(20), SizeIs(20));
  EXPECT_EQ(stats.games, static_cast<std::int64_t>(run.games().size()));
  // One more is in play in each of the 12 places.
  EXPECT_EQ(run.NextNumber(), stats.games + 12);
}

TEST(SelfPlayTest, GameDependsOnlyOnItsNumber) {
  KeptGames one_thread(1, 8);
  one_thread.PlayFirst(16);
  for (const auto& [threads, games_per_thread] : {std::pair(2, 4), std::pair(3, 1)}) {
    KeptGames run(threads, games_per_thread);
    run.PlayFirst(16);
    EXPECT_EQ(run.FirstGames(16), one_thread.FirstGames(16));
  }
}

TEST(SelfPlayTest, GamesGoOnFromOneRunToTheNext) {
  KeptGames whole(1, 3);
  whole.PlayFirst(6);
  KeptGames interrupted(1, 3);
  // Longer than the search of a move, so that the games get on.
  while (interrupted.FirstGames(6).size() < 6) interrupted.PlaySteps(9);
  EXPECT_EQ(interrupted.FirstGames(6), whole.FirstGames(6));
}

TEST(SelfPlayTest, GameCarriesTheStepOfTheNetworkThatFinishedIt) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(2, 3)), numbers);
  for (const std::int64_t step : {100, 250}) {
    std::atomic<int> finished = 0;
    selfplay.Run(
        Network(MakeUniformEvaluator, step), [&] { return finished >= 5; },
        [&](const RecordedGame& game) {
          EXPECT_EQ(game.model_step(), step);
          ++finished;
        });
    EXPECT_GE(finished, 5);
  }
}

TEST(SelfPlayTest, StopIsAskedBeforeEachStep) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(1, 4)), numbers);
  int asked = 0;
  const SelfPlayStats stats = selfplay.Run(
      Network(MakeUniformEvaluator, 0), [&] { return ++asked > 5; }, Forget);
  EXPECT_EQ(asked, 6);
  EXPECT_EQ(stats.batches, 5);
  EXPECT_EQ(stats.evaluations, 5 * 4);
  EXPECT_EQ(stats.batch_capacity, 5 * 4);
}

TEST(SelfPlayTest, StopFromTheBeginningPlaysNothing) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(2, 4)), numbers);
  const SelfPlayStats stats = selfplay.Run(
      Network(MakeUniformEvaluator, 0), [] { return true; },
      [](const RecordedGame& game) { FAIL() << "finished game " << game.number; });
  EXPECT_EQ(stats.batches, 0);
  EXPECT_EQ(stats.games, 0);
  EXPECT_EQ(stats.searches.moves, 0);
}

TEST(SelfPlayTest, StatsCountMovesOfFinishedAndUnfinishedGames) {
  KeptGames run(2, 3);
  const SelfPlayStats stats = run.PlayFirst(10);
  std::int64_t trained = 0;
  for (const auto& [number, game] : run.games()) trained += game.TrainedPositions();
  EXPECT_GE(stats.searches.moves, trained);
  EXPECT_LE(stats.searches.simulations, 6 * stats.searches.moves);
  EXPECT_LE(stats.searches.free_simulations, stats.searches.simulations);
  EXPECT_EQ(stats.evaluations, 3 * stats.batches);
}

TEST(SelfPlayTest, NewNetworkIsTakenWithinARun) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(1, 4)), numbers);
  const auto network = [](std::int64_t step) {
    return std::make_shared<const PlayingNetwork>(
        PlayingNetwork{.step = step, .make_evaluator = MakeUniformEvaluator});
  };
  const auto first = network(1);
  const auto second = network(2);
  int steps = 0;
  std::map<std::int64_t, int> moves_by_step;
  selfplay.Run([&] { return steps < 100 ? first : second; }, [&] { return ++steps > 300; },
               [&](const RecordedGame& game) {
                 std::int64_t last = 1;
                 for (const RecordedMove& move : game.moves) {
                   if (move.effort == Effort::kNone) continue;
                   EXPECT_GE(move.model_step, last);
                   last = move.model_step;
                   ++moves_by_step[last];
                 }
               });
  EXPECT_GT(moves_by_step[1], 0);
  EXPECT_GT(moves_by_step[2], 0);
}

TEST(SelfPlayTest, EndsWhenNoNumbersAreLeft) {
  for (const int threads : {1, 3}) {
    GameNumbers numbers({1, 4});
    SelfPlaySetup setup = SetupOf(Options(threads, 8));
    setup.end_number = 10;
    SelfPlay selfplay(setup, numbers);
    GamesByNumber games;
    const SelfPlayStats stats =
        selfplay.Run(Network(MakeHashEvaluator, 1), Never,
                     [&](const RecordedGame& game) { games.emplace(game.number, game); });
    EXPECT_EQ(stats.games, 8);
    std::vector<std::int64_t> played;
    for (const auto& [number, game] : games) played.push_back(number);
    EXPECT_EQ(played, (std::vector<std::int64_t>{0, 2, 3, 5, 6, 7, 8, 9}));
    EXPECT_TRUE(selfplay.Unfinished().empty());
  }
}

// A worker that was broken off anywhere, and its games begun again by another one, gives the same
// games in the same order.
TEST(SelfPlayTest, UnfinishedGamesGoOnExactlyAsTheyWould) {
  SelfPlayOptions options = Options(1, 5);
  options.cache_mib = 0;
  const auto play = [&](const std::vector<int>& sessions) {
    std::vector<RecordedGame> finished;
    std::vector<std::int64_t> taken;
    std::vector<BegunGame> begun;
    for (const int steps : sessions) {
      std::vector<std::int64_t> known = taken;
      for (const BegunGame& game : begun) known.push_back(game.game.number);
      std::sort(known.begin(), known.end());
      GameNumbers numbers(known);
      SelfPlay selfplay(SetupOf(options), numbers, begun);
      int left = steps;
      selfplay.Run(
          Network(MakeHashEvaluator, 1), [&] { return left-- == 0; },
          [&](const RecordedGame& game) {
            finished.push_back(game);
            taken.push_back(game.number);
          });
      begun = selfplay.Unfinished();
      EXPECT_EQ(begun.size(), 5U);
    }
    return std::pair(finished, begun);
  };
  const auto whole = play({400});
  EXPECT_GT(whole.first.size(), 5U);
  EXPECT_EQ(play({1, 399}), whole);
  EXPECT_EQ(play({123, 4, 200, 73}), whole);
}

TEST(SelfPlayTest, NoTwoOfTenThousandGamesAreEqual) {
  SelfPlayOptions options = Options(2, 32);
  options.simulations = 2;
  SelfPlaySetup setup = SetupOf(options);
  setup.size = 8;
  setup.end_number = 10000;
  GameNumbers numbers({});
  SelfPlay selfplay(setup, numbers);
  // By what is recorded: the position where the searched moves begin, and they.
  std::set<std::pair<std::string, std::string>> games;
  selfplay.Run(Network(MakeUniformEvaluator, 0), Never, [&](const RecordedGame& game) {
    Position position = game.start;
    std::string start;
    std::string moves;
    for (const RecordedMove& move : game.moves) {
      if (move.effort != Effort::kNone) {
        if (start.empty()) start = position.ToString();
        moves += MoveText(position, move.move) + " ";
      }
      position.Play(move.move);
    }
    games.emplace(start, moves);
  });
  EXPECT_EQ(games.size(), 10000U);
}

// Says that its forward passes took 2 seconds, and keeps the sizes of its batches.
class TimedEvaluator final : public Evaluator {
 public:
  explicit TimedEvaluator(std::vector<int>& batches) : batches_(batches) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    batches_.push_back(static_cast<int>(positions.size()));
    uniform_.Evaluate(positions, results);
  }
  int max_batch() const override { return 4; }
  double forward_seconds() const override { return 2; }

 private:
  UniformEvaluator uniform_;
  std::vector<int>& batches_;
};

TEST(SelfPlayTest, OneEvaluatorAWorkerServesAllItsGamesInBatches) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(3, 6)), numbers);
  std::atomic<std::size_t> made = 0;
  std::vector<std::vector<int>> batches(3);
  std::atomic<int> asked = 0;
  const SelfPlayStats stats = selfplay.Run(
      Network([&] { return std::make_unique<TimedEvaluator>(batches.at(made++)); }, 0),
      [&] { return ++asked > 30; }, Forget);
  EXPECT_EQ(made, 3);
  EXPECT_EQ(stats.forward_seconds, 3 * 2);
  // Six games with an evaluator of at most four: 4 and 2.
  int evaluations = 0;
  for (const std::vector<int>& sizes : batches) {
    for (std::size_t i = 0; i < sizes.size(); ++i) EXPECT_EQ(sizes[i], i % 2 == 0 ? 4 : 2);
    for (const int size : sizes) evaluations += size;
  }
  EXPECT_EQ(evaluations, stats.evaluations);
  EXPECT_EQ(evaluations, 30 * 6);
}

// Keeps the positions of its first batch.
class CuriousEvaluator final : public Evaluator {
 public:
  explicit CuriousEvaluator(std::vector<Position>& first_batch) : first_batch_(first_batch) {}

  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    if (first_batch_.empty()) first_batch_.assign(positions.begin(), positions.end());
    uniform_.Evaluate(positions, results);
  }
  int max_batch() const override { return 1024; }

 private:
  UniformEvaluator uniform_;
  std::vector<Position>& first_batch_;
};

TEST(SelfPlayTest, SearchesBeginAnewWithTheNextNetwork) {
  GameNumbers numbers({});
  SelfPlay selfplay(SetupOf(Options(1, 4)), numbers);
  const auto first_batch_of_run = [&](std::int64_t model_step) {
    std::vector<Position> first_batch;
    int left = 3;  // Fewer steps than simulations: no move is played.
    selfplay.Run(
        Network([&] { return std::make_unique<CuriousEvaluator>(first_batch); }, model_step),
        [&] { return left-- == 0; }, Forget);
    return first_batch;
  };
  const std::vector<Position> roots = first_batch_of_run(1);
  EXPECT_THAT(roots, SizeIs(4));
  EXPECT_EQ(first_batch_of_run(2), roots);
}

// Throws at its third batch.
class FailingEvaluator final : public Evaluator {
 public:
  void Evaluate(std::span<const Position> positions, std::span<Evaluation> results) override {
    if (++batches_ == 3) throw std::runtime_error("the evaluator failed");
    uniform_.Evaluate(positions, results);
  }
  int max_batch() const override { return 1024; }

 private:
  UniformEvaluator uniform_;
  int batches_ = 0;
};

// What fails in one thread must end all of them: nothing else would stop these runs.
class SelfPlayFailureTest : public testing::Test {
 protected:
  GameNumbers numbers_{{}};
  SelfPlay selfplay_{SetupOf(Options(3, 2)), numbers_};
};

TEST_F(SelfPlayFailureTest, OfOneEvaluatorIsThrownOn) {
  std::atomic<int> made = 0;
  const auto make = [&]() -> std::unique_ptr<Evaluator> {
    if (made++ == 1) return std::make_unique<FailingEvaluator>();
    return MakeUniformEvaluator();
  };
  EXPECT_THAT([&] { selfplay_.Run(Network(make, 0), Never, Forget); },
              ThrowsMessage<std::runtime_error>("the evaluator failed"));
}

TEST_F(SelfPlayFailureTest, ToMakeAnEvaluatorIsThrownOn) {
  std::atomic<int> made = 0;
  const auto make = [&]() -> std::unique_ptr<Evaluator> {
    if (made++ == 2) throw std::runtime_error("no evaluator");
    return MakeUniformEvaluator();
  };
  EXPECT_THAT([&] { selfplay_.Run(Network(make, 0), Never, Forget); },
              ThrowsMessage<std::runtime_error>("no evaluator"));
}

TEST_F(SelfPlayFailureTest, OfTheSinkIsThrownOn) {
  int finished = 0;
  const GameSink full = [&](const RecordedGame& /*game*/) {
    if (++finished == 4) throw std::runtime_error("the disk is full");
  };
  EXPECT_THAT([&] { selfplay_.Run(Network(MakeUniformEvaluator, 0), Never, full); },
              ThrowsMessage<std::runtime_error>("the disk is full"));
}

TEST_F(SelfPlayFailureTest, OfTheStopConditionIsThrownOn) {
  std::atomic<int> asked = 0;
  const auto stop = [&]() -> bool {
    if (++asked == 20) throw std::logic_error("cannot say");
    return false;
  };
  EXPECT_THAT([&] { selfplay_.Run(Network(MakeUniformEvaluator, 0), stop, Forget); },
              ThrowsMessage<std::logic_error>("cannot say"));
}

TEST_F(SelfPlayFailureTest, LeavesGamesThatCanGoOn) {
  const auto make = []() -> std::unique_ptr<Evaluator> {
    return std::make_unique<FailingEvaluator>();
  };
  EXPECT_THROW(selfplay_.Run(Network(make, 0), Never, Forget), std::runtime_error);
  GamesByNumber games;
  std::atomic<int> finished = 0;
  selfplay_.Run(
      Network(MakeHashEvaluator, 1), [&] { return finished >= 12; },
      [&](const RecordedGame& game) {
        games.emplace(game.number, game);
        ++finished;
      });
  EXPECT_EQ(games.size(), static_cast<std::size_t>(finished));
  EXPECT_EQ(numbers_.Next(), finished + 6);
}

TEST(SelfPlayOptionsTest, NumbersThatAreGivenAreTaken) {
  EXPECT_EQ(WorkerThreads(Options(5, 7)), 5);
  EXPECT_EQ(GamesPerThread(Options(5, 7)), 7);
  EXPECT_GE(WorkerThreads(SelfPlayOptions()), 1);
  EXPECT_EQ(GamesPerThread(SelfPlayOptions()), 32);
}

}  // namespace
}  // namespace lielow
