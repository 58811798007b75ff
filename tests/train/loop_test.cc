#include "train/loop.h"

#include <gmock/gmock.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "game/input_error.h"
#include "mcts/random_player.h"
#include "nn/model.h"
#include "selfplay/run_database.h"
#include "selfplay/sqlite.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"
#include "train/run_setup.h"
#include "train/run_state.h"

namespace lielow {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::ThrowsMessage;

// A run of a small board and network, with an iteration of 60 positions and 7 or 8 steps.
Config TinyConfig(const std::vector<std::string>& sets) {
  std::vector<std::string> all = {"game.size=4",
                                  "network={blocks: 1, channels: 8}",
                                  "selfplay={simulations: 4, threads: 1, games_per_thread: 4}",
                                  "inference.backend=eigen",
                                  "training={batch: 16, replay_ratio: 2, device: cpu}",
                                  "training.positions_per_iteration=60",
                                  "training.window_min=100",
                                  "stop.minutes=null",
                                  "evaluation={opponents: [random], games: 4, simulations: 2}",
                                  "evaluation.every_minutes=1000"};
  all.insert(all.end(), sets.begin(), sets.end());
  return DefaultConfig(all);
}

PlayerFactory MakeOpponent(const std::string& text, int /*size*/) {
  if (text != "random" && text != "other") throw InputError("no such player: " + text);
  return [] { return std::make_unique<RandomPlayer>(); };
}

// Does something at every move, then plays a random one.
class ActingPlayer final : public Player {
 public:
  explicit ActingPlayer(const std::function<void()>& act) : act_(act) {}

  void ChooseMoves(std::span<const MoveRequest> requests, std::span<MoveChoice> choices) override {
    act_();
    random_.ChooseMoves(requests, choices);
  }

 private:
  const std::function<void()> act_;
  RandomPlayer random_;
};

class LoopTest : public testing::Test {
 protected:
  TrainRequest Request(const std::vector<std::string>& sets) {
    return {.config = TinyConfig(sets),
            .directory = directory_.path(),
            .max_minutes = std::nullopt,
            .make_opponent = MakeOpponent,
            .interrupted = &interrupted_};
  }

  TrainEnd TrainWith(const std::vector<std::string>& sets) { return Train(Request(sets)); }

  RunDatabase Database() const { return {directory_.database(), RunDatabase::Mode::kReadOnly}; }

  // Runs a session that is interrupted as soon as another program sees `games` games of it.
  TrainEnd TrainUntilGames(const std::vector<std::string>& sets, std::int64_t games) {
    const std::jthread watcher([&](const std::stop_token& ended) {
      while (!ended.stop_requested()) {
        try {
          if (Database().GameCount() >= games) break;
        } catch (const InputError&) {
          // The run has not made it yet.
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      interrupted_ = true;
    });
    return TrainWith(sets);
  }

  std::string Log() const {
    std::ifstream file(directory_.log());
    return {std::istreambuf_iterator<char>(file), {}};
  }

  const TemporaryDirectory temporary_;
  const RunDirectory directory_{temporary_ / "run"};
  std::atomic<bool> interrupted_ = false;
};

TEST_F(LoopTest, RunEndsAtItsStepsAndLeavesItsFiles) {
  EXPECT_EQ(TrainWith({"stop.steps=20", "name=tiny"}), TrainEnd::kFinished);
  EXPECT_EQ(LoadConfig(directory_.config()).name, "tiny");
  EXPECT_EQ(directory_.ModelSteps().front(), 0);
  EXPECT_EQ(directory_.ModelSteps().back(), 20);
  EXPECT_EQ(directory_.CheckpointSteps().back(), 20);
  EXPECT_THAT(Log(), HasSubstr("finished: "));

  const RunDatabase database = Database();
  // 20 steps of 16 positions, two for each position of self-play: at least 160.
  EXPECT_GE(database.PositionCount(), 160);
  const ModelFile file = ReadModelFile(directory_.model(20));
  const ModelInfo info = ReadModelInfo(file, directory_.model(20));
  EXPECT_EQ(info, (ModelInfo{.size = 4,
                             .network = {.blocks = 1, .channels = 8},
                             .step = 20,
                             .name = "tiny",
                             .games = database.GameCount(),
                             .positions = database.PositionCount(),
                             .date = info.date}));
}

TEST_F(LoopTest, MetricsAndEvaluationsAreInTheDatabase) {
  TrainWith({"stop.steps=20", "evaluation.opponents=[random, other]"});
  const RunDatabase database = Database();
  const std::vector<FigureRow> metrics = database.Figures();
  ASSERT_THAT(metrics, SizeIs(Gt(1)));
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    for (const char* figure :
         {"policy_loss", "value_loss", "learning_rate", "positions_per_second", "memory_mib"}) {
      EXPECT_GT(metrics[i].Get(figure), 0) << figure;
    }
    const auto positions = static_cast<std::int64_t>(metrics[i].Get("positions"));
    // Steps keep to the share of each position: 2 * positions / 16, unless the limit ends them.
    const std::int64_t wanted = 2 * positions / 16;
    EXPECT_EQ(metrics[i].step, std::min<std::int64_t>(wanted, 20));
    EXPECT_GE(positions, 60 * static_cast<std::int64_t>(i + 1));
    EXPECT_GT(metrics[i].Get("minutes"), i > 0 ? metrics[i - 1].Get("minutes") : 0);
  }
  EXPECT_EQ(metrics.back().Get("games"), database.GameCount());
  EXPECT_EQ(metrics.back().Get("positions"), database.PositionCount());

  const std::vector<EvaluationRow> evaluations = database.Evaluations();
  ASSERT_THAT(evaluations, SizeIs(2));
  EXPECT_EQ(evaluations[0].opponent, "random");
  EXPECT_EQ(evaluations[1].opponent, "other");
  for (const EvaluationRow& row : evaluations) {
    EXPECT_EQ(row.step, 20);
    EXPECT_EQ(row.games, 4);
    EXPECT_GE(row.score, 0);
    EXPECT_LE(row.score, 1);
    EXPECT_LE(row.elo_low, row.elo);
    EXPECT_LE(row.elo, row.elo_high);
  }
}

TEST_F(LoopTest, GamesAreNumberedWithoutGapsButThoseInPlay) {
  TrainWith({"stop.steps=10"});
  const RunDatabase database = Database();
  const std::vector<std::int64_t> numbers = database.GameNumbers();
  EXPECT_EQ(static_cast<std::int64_t>(numbers.size()), database.GameCount());
  // Four games are played in step.
  EXPECT_LE(numbers.back(), database.GameCount() + 3);
  std::int64_t last_step = 0;
  for (const RecordedGame& game : database.Games(0, 1000)) {
    EXPECT_GE(game.model_step(), last_step);
    last_step = game.model_step();
    EXPECT_EQ(game.start, Position(4));
  }
  EXPECT_GT(last_step, 0);
}

TEST_F(LoopTest, FinishedRunHasNothingMoreToDo) {
  TrainWith({"stop.steps=10"});
  const std::int64_t games = Database().GameCount();
  const std::vector<NamedTensor> weights = ReadModelFile(directory_.model(10)).tensors;
  EXPECT_EQ(TrainWith({"stop.steps=10"}), TrainEnd::kFinished);
  EXPECT_EQ(Database().GameCount(), games);
  EXPECT_THAT(Database().Evaluations(), SizeIs(1));
  EXPECT_EQ(directory_.ModelSteps().back(), 10);
  EXPECT_EQ(ReadModelFile(directory_.model(10)).tensors, weights);
}

TEST_F(LoopTest, RunGoesOnWhenItsLimitIsRaised) {
  TrainWith({"stop.steps=10"});
  const std::int64_t games = Database().GameCount();
  const double minutes = Database().Figures().back().Get("minutes");
  EXPECT_EQ(TrainWith({"stop.steps=20"}), TrainEnd::kFinished);
  EXPECT_GT(Database().GameCount(), games);
  EXPECT_GT(Database().Figures().back().Get("minutes"), minutes);
  EXPECT_EQ(Database().Figures().back().step, 20);
  EXPECT_THAT(Log(), HasSubstr("changed: stop.steps: 10 -> 20"));
  EXPECT_THAT(Log(), HasSubstr("going on with "));
}

TEST_F(LoopTest, BatchesAreDrawnOnWhereTheyStopped) {
  TrainWith({"stop.steps=10"});
  TrainWith({"stop.steps=20"});
  const RunDirectory straight(temporary_ / "straight");
  TrainRequest request = Request({"stop.steps=20"});
  request.directory = straight.path();
  Train(request);
  // The generator's state counts its draws, which are as many in each step.
  const auto state = [](const std::filesystem::path& checkpoint) {
    return RunStateFrom(ReadModelFile(checkpoint), checkpoint).batch_seed;
  };
  EXPECT_EQ(state(directory_.checkpoint(20)), state(straight.checkpoint(20)));
}

TEST_F(LoopTest, GamesLimitEndsTheRun) {
  EXPECT_EQ(TrainWith({"stop.games=7"}), TrainEnd::kFinished);
  // At most the games that end in the same step are more.
  EXPECT_GE(Database().GameCount(), 7);
  EXPECT_LE(Database().GameCount(), 10);
}

TEST_F(LoopTest, MinutesLimitEndsTheRun) {
  EXPECT_EQ(TrainWith({"stop.minutes=0.005"}), TrainEnd::kFinished);
  EXPECT_GE(Database().Evaluations().back().minutes, 0.005);
}

TEST_F(LoopTest, RunWithoutTimeJudgesItsFirstNetwork) {
  EXPECT_EQ(TrainWith({"stop.minutes=0"}), TrainEnd::kFinished);
  EXPECT_EQ(Database().GameCount(), 0);
  ASSERT_THAT(Database().Evaluations(), SizeIs(1));
  EXPECT_EQ(Database().Evaluations()[0].step, 0);
}

TEST_F(LoopTest, SessionThatIsOverGoesOnLater) {
  TrainRequest request = Request({"stop.steps=10"});
  request.max_minutes = 0;
  EXPECT_EQ(Train(request), TrainEnd::kSessionOver);
  EXPECT_THAT(Database().Evaluations(), IsEmpty());
  EXPECT_EQ(TrainWith({"stop.steps=10"}), TrainEnd::kFinished);
  EXPECT_EQ(directory_.ModelSteps().back(), 10);
}

TEST_F(LoopTest, InterruptedSelfPlayGoesOnWithoutLosingGames) {
  const std::vector<std::string> sets = {"training.positions_per_iteration=100000"};
  EXPECT_EQ(TrainUntilGames(sets, 1), TrainEnd::kInterrupted);
  const std::int64_t games = Database().GameCount();
  EXPECT_GE(games, 1);
  // The model still has no steps, but what is needed to go on is there.
  EXPECT_THAT(directory_.CheckpointSteps(), ElementsAre(0));

  interrupted_ = false;
  EXPECT_EQ(TrainWith({"stop.steps=10"}), TrainEnd::kFinished);
  EXPECT_GE(Database().GameCount(), games);
  EXPECT_EQ(Database().Figures().back().step, 10);
  EXPECT_THAT(Log(), HasSubstr("interrupted; everything is saved"));
}

TEST_F(LoopTest, InterruptedSessionKeepsTheLossesOfTheLastStep) {
  TrainWith({"stop.steps=10"});
  const FigureRow before = Database().Figures().back();
  const std::int64_t games = Database().GameCount();
  EXPECT_EQ(TrainUntilGames({"training.positions_per_iteration=100000"}, games + 1),
            TrainEnd::kInterrupted);
  const FigureRow after = Database().Figures().back();
  EXPECT_EQ(after.step, 10);
  EXPECT_GT(after.Get("games"), games);
  EXPECT_EQ(after.Get("policy_loss"), before.Get("policy_loss"));
  EXPECT_EQ(after.Get("value_loss"), before.Get("value_loss"));
}

TEST_F(LoopTest, InterruptedEvaluationIsMadeUpForInFull) {
  const std::vector<std::string> sets = {"stop.steps=10", "evaluation.opponents=[random, other]"};
  TrainRequest request = Request(sets);
  request.make_opponent = [&](const std::string& text, int size) -> PlayerFactory {
    if (text == "random") return MakeOpponent(text, size);
    return [&] { return std::make_unique<ActingPlayer>([&] { interrupted_ = true; }); };
  };
  EXPECT_EQ(Train(request), TrainEnd::kInterrupted);
  ASSERT_THAT(Database().Evaluations(), SizeIs(1));
  EXPECT_EQ(Database().Evaluations()[0].opponent, "random");

  interrupted_ = false;
  EXPECT_EQ(TrainWith(sets), TrainEnd::kFinished);
  const std::vector<EvaluationRow> evaluations = Database().Evaluations();
  ASSERT_THAT(evaluations, SizeIs(2));
  EXPECT_EQ(evaluations[1].opponent, "other");
  EXPECT_EQ(evaluations[1].games, 4);
}

TEST_F(LoopTest, NetworksAreJudgedOnTheWay) {
  // Every 60 milliseconds or iteration, whatever takes longer.
  TrainRequest request = Request({"evaluation.every_minutes=0.001"});
  std::atomic<int> matches = 0;
  request.make_opponent = [&](const std::string& /*text*/, int /*size*/) -> PlayerFactory {
    return [&] {
      if (++matches == 3) interrupted_ = true;
      return std::make_unique<RandomPlayer>();
    };
  };
  EXPECT_EQ(Train(request), TrainEnd::kInterrupted);
  const std::vector<EvaluationRow> evaluations = Database().Evaluations();
  ASSERT_THAT(evaluations, SizeIs(2));
  EXPECT_GT(evaluations[0].step, 0);
  EXPECT_GT(evaluations[1].step, evaluations[0].step);
  // Those that have been judged are kept, with the first and the newest.
  EXPECT_THAT(directory_.ModelSteps(), Contains(0));
  EXPECT_THAT(directory_.ModelSteps(), Contains(evaluations[0].step));
  EXPECT_THAT(directory_.ModelSteps(), Contains(evaluations[1].step));
}

TEST_F(LoopTest, NetworkPlaysOnlyOnceItIsShownToBeStronger) {
  // Two games cannot show it.
  const std::vector<std::string> sets = {"evaluation={gate_elo: 20, gate_games: 2}"};
  const auto with_steps = [&](const std::string& steps) {
    std::vector<std::string> all = sets;
    all.push_back("stop.steps=" + steps);
    return all;
  };
  TrainWith(with_steps("20"));
  EXPECT_THAT(Log(), HasSubstr("not shown to be stronger"));
  // The network that plays is remembered, and kept.
  TrainWith(with_steps("40"));
  const RunDatabase database = Database();
  ASSERT_GT(database.GameCount(), 10);
  for (const RecordedGame& game : database.Games(0, 1000)) {
    for (const RecordedMove& move : game.moves) ASSERT_EQ(move.model_step, 0);
  }
}

TEST_F(LoopTest, EveryNetworkPlaysWithoutAGate) {
  TrainWith({"stop.steps=40"});
  EXPECT_GT(Database().Games(Database().GameCount() - 1, 1)[0].model_step(), 0);
}

TEST_F(LoopTest, DamagedCheckpointLosesOneIterationOnly) {
  TrainWith({"stop.steps=20"});
  const std::int64_t games = Database().GameCount();
  std::filesystem::resize_file(directory_.checkpoint(20), 100);
  // The model of the older step may have been removed since: it was not the newest.
  const std::int64_t older = directory_.CheckpointSteps().front();
  ASSERT_LT(older, 20);
  std::filesystem::remove(directory_.model(older));
  EXPECT_EQ(TrainWith({"stop.steps=30", "training.positions_per_iteration=200"}),
            TrainEnd::kFinished);
  EXPECT_EQ(directory_.ModelSteps().back(), 30);
  EXPECT_GE(Database().GameCount(), games);
  EXPECT_THAT(Log(), HasSubstr("going on from the one before"));
}

TEST_F(LoopTest, AnotherBoardOrArchitectureIsRefused) {
  TrainWith({"stop.steps=5"});
  EXPECT_THAT(
      [&] {
        TrainWith({"stop.steps=10", "game.size=5"});
      },
      ThrowsMessage<InputError>(HasSubstr("another board size: game.size: 4 -> 5")));
  EXPECT_THAT(
      [&] {
        TrainWith({"stop.steps=10", "network.channels=9"});
      },
      ThrowsMessage<InputError>(HasSubstr("another architecture: network.channels: 8 -> 9")));
  EXPECT_EQ(LoadConfig(directory_.config()).stop.steps, 5);
  EXPECT_EQ(directory_.ModelSteps().back(), 5);
}

TEST_F(LoopTest, UnknownOpponentIsRefusedBeforeAnythingIsWritten) {
  EXPECT_THAT([&] { TrainWith({"evaluation.opponents=[random, nobody]"}); },
              ThrowsMessage<InputError>("no such player: nobody"));
  EXPECT_FALSE(std::filesystem::exists(directory_.path()));
}

TEST_F(LoopTest, RunThatIsTrainedByAnotherIsLeftAlone) {
  TrainWith({"stop.steps=5"});
  const RunLock other(directory_);
  EXPECT_THAT([&] { TrainWith({"stop.steps=10"}); },
              ThrowsMessage<InputError>(HasSubstr("another process is training this run")));
  EXPECT_EQ(LoadConfig(directory_.config()).stop.steps, 5);
}

TEST_F(LoopTest, OneThreadAndOneSeedTrainTheSameTwice) {
  TrainWith({"stop.steps=20"});
  const RunDirectory again(temporary_ / "again");
  TrainRequest request = Request({"stop.steps=20"});
  request.directory = again.path();
  Train(request);
  EXPECT_EQ(ReadModelFile(again.model(20)).tensors, ReadModelFile(directory_.model(20)).tensors);
  EXPECT_EQ(RunDatabase(again.database(), RunDatabase::Mode::kReadOnly).Games(0, 1000),
            Database().Games(0, 1000));
}

// Broken off in the middle of its games or its training, again and again, it goes on exactly.
TEST_F(LoopTest, InterruptedRunOfOneThreadTrainsTheSame) {
  const std::vector<std::string> sets = {"stop.steps=60"};
  TrainRequest straight = Request(sets);
  const RunDirectory uninterrupted(temporary_ / "straight");
  straight.directory = uninterrupted.path();
  Train(straight);

  int sessions = 0;
  for (std::int64_t games = 2;; games += 3) {
    interrupted_ = false;
    ++sessions;
    if (TrainUntilGames(sets, games) == TrainEnd::kFinished) break;
  }
  EXPECT_GT(sessions, 5);
  EXPECT_EQ(ReadModelFile(directory_.model(60)).tensors,
            ReadModelFile(uninterrupted.model(60)).tensors);
  EXPECT_EQ(Database().Games(0, 10000),
            RunDatabase(uninterrupted.database(), RunDatabase::Mode::kReadOnly).Games(0, 10000));
}

// As after a power cut or kill: the games are there, the checkpoint is an older one.
TEST_F(LoopTest, RunOfOneThreadThatLostItsCheckpointTrainsTheSame) {
  TrainWith({"stop.steps=60"});
  const std::vector<NamedTensor> weights = ReadModelFile(directory_.model(60)).tensors;
  const std::vector<RecordedGame> games = Database().Games(0, 10000);
  const std::vector<std::int64_t> steps = directory_.CheckpointSteps();
  ASSERT_GE(steps.size(), 2U);
  std::filesystem::remove(directory_.checkpoint(steps.back()));
  std::filesystem::remove(directory_.model(60));
  TrainWith({"stop.steps=60"});
  EXPECT_EQ(ReadModelFile(directory_.model(60)).tensors, weights);
  EXPECT_EQ(Database().Games(0, 10000), games);
}

TEST_F(LoopTest, ConcurrentRunPlaysAndTrainsAtTheSameTime) {
  EXPECT_EQ(TrainWith({"training.mode=concurrent", "stop.steps=40"}), TrainEnd::kFinished);
  const RunDatabase database = Database();
  EXPECT_EQ(directory_.ModelSteps().back(), 40);
  // Games are at most about one iteration ahead of the learner: 40 * 16 / 2 positions were needed.
  EXPECT_GE(database.PositionCount(), 320);
  EXPECT_LE(database.PositionCount(), 320 + 4 * 60);
  std::int64_t newest = 0;
  for (const RecordedGame& game : database.Games(0, 1000)) {
    newest = std::max(newest, game.model_step());
  }
  EXPECT_GT(newest, 0);

  // It goes on, without a game twice or lost.
  const std::int64_t games = database.GameCount();
  EXPECT_EQ(TrainWith({"training.mode=concurrent", "stop.steps=50"}), TrainEnd::kFinished);
  EXPECT_GE(Database().GameCount(), games);
  EXPECT_EQ(static_cast<std::int64_t>(Database().GameNumbers().size()), Database().GameCount());
}

TEST_F(LoopTest, FailureOfConcurrentGamesEndsTheRun) {
  TrainWith({"stop.steps=5"});
  sqlite::Database(directory_.database(), sqlite::Database::Mode::kReadWrite)
      .Execute(
          "CREATE TRIGGER full BEFORE INSERT ON games BEGIN SELECT raise(ABORT, 'disk is full'); "
          "END");
  EXPECT_THAT(
      [&] {
        TrainWith({"training.mode=concurrent", "stop.steps=100"});
      },
      ThrowsMessage<std::runtime_error>(HasSubstr("disk is full")));
}

TEST_F(LoopTest, GamesOfOtherProgramsAreLearnedFrom) {
  TrainWith({"stop.steps=5"});
  RunDatabase database(directory_.database(), RunDatabase::Mode::kReadWrite);
  const GameSource source = database.SourceOf(9, "uniform", "");
  const std::int64_t positions = database.PositionCount();
  database.AddGames(RandomRecordedGames(4, 0, 20), source);
  const std::int64_t others = database.PositionCount() - positions;
  TrainWith({"stop.steps=40"});
  // They are counted: less self-play was needed for the same steps.
  EXPECT_GE(Database().Figures().back().Get("positions"), 320);
  EXPECT_EQ(Database().Figures().back().Get("games"), Database().GameCount());
  EXPECT_GT(others, 100);
}

TEST_F(LoopTest, WhatAutoChoseIsChosenAgain) {
  const std::vector<std::string> sets = {"selfplay={threads: auto, games_per_thread: auto}",
                                         "inference.backend=auto", "stop.steps=5"};
  TrainWith(sets);
  {
    RunDatabase database(directory_.database(), RunDatabase::Mode::kReadWrite);
    EXPECT_TRUE(database.Choice("selfplay.threads"));
    EXPECT_TRUE(database.Choice("selfplay.games_per_thread"));
    EXPECT_THAT(database.Choice("inference.backend"),
                testing::Optional(testing::AnyOf("torch", "eigen")));
    database.StoreChoice("selfplay.threads", "3");
    database.StoreChoice("selfplay.games_per_thread", "7");
    database.StoreChoice("inference.backend", "eigen");
  }
  TrainWith(sets);
  EXPECT_THAT(Log(), HasSubstr("games are played with Eigen, float32, by 3 threads x 7 games"));
  // What the configuration says is not chosen.
  TrainWith({"stop.steps=5"});
  EXPECT_THAT(Log(), HasSubstr("by 1 threads x 4 games"));
}

TEST_F(LoopTest, DiskLimitDropsOldGamesAndTheRunGoesOn) {
  TrainWith({"stop.steps=10"});
  {
    RunDatabase database(directory_.database(), RunDatabase::Mode::kReadWrite);
    database.AddGames(RandomRecordedGames(9, 0, 400), database.SourceOf(1, "x", ""));
  }
  // The others' games are of another board, which nobody should do; they are dropped here at once.
  RunDatabase(directory_.database(), RunDatabase::Mode::kReadWrite).DropOldestMoves(1);
  EXPECT_EQ(TrainWith({"stop.steps=20", "selfplay.disk_mib=1"}), TrainEnd::kFinished);
  EXPECT_GT(Database().Summary().dropped, 400);
}

TEST_F(LoopTest, FiguresOfGamesAndOfWhatIsNewAreKept) {
  TrainWith({"stop.steps=20", "selfplay={resign_below: 0.3, resign_test_share: 0.5}"});
  const FigureRow last = Database().Figures().back();
  EXPECT_GT(last.Get("mean_plies"), 3);
  for (const char* share : {"blue_wins_share", "king_off_share", "policy_agreement",
                            "resigned_share", "false_resign_share"}) {
    EXPECT_GE(last.Get(share, -1), 0) << share;
    EXPECT_LE(last.Get(share, 2), 1) << share;
  }
  for (const char* figure : {"policy_loss_new", "value_loss_new", "policy_entropy", "new_games",
                             "mean_surprise", "steps_per_second", "simulations", "window"}) {
    EXPECT_GT(last.Get(figure), 0) << figure;
  }
}

TEST_F(LoopTest, FiguresAreKeptForTensorBoardToo) {
  TrainWith({"stop.steps=20"});
  std::uintmax_t bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator(directory_.path() / "tensorboard")) {
    EXPECT_THAT(entry.path().filename().string(), testing::StartsWith("events.out.tfevents."));
    bytes += entry.file_size();
  }
  // A name and a number of every figure of every iteration, at least.
  EXPECT_GT(bytes, 20 * 10 * Database().Figures().size());
}

TEST_F(LoopTest, SimulationsRiseOverThePositions) {
  TrainWith({"stop.steps=40", "selfplay={first_simulations: 1, simulations_rise: 200}"});
  const std::vector<FigureRow> rows = Database().Figures();
  EXPECT_LT(rows.front().Get("simulations"), 4);
  EXPECT_EQ(rows.back().Get("simulations"), 4);
}

TEST_F(LoopTest, NewRunStartsFromAModelFile) {
  TrainWith({"stop.steps=10"});
  const std::string model = directory_.model(10).string();
  const RunDirectory second(temporary_ / "second");
  TrainRequest request = Request({"stop.minutes=0", "game.size=5", "init_from=" + model});
  request.directory = second.path();
  Train(request);
  EXPECT_EQ(ReadModelFile(second.model(0)).tensors, ReadModelFile(model).tensors);
  EXPECT_EQ(ReadModelInfo(ReadModelFile(second.model(0)), second.model(0)).size, 5);
  // It is no part of a run that goes on.
  std::filesystem::remove(model);
  request.config.stop.minutes.reset();
  request.config.stop.steps = 5;
  EXPECT_EQ(Train(request), TrainEnd::kFinished);
}

TEST_F(LoopTest, MissingModelToStartFromIsAnInputError) {
  EXPECT_THAT([&] { TrainWith({"init_from=none.safetensors"}); },
              ThrowsMessage<InputError>(HasSubstr("none.safetensors")));
}

TEST_F(LoopTest, StepsThatAreNotFiniteEndTheRunAndPoisonNothing) {
  // A network whose auxiliary head, which is not used in play, gives infinite numbers.
  TrainWith({"stop.minutes=0"});
  ModelFile file = ReadModelFile(directory_.model(0));
  const ModelInfo info = ReadModelInfo(file, directory_.model(0));
  for (NamedTensor& tensor : file.tensors) {
    if (!tensor.name.starts_with("plies_left")) continue;
    for (float& value : tensor.values) value = 3e38F;
  }
  const std::filesystem::path model = temporary_ / "bad.safetensors";
  WriteModelFile(model, MakeModelFile(info, file.tensors));

  const RunDirectory bad(temporary_ / "bad");
  TrainRequest request = Request({"stop.steps=1000", "init_from=" + model.string()});
  request.directory = bad.path();
  EXPECT_THAT([&] { Train(request); },
              ThrowsMessage<std::runtime_error>(AllOf(HasSubstr("5 steps in a row were dropped"),
                                                      HasSubstr("not finite"),
                                                      HasSubstr("training.learning_rate"))));
  EXPECT_EQ(bad.CheckpointSteps(), std::vector<std::int64_t>{});
  EXPECT_EQ(ReadModelFile(bad.model(0)).tensors, ReadModelFile(model).tensors);
}

}  // namespace
}  // namespace lielow
