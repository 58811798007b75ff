// The command `selfplay`, and `inspect` on what it writes.

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <thread>

#include "selfplay/run_database.h"
#include "tests/program/json_output.h"
#include "tests/selfplay/temporary_directory.h"

namespace lielow {
namespace {

using testing::HasSubstr;

std::vector<std::string> Arguments(const std::string& file, int games,
                                   const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"selfplay", "--player", "uniform:sims=4",
                                        "--size",   "5",        "--out",
                                        file,       "--games",  std::to_string(games)};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<RecordedGame> GamesByNumber(const std::string& file) {
  std::vector<RecordedGame> games =
      RunDatabase(file, RunDatabase::Mode::kReadOnly).Games(0, 100000);
  std::sort(games.begin(), games.end(),
            [](const RecordedGame& a, const RecordedGame& b) { return a.number < b.number; });
  return games;
}

TEST(SelfPlayCommandTest, AddsGamesToADatabaseAndCountsThoseThatAreThere) {
  const TemporaryDirectory directory;
  const std::string file = directory / "games.db";
  const Json json = JsonObject(Arguments(file, 20, {"--json"}));
  EXPECT_EQ(json["games"], 20);
  EXPECT_EQ(json["games_before"], 0);
  EXPECT_EQ(json["games_in_file"], 20);
  EXPECT_GT(json["positions_in_file"], 200);

  const Json more = JsonObject(Arguments(file, 30, {"--json"}));
  EXPECT_EQ(more["games"], 10);
  EXPECT_EQ(more["games_before"], 20);
  EXPECT_EQ(JsonObject(Arguments(file, 25, {"--json"}))["games"], 0);
  EXPECT_EQ(JsonObject(Arguments(file, 5, {"--json", "--seed", "2"}))["games_in_file"], 35);

  const Json inspected = JsonObject({"inspect", file, "--check", "--json"});
  EXPECT_EQ(inspected["games"], 35);
  EXPECT_EQ(inspected["resigned"], 0);
  EXPECT_EQ(inspected["steps"], 0);
  EXPECT_THAT(RunProgram({"inspect", file}).output, HasSubstr("35 games with "));
}

TEST(SelfPlayCommandTest, GamesDependOnTheSeedAloneNotOnThreads) {
  const TemporaryDirectory directory;
  const std::string one = directory / "one.db";
  const std::string three = directory / "three.db";
  const std::string other = directory / "other.db";
  EXPECT_EQ(RunProgram(Arguments(one, 12, {"--threads", "1"})).exit_code, 0);
  EXPECT_EQ(RunProgram(Arguments(three, 12, {"--threads", "3"})).exit_code, 0);
  EXPECT_EQ(RunProgram(Arguments(other, 12, {"--seed", "5"})).exit_code, 0);
  EXPECT_EQ(GamesByNumber(one), GamesByNumber(three));
  EXPECT_NE(GamesByNumber(one), GamesByNumber(other));
}

TEST(SelfPlayCommandTest, KilledItGoesOnToTheSameGames) {
  constexpr int kGames = 4000;
  const TemporaryDirectory directory;
  const std::string killed = directory / "killed.db";
  const auto count = [&]() -> std::int64_t {
    if (!std::filesystem::exists(killed)) return 0;
    return RunDatabase(killed, RunDatabase::Mode::kReadWrite).GameCount();
  };
  for (int kill = 0; kill < 5; ++kill) {
    const std::int64_t before = count();
    RunningProgram program(Arguments(killed, kGames));
    while (program.Running() && count() == before) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    if (!program.Running()) break;  // A fast machine has played them all.
    program.Send(SIGKILL);
    program.Wait();
    EXPECT_GE(count(), before);
  }
  EXPECT_EQ(RunProgram(Arguments(killed, kGames)).exit_code, 0);
  const std::string straight = directory / "straight.db";
  EXPECT_EQ(RunProgram(Arguments(straight, kGames)).exit_code, 0);
  EXPECT_EQ(GamesByNumber(killed), GamesByNumber(straight));
}

TEST(SelfPlayCommandTest, TwoProgramsWithSeedsOfTheirOwnFillOneFile) {
  const TemporaryDirectory directory;
  const std::string file = directory / "games.db";
  RunningProgram first(Arguments(file, 300, {"--seed", "1"}));
  RunningProgram second(Arguments(file, 300, {"--seed", "2"}));
  EXPECT_EQ(first.Wait().exit_code, 0);
  EXPECT_EQ(second.Wait().exit_code, 0);
  EXPECT_EQ(GamesByNumber(file).size(), 600U);
}

TEST(SelfPlayCommandTest, BadInputIsOneLine) {
  const TemporaryDirectory directory;
  const std::string file = directory / "games.db";
  const struct {
    std::vector<std::string> arguments;
    const char* error;
  } kCases[] = {
      {{"--player", "greedy"}, "has no search tree"},
      {{"--player", "uniform:ms=5"}, "has no option ms"},
      {{"--player", "uniform", "--size", "3"}, "size"},
      {{"--player", "uniform", "--config", "none.yaml"}, "none.yaml"},
      {{"--player", "uniform", "--threads", "0"}, "--threads"},
  };
  for (const auto& [more, error] : kCases) {
    std::vector<std::string> arguments = {"selfplay", "--out", file, "--games", "3"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = RunProgram(arguments);
    EXPECT_EQ(result.exit_code, 2) << error;
    EXPECT_THAT(result.errors, HasSubstr(error));
    EXPECT_FALSE(std::filesystem::exists(file)) << error;
  }
}

}  // namespace
}  // namespace lielow
