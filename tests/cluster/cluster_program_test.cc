// Learner, workers and server as processes of their own, which are killed and come back.

#include <gmock/gmock.h>
#include <signal.h>

#include <chrono>
#include <map>
#include <thread>

#include "selfplay/outbox.h"
#include "selfplay/sqlite.h"
#include "tests/cluster/nats_server.h"
#include "tests/program/smoke_run.h"
#include "tests/selfplay/temporary_directory.h"
#include "tools/cluster/broker.h"

namespace lielow {
namespace {

using testing::HasSubstr;

class ClusterProgramTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!HasBroker()) GTEST_SKIP() << "built without NATS";
    if (!NatsServer::IsInstalled()) GTEST_SKIP() << "nats-server is not installed";
    server_.Start();
  }

  std::vector<std::string> Learner(const std::vector<std::string>& settings = {}) const {
    std::vector<std::string> arguments = run_.Arguments(settings);
    arguments.insert(arguments.end(), {"--server", server_.url()});
    return arguments;
  }

  std::vector<std::string> Worker(const std::string& name) const {
    return {"worker",     "--server",  server_.url(), "--run",  "smoke", "--dir",
            Folder(name), "--threads", "1",           "--name", name};
  }

  std::string Folder(const std::string& worker) const { return (directory_ / worker).string(); }

  Json ClusterStatus() const {
    return JsonObject({"status", "--server", server_.url(), "--run", "smoke", "--json"});
  }

  // Games that are stored, by the session of the worker that played them.
  std::map<std::uint64_t, std::int64_t> StoredGames() const {
    const sqlite::Database database(run_ / "run.db", sqlite::Database::Mode::kReadOnly);
    sqlite::Statement select(database,
                             "SELECT sources.seed, count(*) FROM games JOIN sources"
                             " ON sources.id = games.source GROUP BY sources.seed");
    std::map<std::uint64_t, std::int64_t> games;
    while (select.Step()) games[static_cast<std::uint64_t>(select.Integer(0))] = select.Integer(1);
    return games;
  }

  // Games that workers call finished, by their sessions.
  std::map<std::uint64_t, std::int64_t> FinishedGames(const std::string& worker) const {
    const sqlite::Database database(directory_ / worker / "outbox.db",
                                    sqlite::Database::Mode::kReadOnly);
    sqlite::Statement select(database, "SELECT session, finished FROM sessions");
    std::map<std::uint64_t, std::int64_t> games;
    while (select.Step()) games[static_cast<std::uint64_t>(select.Integer(0))] = select.Integer(1);
    return games;
  }

  std::int64_t Games() const {
    if (!std::filesystem::exists(run_ / "run.db")) return 0;
    return run_.Status()["games"].get<std::int64_t>();
  }

  TemporaryDirectory directory_;
  NatsServer server_{directory_ / "server"};
  SmokeRun run_{directory_ / "run"};
};

TEST_F(ClusterProgramTest, TrainsOnTheGamesOfWorkers) {
  RunningProgram learner(Learner({"stop.steps=null"}));
  RunningProgram first(Worker("a"));
  RunningProgram second(Worker("b"));
  EXPECT_TRUE(learner.RunsUntil([&] {
    return Games() > 0 && StoredGames().size() == 2 && ClusterStatus()["workers"].size() == 2;
  }));
  const Json status = ClusterStatus();
  EXPECT_EQ(status["workers"][0]["name"], "a");
  EXPECT_EQ(status["workers"][1]["name"], "b");
  learner.Send(SIGINT);
  const ProgramResult result = learner.Wait();
  EXPECT_EQ(result.exit_code, 130) << result.errors;
  EXPECT_GT(run_.Status()["steps"], 0);
  EXPECT_EQ(ClusterStatus()["learner"]["refused"].size(), 0U);
  first.Send(SIGINT);
  second.Send(SIGINT);
  EXPECT_EQ(first.Wait().exit_code, 130);
  EXPECT_EQ(second.Wait().exit_code, 130);
}

// Everything is killed once; then all that workers called finished is there exactly once.
TEST_F(ClusterProgramTest, NothingIsLostOrCountedTwiceWhoeverIsKilled) {
  // Takes games faster than the workers play them, so that in the end none waits for the learner.
  const std::vector<std::string> endless = {"stop.steps=null", "training.replay_ratio=0.05",
                                            "training.positions_per_iteration=20000"};
  auto learner = std::make_unique<RunningProgram>(Learner(endless));
  auto first = std::make_unique<RunningProgram>(Worker("a"));
  RunningProgram second(Worker("b"));
  const auto more_games = [&](std::int64_t count) {
    const std::int64_t before = Games();
    EXPECT_TRUE(learner->RunsUntil([&] { return Games() >= before + count; }));
  };
  EXPECT_TRUE(learner->RunsUntil([&] { return Games() > 0 && StoredGames().size() == 2; }));
  first = nullptr;  // Kills it.
  first = std::make_unique<RunningProgram>(Worker("a"));
  more_games(20);
  server_.Kill();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  server_.Start();
  more_games(20);
  learner = nullptr;
  std::this_thread::sleep_for(std::chrono::seconds(1));
  learner = std::make_unique<RunningProgram>(Learner(endless));
  more_games(20);
  first->Send(SIGINT);
  second.Send(SIGINT);
  EXPECT_THAT(first->Wait().output, HasSubstr("the server has them all"));
  EXPECT_THAT(second.Wait().output, HasSubstr("the server has them all"));
  std::map<std::uint64_t, std::int64_t> finished = FinishedGames("a");
  EXPECT_EQ(finished.size(), 2U);
  finished.merge(FinishedGames("b"));
  learner->RunsUntil([&] { return StoredGames() == finished; });
  EXPECT_EQ(StoredGames(), finished);
}

TEST_F(ClusterProgramTest, BadInputIsOneLine) {
  const std::string url = server_.url();
  EXPECT_TRUE(IsRefusal(RunProgram({"worker", "--server", "localhost", "--run", "x"}), "--server"));
  EXPECT_TRUE(IsRefusal(RunProgram({"worker", "--server", url, "--run", "a.b"}), "a.b"));
  EXPECT_TRUE(IsRefusal(RunProgram({"status", "--server", url}), "--run"));
  EXPECT_TRUE(IsRefusal(RunProgram({"status"}), "--server"));
  EXPECT_TRUE(IsRefusal(RunProgram(Learner({"name=a.b"})), "a.b"));
}

}  // namespace
}  // namespace lielow
