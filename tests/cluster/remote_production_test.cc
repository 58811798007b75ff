#include "tools/cluster/remote_production.h"

#include <gmock/gmock.h>

#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <thread>

#include "game/input_error.h"
#include "tests/cluster/memory_broker.h"
#include "tests/selfplay/random_recorded_game.h"
#include "tests/selfplay/temporary_directory.h"
#include "tools/cluster/cluster_state.h"
#include "train/run_setup.h"

namespace lielow {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr std::size_t kLargestValue = 100'000;

class RemoteProductionTest : public testing::Test {
 protected:
  RemoteProductionTest() {
    PrepareRunDirectory(run_, config_);
    std::ofstream(run_.model(0)) << "the network of step 0";
    database_.emplace(run_.database(), RunDatabase::Mode::kReadWrite);
    experience_.emplace(config_, run_, *database_, 0);
  }

  std::unique_ptr<RemoteProduction> Production(bool replace = false) {
    auto production = std::make_unique<RemoteProduction>(
        config_, run_, *experience_, std::make_unique<MemoryBroker>(server_, kLargestValue),
        RemoteOptions{.replicas = 1, .replace = replace});
    production->Use({.step = 0, .make_evaluator = {}, .simulations = 4}, run_.model(0));
    return production;
  }

  NetworkManifest AwaitManifest() {
    for (int i = 0; i < 1000; ++i) {
      try {
        if (const auto manifest = ReadManifest(broker_)) return *manifest;
      } catch (const BrokerError&) {
        // The run is not there yet.
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    ADD_FAILURE() << "no network is published";
    return {};
  }

  // Sends games as a worker that has read the manifest; returns their trained positions.
  std::int64_t Send(std::int64_t first, int count) {
    const std::uint64_t run = AwaitManifest().run;
    std::int64_t positions = 0;
    for (const RecordedGame& game : RandomRecordedGames(5, first, count)) {
      GameMessage message{.run = run, .session = 3, .game = game};
      for (RecordedMove& move : message.game.moves) move.model_step = 0;
      broker_.SendBytes(SessionName(3), EncodeGameMessage(message));
      positions += game.TrainedPositions();
    }
    return positions;
  }

  // Takes what is needed.
  void PlayFor(RemoteProduction& production, std::int64_t positions, std::int64_t lead) {
    production.PlayUntil(
        positions, lead, [] { return false; }, [] {});
  }

  static bool Within10Seconds(const std::function<bool()>& condition) {
    for (int i = 0; i < 1000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return condition();
  }

  std::int64_t OnTheirWay() {
    const std::lock_guard lock(server_.mutex);
    return std::ssize(server_.games);
  }

  TemporaryDirectory folder_;
  RunDirectory run_{folder_ / "run"};
  Config config_ = DefaultConfig({"game.size=5"});
  std::optional<RunDatabase> database_;
  std::optional<Experience> experience_;
  MemoryServer server_;
  MemoryBroker broker_{server_, kLargestValue};
};

TEST_F(RemoteProductionTest, PublishesTheNetworkAndTakesGames) {
  const auto production = Production();
  const NetworkManifest manifest = AwaitManifest();
  EXPECT_EQ(manifest.simulations, 4);
  EXPECT_EQ(FetchNetwork(broker_, manifest), "the network of step 0");
  EXPECT_EQ(FetchConfig(broker_, manifest), DumpConfig(config_));
  const std::int64_t positions = Send(0, 20);
  PlayFor(*production, positions, 0);
  EXPECT_EQ(experience_->games(), 20);
  EXPECT_EQ(experience_->positions(), positions);
  EXPECT_EQ(database_->GameCount(), 20);
}

TEST_F(RemoteProductionTest, TakesNoMoreThanTheLearnerNeeds) {
  const auto production = Production();
  PlayFor(*production, Send(0, 1), 0);
  Send(1, 600);  // More than are taken at once.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(OnTheirWay(), 600);
  EXPECT_GT(production->TakeWaiting(), 0);
  PlayFor(*production, experience_->positions() + 1, 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_GT(OnTheirWay(), 0);
}

TEST_F(RemoteProductionTest, GoesOnWithItsRunOnTheServer) {
  std::uint64_t run = 0;
  {
    const auto production = Production();
    run = AwaitManifest().run;
    PlayFor(*production, Send(0, 3), 0);
  }
  const auto production = Production();
  EXPECT_EQ(AwaitManifest().run, run);
  EXPECT_EQ(experience_->games(), 3);
}

TEST_F(RemoteProductionTest, AnotherRunOfTheNameIsLeftAloneUnlessItIsToBeReplaced) {
  broker_.MakeRun(1);
  PublishNetwork(broker_, "another", {.run = 1, .step = 7});
  EXPECT_THAT([&] { Production(); }, ThrowsMessage<InputError>(HasSubstr("--replace")));
  EXPECT_EQ(AwaitManifest().step, 7);
  const auto production = Production(true);
  EXPECT_TRUE(Within10Seconds([&] {
    const auto manifest = ReadManifest(broker_);
    return manifest && manifest->step == 0;
  }));
  EXPECT_NE(AwaitManifest().run, 1U);
}

TEST_F(RemoteProductionTest, ServerMayBeAwayAndComeBackEmpty) {
  server_.SetAway(true);
  const auto production = Production();
  EXPECT_THAT(production->TakeNotices(), Contains(HasSubstr("away")));
  server_.SetAway(false);
  const std::int64_t positions = Send(0, 2);
  PlayFor(*production, positions, 0);
  broker_.RemoveRun();  // As a server that has lost its disk.
  PlayFor(*production, positions + Send(2, 2), 0);
  EXPECT_EQ(experience_->games(), 4);
}

TEST_F(RemoteProductionTest, TellsHowAllAreDoing) {
  const auto production = Production();
  AwaitManifest();
  TellState(broker_, WorkerState{.session = "ab", .name = "w", .doing = "playing", .games = 3});
  EXPECT_TRUE(Within10Seconds([&] {
    std::ifstream file(run_.workers());
    const Json json = Json::parse(file, nullptr, false);
    return json.is_object() && json["workers"].size() == 1 && json["workers"][0]["name"] == "w";
  }));
  EXPECT_NE(ReadClusterState(broker_).learner, std::nullopt);
}

TEST(ClusterStateTest, WhatIsNotSoundIsLeftOut) {
  MemoryServer server;
  MemoryBroker broker(server, 1 << 20);
  broker.MakeRun(1);
  TellState(broker, WorkerState{.session = "good", .name = "\x1b[31mred\n", .doing = "playing"});
  broker.Put(Bucket::kWorkers, "a", "no JSON");
  broker.Put(Bucket::kWorkers, "b", R"({"session":"other"})");
  broker.Put(Bucket::kWorkers, "c", std::string(100'000, '['));
  broker.Put(Bucket::kRun, "learner", R"({"step":1e300,"games":0,"positions":0,"refused":{}})");
  const ClusterState state = ReadClusterState(broker);
  EXPECT_EQ(state.learner, std::nullopt);
  ASSERT_EQ(state.workers.size(), 1U);
  EXPECT_EQ(state.workers[0].name, "?[31mred?");
}

}  // namespace
}  // namespace lielow
