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
#include "tests/selfplay/temporary_directory.h"
#include "train/run_setup.h"
#include "train/run_state.h"

namespace lielow {
namespace {

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
  const std::vector<MetricsRow> metrics = database.Metrics();
  ASSERT_THAT(metrics, SizeIs(Gt(1)));
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    EXPECT_GT(metrics[i].policy_loss, 0);
    EXPECT_GT(metrics[i].value_loss, 0);
    EXPECT_GT(metrics[i].learning_rate, 0);
    EXPECT_GT(metrics[i].positions_per_second, 0);
    // Steps keep to the share of each position: 2 * positions / 16, unless the limit ends them.
    const std::int64_t wanted = 2 * metrics[i].positions / 16;
    EXPECT_EQ(metrics[i].step, std::min<std::int64_t>(wanted, 20));
    EXPECT_GE(metrics[i].positions, 60 * static_cast<std::int64_t>(i + 1));
    EXPECT_GT(metrics[i].minutes, i > 0 ? metrics[i - 1].minutes : 0);
  }
  EXPECT_EQ(metrics.back().games, database.GameCount());
  EXPECT_EQ(metrics.back().positions, database.PositionCount());

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
  const std::vector<std::int64_t> numbers = database.GameNumbersFrom(0);
  EXPECT_EQ(static_cast<std::int64_t>(numbers.size()), database.GameCount());
  // Four games are played in step.
  EXPECT_LE(numbers.back(), database.GameCount() + 3);
  std::int64_t last_step = 0;
  for (const RecordedGame& game : database.Games(0, 1000)) {
    EXPECT_GE(game.model_step, last_step);
    last_step = game.model_step;
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
  const double minutes = Database().Metrics().back().minutes;
  EXPECT_EQ(TrainWith({"stop.steps=20"}), TrainEnd::kFinished);
  EXPECT_GT(Database().GameCount(), games);
  EXPECT_GT(Database().Metrics().back().minutes, minutes);
  EXPECT_EQ(Database().Metrics().back().step, 20);
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
  EXPECT_EQ(Database().Metrics().back().step, 10);
  EXPECT_THAT(Log(), HasSubstr("interrupted; everything is saved"));
}

TEST_F(LoopTest, InterruptedSessionKeepsTheLossesOfTheLastStep) {
  TrainWith({"stop.steps=10"});
  const MetricsRow before = Database().Metrics().back();
  const std::int64_t games = Database().GameCount();
  EXPECT_EQ(TrainUntilGames({"training.positions_per_iteration=100000"}, games + 1),
            TrainEnd::kInterrupted);
  const MetricsRow after = Database().Metrics().back();
  EXPECT_EQ(after.step, 10);
  EXPECT_GT(after.games, games);
  EXPECT_EQ(after.policy_loss, before.policy_loss);
  EXPECT_EQ(after.value_loss, before.value_loss);
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

}  // namespace
}  // namespace lielow
