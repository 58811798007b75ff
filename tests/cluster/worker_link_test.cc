#include "tools/cluster/worker_link.h"

#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

#include "game/input_error.h"
#include "nn/model_file.h"
#include "tests/cluster/memory_broker.h"
#include "tests/program/smoke_run.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"
#include "tests/support/random_model_file.h"

namespace lielow {
namespace {

using testing::Contains;
using testing::HasSubstr;

constexpr std::uint64_t kRun = 5;
constexpr std::uint64_t kSession = 0xab;

class WorkerLinkTest : public testing::Test {
 protected:
  WorkerLinkTest() { broker_.MakeRun(1); }

  std::unique_ptr<WorkerLink> Link(const LinkOptions& options = Options()) {
    return std::make_unique<WorkerLink>(std::make_unique<MemoryBroker>(server_, 100'000),
                                        directory_, options, interrupted_);
  }

  static LinkOptions Options() { return {.name = "test", .session = kSession, .threads = 1}; }

  void Publish(std::int64_t step, int simulations = 4) {
    const std::string config = DumpConfig(DefaultConfig(
        {"game.size=5", "network.blocks=1", "network.channels=8", "selfplay.games_per_thread=2",
         "inference.backend=eigen", "selfplay.simulations=" + std::to_string(simulations)}));
    const auto path = folder_ / "model.safetensors";
    const ModelInfo info{.size = 5, .network = {.blocks = 1, .channels = 8}, .step = step};
    WriteModelFile(path, RandomModelFile(info, static_cast<std::uint64_t>(step)));
    PublishConfig(broker_, config);
    PublishNetwork(broker_, FileBytes(path),
                   {.run = kRun, .step = step, .simulations = 4, .config = Checksum(config)});
  }

  // As the learner does all the time.
  void Beat() { TellState(broker_, LearnerState{}); }

  static void WaitUntil(const std::function<bool()>& condition) {
    for (int i = 0; i < 2000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(condition());
  }

  std::size_t Arrived() {
    const std::lock_guard lock(server_.mutex);
    return server_.games.size();
  }

  // Finishes 20 games, each when the one before is on the disk: before, it takes no room there.
  std::jthread Player(WorkerLink& link, std::atomic<int>& taken) {
    return std::jthread([&] {
      for (; taken < 20; ++taken) {
        link.Take(kRun, Game(taken));
        while (link.State().games <= taken) {
          std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
      }
    });
  }

  static RecordedGame Game(std::int64_t number) { return RandomRecordedGame(Position(5), number); }

  TemporaryDirectory folder_;
  WorkerDirectory directory_{folder_ / "worker"};
  MemoryServer server_;
  MemoryBroker broker_{server_, 100'000};
  std::atomic<bool> interrupted_ = false;
};

TEST_F(WorkerLinkTest, TakesUpTheNewestNetwork) {
  Publish(10);
  const auto link = Link();
  EXPECT_EQ(link->Newest()->manifest.step, 10);
  EXPECT_EQ(link->Newest()->network->info().step, 10);
  EXPECT_EQ(link->Newest()->config->selfplay.simulations, 4);
  Publish(20);
  WaitUntil([&] { return link->Newest()->manifest.step == 20; });
  EXPECT_EQ(link->Newest()->network->info().step, 20);
}

TEST_F(WorkerLinkTest, TakesUpAChangedConfiguration) {
  Publish(10, 4);
  const auto link = Link();
  link->Newest();
  Publish(20, 8);
  WaitUntil([&] { return link->Newest()->manifest.step == 20; });
  EXPECT_EQ(link->Newest()->config->selfplay.simulations, 8);
}

TEST_F(WorkerLinkTest, SendsFinishedGames) {
  Publish(10);
  const auto link = Link();
  for (int i = 0; i < 5; ++i) link->Take(kRun, Game(i));
  EXPECT_EQ(link->Drain(std::chrono::seconds(20)), 0);
  EXPECT_EQ(Arrived(), 5U);
  EXPECT_EQ(link->State().games, 5);
  EXPECT_EQ(link->State().waiting_games, 0);
}

TEST_F(WorkerLinkTest, KeepsGamesWhileTheServerIsAway) {
  Publish(10);
  {
    const auto link = Link();
    server_.SetAway(true);
    for (int i = 0; i < 5; ++i) link->Take(kRun, Game(i));
    WaitUntil([&] { return link->State().waiting_games == 5; });
    EXPECT_EQ(link->Drain(std::chrono::seconds(0)), 5);
    EXPECT_THAT(link->TakeNotices(), Contains(HasSubstr("the server is away")));
    EXPECT_EQ(Arrived(), 0U);
  }
  server_.SetAway(false);
  LinkOptions next = Options();
  next.session = kSession + 1;
  const auto link = Link(next);  // Another session sends what is there.
  EXPECT_EQ(link->Drain(std::chrono::seconds(20)), 0);
  EXPECT_EQ(Arrived(), 5U);
  EXPECT_EQ(DecodeGameMessage(server_.games.front().second).session, kSession);
}

TEST_F(WorkerLinkTest, WaitsOnceTooManyGamesAreNotSent) {
  Publish(10);
  LinkOptions options = Options();
  options.most_bytes = 1000;
  const auto link = Link(options);
  link->Newest();
  server_.SetAway(true);
  std::atomic<int> taken = 0;
  const std::jthread player = Player(*link, taken);
  WaitUntil([&] { return link->State().doing == "waiting: too many games are not sent"; });
  EXPECT_LT(taken, 20);
  server_.SetAway(false);
  WaitUntil([&] { return taken == 20; });
  EXPECT_EQ(link->Drain(std::chrono::seconds(20)), 0);
  EXPECT_EQ(Arrived(), 20U);
}

TEST_F(WorkerLinkTest, WaitsWhileTheLearnerHasEnoughGames) {
  Publish(10);
  server_.most_games = 2;
  const auto link = Link();
  link->Newest();
  std::atomic<int> taken = 0;
  const std::jthread player = Player(*link, taken);
  WaitUntil([&] { return link->State().doing == "waiting: the learner has enough games"; });
  EXPECT_LT(taken, 20);
  {
    const std::lock_guard lock(server_.mutex);
    server_.most_games = 1000;
  }
  WaitUntil([&] { return taken == 20; });
  EXPECT_EQ(link->Drain(std::chrono::seconds(20)), 0);
  EXPECT_EQ(Arrived(), 20U);
}

TEST_F(WorkerLinkTest, NetworkMayBeOldOnceTheLearnerIsNotHeardOf) {
  Publish(10);
  LinkOptions options = Options();
  options.most_minutes = 0.03;
  const auto link = Link(options);
  link->Newest();
  WaitUntil([&] { return link->State().doing == "waiting: the learner is not heard of"; });
  Beat();
  link->WaitWhileOld();  // Returns.
  EXPECT_EQ(link->State().doing, "playing");
}

TEST_F(WorkerLinkTest, InterruptionEndsAllWaiting) {
  LinkOptions options = Options();
  options.most_minutes = 0.0001;
  const auto link = Link(options);
  std::jthread later([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupted_ = true;
  });
  EXPECT_EQ(link->Newest(), nullptr);
  link->WaitWhileOld();
}

TEST_F(WorkerLinkTest, TellsTheServerHowItIsDoing) {
  Publish(10);
  {
    const auto link = Link();
    link->Take(kRun, Game(0));
    WaitUntil([&] { return !broker_.All(Bucket::kWorkers).empty(); });
    const ClusterState state = ReadClusterState(broker_);
    ASSERT_EQ(state.workers.size(), 1U);
    EXPECT_EQ(state.workers[0].name, "test");
    EXPECT_EQ(state.workers[0].session, SessionName(kSession));
    link->SayGoodbye();
    EXPECT_TRUE(broker_.All(Bucket::kWorkers).empty());
  }
}

TEST(WorkerDirectoryTest, OneWorkerAtATimeHasIt) {
  const TemporaryDirectory folder;
  const WorkerDirectory first(folder / "worker");
  EXPECT_THROW(WorkerDirectory(folder / "worker"), InputError);
}

}  // namespace
}  // namespace lielow
