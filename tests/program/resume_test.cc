// Training that is broken off, in whatever way, and goes on.

#include <gmock/gmock.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/program/smoke_run.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Kills a run each time that it has come to a certain point, a little later each time.
class Killer {
 public:
  Killer(const SmokeRun& run, const std::vector<std::string>& settings)
      : run_(run), settings_(settings) {}

  void KillOnce(const std::function<bool()>& condition) {
    RunningProgram program(run_.Arguments(settings_));
    if (!program.RunsUntil(condition)) return;
    constexpr std::chrono::milliseconds kStep{7};
    std::this_thread::sleep_for(kills_++ * kStep);
    program.Send(SIGKILL);
    program.Wait();
  }

 private:
  const SmokeRun& run_;
  const std::vector<std::string> settings_;
  int kills_ = 0;
};

TEST(ResumeTest, KilledRunLosesNothingAndCountsNothingTwice) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  const std::vector<std::string> settings = {"stop.steps=250"};
  Killer killer(run, settings);
  for (const char* file : {"config.yaml", "run.db", "models/0.safetensors"}) {
    killer.KillOnce([&] { return std::filesystem::exists(run / file); });
  }
  int games = 0;
  for (int i = 0; i < 5; ++i) {
    const std::size_t lines = run.Log().size();
    killer.KillOnce([&] { return run.Log().size() >= lines + 2; });  // An iteration is finished.
    const int games_now = run.Status()["games"];
    EXPECT_GE(games_now, games);
    games = games_now;
  }

  const ProgramResult result = run.Train(settings);
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.errors, HasSubstr(": " + std::to_string(games) + " games, "));
  const Json status = run.Status();
  EXPECT_EQ(status["steps"], 250);
  EXPECT_GE(status["games"], games);
  EXPECT_EQ(status["ratings"].size(), 1U);
  // What the run has counted as it went is what its database holds: each game has a number of its
  // own there, and a second one of that number would not have been added.
  const Json model = JsonObject({"inspect", run / "models/250.safetensors", "--json"});
  EXPECT_EQ(model["games"], status["games"]);
  EXPECT_EQ(model["positions"], status["positions"]);
}

// One thread and one seed: however often it is killed, it ends as if it never had been.
TEST(ResumeTest, KilledRunOfOneThreadEndsWithTheSameWeights) {
  const TemporaryDirectory directory;
  const std::vector<std::string> settings = {"stop.steps=500", "selfplay.threads=1",
                                             "inference.backend=eigen"};
  const SmokeRun straight(directory / "straight");
  ASSERT_EQ(straight.Train(settings).exit_code, 0);
  const SmokeRun killed(directory / "killed");
  Killer killer(killed, settings);
  for (int i = 0; i < 8; ++i) {
    const std::size_t lines = killed.Log().size();
    killer.KillOnce([&] { return killed.Log().size() >= lines + 3; });
  }
  EXPECT_EQ(killed.Train(settings).exit_code, 0);
  const auto checksum = [](const SmokeRun& run) {
    return JsonObject({"inspect", run / "models/500.safetensors", "--json"})["checksum"];
  };
  EXPECT_EQ(checksum(killed), checksum(straight));
  EXPECT_EQ(killed.Status()["games"], straight.Status()["games"]);
  EXPECT_EQ(RunProgram({"inspect", killed / "run.db", "--check"}).exit_code, 0);
}

TEST(ResumeTest, InterruptSavesAndTheSameCommandGoesOn) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  RunningProgram first(run.Arguments({"stop.steps=null"}));
  ASSERT_TRUE(first.RunsUntil([&] { return run.Log().size() >= 4; }));
  first.Send(SIGINT);
  EXPECT_EQ(first.Wait().exit_code, 130);
  EXPECT_THAT(run.Log().back(), HasSubstr("interrupted; everything is saved"));
  const Json before = run.Status();
  const int steps = before["steps"];
  EXPECT_GT(steps, 0);

  const std::string limit = std::to_string(steps + 5);
  EXPECT_EQ(run.Train({"stop.steps=" + limit}).exit_code, 0);
  const Json after = run.Status();
  EXPECT_EQ(after["steps"], steps + 5);
  EXPECT_GE(after["games"], before["games"]);
  EXPECT_THAT(run.Log(),
              Contains(HasSubstr("going on with " + run.path().string() + ": " +
                                 std::to_string(before["games"].get<int>()) + " games, ")));
}

TEST(ResumeTest, ImpatientInterruptsLoseNothingThatWasCommitted) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  RunningProgram first(run.Arguments({"stop.steps=null"}));
  ASSERT_TRUE(first.RunsUntil([&] { return run.Log().size() >= 3; }));
  const int games = run.Status()["games"];
  while (first.Running()) first.Send(SIGINT);
  EXPECT_EQ(first.Wait().exit_code, 130);
  EXPECT_GE(run.Status()["games"], games);
  EXPECT_EQ(
      run.Train({"stop.steps=" + std::to_string(run.Status()["steps"].get<int>() + 1)}).exit_code,
      0);
}

TEST(ResumeTest, SessionEndsAfterItsMinutesAndTheRunGoesOn) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  std::vector<std::string> arguments = run.Arguments({"stop.steps=null"});
  arguments.insert(arguments.end(), {"--max-minutes", "0.005"});
  EXPECT_EQ(RunProgram(arguments).exit_code, 0);
  EXPECT_THAT(run.Log().back(), HasSubstr("time is up for now"));
  const int games = run.Status()["games"];
  EXPECT_EQ(RunProgram(arguments).exit_code, 0);
  EXPECT_GE(run.Status()["games"], games);
}

std::string LastLine(std::string text) {
  if (text.ends_with('\n')) text.pop_back();
  return text.substr(text.rfind('\n') + 1);
}

TEST(ResumeTest, FullDiskIsOneLineAndTheRunGoesOnOnceThereIsRoom) {
  const TemporaryDirectory directory;
  const SmokeRun run(directory / "run");
  // Below the sizes of a model, a checkpoint and the database.
  for (const std::uint64_t limit : {20'000, 100'000, 25'000}) {
    SCOPED_TRACE(limit);
    const ProgramResult result = RunProgram(run.Arguments(), {.largest_file = limit});
    EXPECT_EQ(result.exit_code, 1);
    const std::string line = LastLine(result.errors);
    EXPECT_THAT(line, StartsWith("lielow: "));
    EXPECT_THAT(line, HasSubstr(run.path()));
  }
  EXPECT_EQ(run.Train().exit_code, 0);
  const Json status = run.Status();
  EXPECT_EQ(status["steps"], 60);
  const Json model = JsonObject({"inspect", run / "models/60.safetensors", "--json"});
  EXPECT_EQ(model["games"], status["games"]);
  // Nothing half-written is left.
  for (const char* folder : {".", "models", "checkpoints"}) {
    for (const auto& entry : std::filesystem::directory_iterator(run / folder)) {
      EXPECT_THAT(entry.path().filename().string(), Not(HasSubstr(".tmp")));
    }
  }
}

}  // namespace
}  // namespace lielow
